import { eq, inArray, asc, sql, and, isNotNull, lt } from 'drizzle-orm';
import type { KnownCatalogue } from '../../shop/live-catalogue.server.ts';
import { pagesShowingRating } from '../../shop/pages-showing-rating.ts';
import type { After } from '../../platform/change/change.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import type { Erased, Published } from '../../platform/module.ts';
import type { Counted } from '../../platform/format-count.ts';
import {
  moderationLog,
  reviewConfirmations,
  serviceReviews,
  reviewReplies,
  reviewReports,
} from './tables.server.ts';
import { reviewMessage } from '../stored-messages.ts';

export const ANONYMOUS_NAME = 'A former visitor';

/**
 * Deletes the reviews of an email address, or removes name and address from them. In both cases the moderators'
 * notes are deleted, because they may mention the person.
 */
export async function eraseReviews(
  tx: Database,
  after: Pick<After, 'changed'>,
  { catalogue }: KnownCatalogue,
  email: string,
  published: Published,
): Promise<Erased> {
  const theirs = await tx
    .select({
      id: serviceReviews.id,
      section: serviceReviews.section,
      slug: serviceReviews.serviceSlug,
    })
    .from(serviceReviews)
    .where(eq(serviceReviews.email, email))
    .for('update');
  const gone = [
    reviewMessage(published === 'delete' ? 'reviews.deleted' : 'reviews.anonymised', {
      count: theirs.length,
    }),
  ];
  if (theirs.length === 0) return { wasHeld: false, gone };
  const ids = theirs.map(({ id }) => id);
  await tx.update(moderationLog).set({ note: null }).where(inArray(moderationLog.reviewId, ids));
  if (published === 'delete') {
    await tx.delete(serviceReviews).where(inArray(serviceReviews.id, ids));
  } else {
    await tx.delete(reviewConfirmations).where(inArray(reviewConfirmations.reviewId, ids));
    await tx
      .update(serviceReviews)
      .set({ name: ANONYMOUS_NAME, email: null })
      .where(inArray(serviceReviews.id, ids));
  }
  for (const service of theirs) {
    for (const path of pagesShowingRating(catalogue, service)) after.changed('page', path);
  }
  return { wasHeld: true, gone };
}

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

export const EMAILS_EXPIRED_AT_ONCE = 500;

/** The reviews stay. Rows that another process has locked are skipped. Returns the number of reviews. */
export async function expireReviewEmails(tx: Database, before: Date): Promise<number> {
  const claimed = await tx
    .select({ id: serviceReviews.id })
    .from(serviceReviews)
    .where(isOld(before))
    .orderBy(asc(serviceReviews.createdAt))
    .limit(EMAILS_EXPIRED_AT_ONCE)
    .for('update', { skipLocked: true });
  if (claimed.length === 0) return 0;
  const ids = claimed.map(({ id }) => id);
  await tx.update(serviceReviews).set({ email: null }).where(inArray(serviceReviews.id, ids));
  await tx.delete(reviewConfirmations).where(inArray(reviewConfirmations.reviewId, ids));
  return ids.length;
}

export function countExpiredReviewEmails(db: Database, before: Date): Promise<number> {
  return db.$count(serviceReviews, isOld(before));
}

function isOld(before: Date) {
  return and(lt(serviceReviews.createdAt, before), isNotNull(serviceReviews.email));
}

/** Deletes reviews that nobody wrote, with their replies, reports and entries of the public moderation log. */
export async function purgeReviews(
  tx: Database,
  after: Pick<After, 'changed'>,
  { catalogue }: KnownCatalogue,
  ids: readonly string[],
): Promise<void> {
  await tx.delete(moderationLog).where(inArray(moderationLog.reviewId, [...ids]));
  const gone = await tx
    .delete(serviceReviews)
    .where(inArray(serviceReviews.id, [...ids]))
    .returning({ section: serviceReviews.section, slug: serviceReviews.serviceSlug });
  const paths = new Set(gone.flatMap((service) => pagesShowingRating(catalogue, service)));
  for (const path of [...paths, '/moderation-log']) after.changed('page', path);
}
