import { desc, eq } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import { serviceReviews } from './tables.server.ts';

/** Nobody reads more than these beside a chat. */
const REVIEWS_AT_MOST = 10;

/** The result includes hidden reviews and is for the team only. */
export async function readReviewsBy(db: Database, email: string) {
  const rows = await db
    .select({
      id: serviceReviews.id,
      section: serviceReviews.section,
      slug: serviceReviews.serviceSlug,
      rating: serviceReviews.rating,
      text: serviceReviews.text,
      createdAt: serviceReviews.createdAt,
      hiddenAt: serviceReviews.hiddenAt,
    })
    .from(serviceReviews)
    .where(eq(serviceReviews.email, email))
    .orderBy(desc(serviceReviews.createdAt), desc(serviceReviews.id))
    .limit(REVIEWS_AT_MOST);
  return rows.map(({ createdAt, hiddenAt, ...review }) => ({
    ...review,
    createdAt: createdAt.toISOString(),
    isHidden: hiddenAt !== null,
  }));
}
