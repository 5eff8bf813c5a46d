import { isNotNull, sql } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { Remembered } from '../../platform/remembered.ts';
import type { ReviewedService } from './post-review.server.ts';
import { publishedReviews } from './tables.server.ts';

export interface RatingOnCard {
  /** The number has two decimals, as on the service's page. */
  readonly average: string;
  readonly ratedCount: number;
}

/** The keys are 'section/slug' of the present address. Services without a rating are missing from the map. */
export async function readRatingSummaries(
  db: Database,
  presentOf: PresentOf = (address) => address,
): Promise<Map<string, RatingOnCard>> {
  const rows = await db
    .select({
      section: publishedReviews.section,
      slug: publishedReviews.serviceSlug,
      stars: sql<string>`sum(${publishedReviews.rating})`,
      count: sql<string>`count(*)`,
    })
    .from(publishedReviews)
    .where(isNotNull(publishedReviews.rating))
    .groupBy(publishedReviews.section, publishedReviews.serviceSlug);
  const sums = new Map<string, { stars: number; count: number }>();
  for (const row of rows) {
    const { section, slug } = presentOf(row);
    const before = sums.get(`${section}/${slug}`);
    sums.set(`${section}/${slug}`, {
      stars: Number(row.stars) + (before?.stars ?? 0),
      count: Number(row.count) + (before?.count ?? 0),
    });
  }
  return new Map(
    [...sums].map(([address, { stars, count }]) => [
      address,
      { average: (stars / count).toFixed(2), ratedCount: count },
    ]),
  );
}

export type PresentOf = (address: ReviewedService) => ReviewedService;

/** The cache is invalidated when a review changes. `maxAgeMs` works as in the page cache. */
export function rememberRatings(
  db: Database,
  presentOf: PresentOf,
  clock: Clock,
  maxAgeMs: number,
): Remembered<ReadonlyMap<string, RatingOnCard>> {
  return new Remembered(
    async () => ({ value: await readRatingSummaries(db, presentOf) }),
    clock,
    maxAgeMs,
  );
}
