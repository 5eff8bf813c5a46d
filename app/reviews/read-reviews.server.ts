import { and, desc, eq, sql } from 'drizzle-orm';
import type { Database } from '../platform/db/database.server.ts';
import { REVIEWS_PER_PAGE } from './rules.ts';
import { serviceReviews } from './tables.server.ts';

/** A review as everybody may see it: the e-mail address never leaves the server. */
export interface ReviewView {
  readonly id: string;
  readonly name: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly rating: number | null;
  readonly text: string | null;
}

export interface RatingSummary {
  /** Over rated reviews only, two decimals; '0.00' when there is none (DECISIONS 9). */
  readonly average: string;
  readonly ratedCount: number;
  readonly reviewCount: number;
  /** How many gave one star, two stars … five stars. */
  readonly histogram: readonly [number, number, number, number, number];
}

/** What a service's page shows of its reviews. */
export interface ReviewPage {
  readonly summary: RatingSummary;
  /** Newest first. */
  readonly reviews: readonly ReviewView[];
  /** From 1; a page beyond the last one is the last one. */
  readonly page: number;
  readonly pageCount: number;
}

export async function readReviewPage(
  db: Database,
  section: string,
  slug: string,
  wanted: number,
): Promise<ReviewPage> {
  const summary = await readRatingSummary(db, section, slug);
  const pageCount = Math.max(1, Math.ceil(summary.reviewCount / REVIEWS_PER_PAGE));
  const page = Math.min(wanted, pageCount);
  const rows = await db
    .select({
      id: serviceReviews.id,
      name: serviceReviews.name,
      createdAt: serviceReviews.createdAt,
      rating: serviceReviews.rating,
      text: serviceReviews.text,
    })
    .from(serviceReviews)
    .where(ofService(section, slug))
    .orderBy(desc(serviceReviews.createdAt), desc(serviceReviews.id))
    .limit(REVIEWS_PER_PAGE)
    .offset((page - 1) * REVIEWS_PER_PAGE);
  const reviews = rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
  return { summary, reviews, page, pageCount };
}

/** The page an address asks for: 1 when it names none or something else. */
export function readPageNumber(params: URLSearchParams): number {
  const text = params.get('page') ?? '';
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}

export async function readRatingSummary(
  db: Database,
  section: string,
  slug: string,
): Promise<RatingSummary> {
  const rows = await db
    .select({ rating: serviceReviews.rating, count: sql<string>`count(*)` })
    .from(serviceReviews)
    .where(ofService(section, slug))
    .groupBy(serviceReviews.rating);
  return summarize(rows.map((row) => ({ rating: row.rating, count: Number(row.count) })));
}

/** Unrated reviews count as reviews and change nothing else. */
export function summarize(
  counts: readonly { readonly rating: number | null; readonly count: number }[],
): RatingSummary {
  const of = (rating: number) => counts.find((entry) => entry.rating === rating)?.count ?? 0;
  const histogram = [of(1), of(2), of(3), of(4), of(5)] as const;
  const ratedCount = histogram.reduce((sum, count) => sum + count, 0);
  const stars = histogram.reduce((sum, count, index) => sum + count * (index + 1), 0);
  return {
    average: (ratedCount === 0 ? 0 : stars / ratedCount).toFixed(2),
    ratedCount,
    reviewCount: counts.reduce((sum, entry) => sum + entry.count, 0),
    histogram,
  };
}

function ofService(section: string, slug: string) {
  return and(eq(serviceReviews.section, section), eq(serviceReviews.serviceSlug, slug));
}
