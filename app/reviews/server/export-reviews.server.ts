import { asc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import type { Counted } from '../../platform/module.ts';
import {
  reviewConfirmations,
  reviewReplies,
  reviewReports,
  serviceReviews,
} from './tables.server.ts';

/** The export includes everything except who reported the reviews. */
export async function exportReviews(db: Database, email: string) {
  const rows = await db
    .select({
      review: serviceReviews,
      reply: reviewReplies,
      confirmation: reviewConfirmations.expiresAt,
      reportCount: sql<string>`(
        select count(*) from ${reviewReports}
        where ${reviewReports.reviewId} = ${serviceReviews.id})`,
    })
    .from(serviceReviews)
    .leftJoin(reviewReplies, eq(reviewReplies.reviewId, serviceReviews.id))
    .leftJoin(reviewConfirmations, eq(reviewConfirmations.reviewId, serviceReviews.id))
    .where(eq(serviceReviews.email, email))
    .orderBy(asc(serviceReviews.createdAt), asc(serviceReviews.id));
  const reviews = rows.map(({ review, reply, confirmation, reportCount }) => ({
    service: `${review.section}/${review.serviceSlug}`,
    name: review.name,
    email: review.email,
    rating: review.rating,
    text: review.text,
    writtenAt: review.createdAt,
    verifiedAt: review.verifiedAt,
    fromAnOrderAt: review.purchasedAt,
    hidden: review.hiddenAt && { at: review.hiddenAt, reason: review.hiddenReason },
    reportCount: Number(reportCount),
    reply: reply && { text: reply.text, at: reply.updatedAt },
    confirmationLink: confirmation && { validUntil: confirmation },
  }));
  return { reviews };
}

export async function countReviewsOf(db: Database, email: string): Promise<Counted[]> {
  const number = await db.$count(serviceReviews, eq(serviceReviews.email, email));
  return [{ noun: 'review', number }];
}
