import { eq } from 'drizzle-orm';
import type { Database } from '../platform/db/database.server.ts';
import { publishedReviews } from './tables.server.ts';

/** What the page for reporting a review shows of it; undefined when nobody can see it. */
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
