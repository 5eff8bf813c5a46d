import { and, isNotNull, sql } from 'drizzle-orm';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.server.ts';
import { Remembered } from '../platform/remembered.ts';
import type { ReviewedService } from './post-review.server.ts';
import { publishedReviews } from './tables.server.ts';

/** What a card says about a service's reviews. */
export interface RatingOnCard {
  /** Two decimals, as on the service's page. */
  readonly average: string;
  readonly ratedCount: number;
}

/**
 * The averages of all services, or of these, in one query, by 'section/slug'. A service that nobody
 * has rated is not in the map.
 */
export async function readRatingSummaries(
  db: Database,
  services?: readonly ReviewedService[],
): Promise<Map<string, RatingOnCard>> {
  if (services?.length === 0) return new Map();
  const wanted = services?.map(({ section, slug }) => sql`(${section}, ${slug})`);
  const rows = await db
    .select({
      section: publishedReviews.section,
      slug: publishedReviews.serviceSlug,
      stars: sql<string>`sum(${publishedReviews.rating})`,
      count: sql<string>`count(*)`,
    })
    .from(publishedReviews)
    .where(
      and(
        isNotNull(publishedReviews.rating),
        wanted &&
          sql`(${publishedReviews.section}, ${publishedReviews.serviceSlug}) in (${sql.join(wanted, sql`, `)})`,
      ),
    )
    .groupBy(publishedReviews.section, publishedReviews.serviceSlug);
  return new Map(
    rows.map(({ section, slug, stars, count }) => [
      `${section}/${slug}`,
      { average: (Number(stars) / Number(count)).toFixed(2), ratedCount: Number(count) },
    ]),
  );
}

/** The averages of all services, read once until a review changes; `maxAgeMs` as for kept pages. */
export function rememberRatings(
  db: Database,
  clock: Clock,
  maxAgeMs: number,
): Remembered<ReadonlyMap<string, RatingOnCard>> {
  return new Remembered(async () => ({ value: await readRatingSummaries(db) }), clock, maxAgeMs);
}
