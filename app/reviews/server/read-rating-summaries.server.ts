import { isNotNull, sql, and, desc, gte } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { Remembered } from '../../platform/remembered.ts';
import type { Address } from '../../shop/service.ts';
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

export type PresentOf = (address: Address) => Address;

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

export interface Praise {
  readonly id: string;
  readonly name: string;
  readonly rating: number;
  readonly text: string;
  readonly section: string;
  readonly slug: string;
}

/** These lengths are long enough to be meaningful and short enough to be read in passing. */
const LENGTHS = [30, 220] as const;

export async function readPraise(db: Database, count: number): Promise<Praise[]> {
  const { id, name, rating, text, section, serviceSlug, createdAt } = publishedReviews;
  const rows = await db
    .select({ id, name, rating, text, section, slug: serviceSlug })
    .from(publishedReviews)
    .where(and(gte(rating, 4), sql`length(${text}) between ${LENGTHS[0]} and ${LENGTHS[1]}`))
    .orderBy(desc(createdAt), desc(id))
    .limit(count);
  return rows.flatMap((row) =>
    row.rating === null || row.text === null
      ? []
      : [{ ...row, rating: row.rating, text: row.text }],
  );
}
