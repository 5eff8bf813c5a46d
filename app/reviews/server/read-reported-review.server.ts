import { eq } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import { publishedReviews } from './tables.server.ts';

/** Returns undefined for a review that is not public. */
export async function readReportedReview(db: Database, reviewId: string) {
  const [review] = await db
    .select({
      name: publishedReviews.name,
      rating: publishedReviews.rating,
      text: publishedReviews.text,
      section: publishedReviews.section,
      slug: publishedReviews.serviceSlug,
    })
    .from(publishedReviews)
    .where(eq(publishedReviews.id, reviewId));
  return review;
}
