import { and, desc, eq, isNotNull, or, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../platform/db/database.server.ts';
import {
  countPages,
  offerChoices,
  type ReviewChoices,
  type ReviewQuery,
  type ReviewSort,
} from './review-query.ts';
import { REVIEWS_PER_PAGE } from './rules.ts';
import type { ReviewedService } from './post-review.server.ts';
import { publishedReviews, reviewReplies } from './tables.server.ts';

/** A review as everybody may see it: the e-mail address never leaves the server. */
export interface ReviewView {
  readonly id: string;
  readonly name: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly rating: number | null;
  readonly text: string | null;
  /** The owner of the e-mail address has confirmed it. */
  readonly isVerified: boolean;
  /** Written from a completed order. */
  readonly isPurchase: boolean;
  /** The business's answer. */
  readonly reply: string | null;
}

const VIEW = {
  id: publishedReviews.id,
  name: publishedReviews.name,
  createdAt: publishedReviews.createdAt,
  rating: publishedReviews.rating,
  text: publishedReviews.text,
  verifiedAt: publishedReviews.verifiedAt,
  purchasedAt: publishedReviews.purchasedAt,
  reply: reviewReplies.text,
};

interface Marked {
  readonly createdAt: Date;
  readonly verifiedAt: Date | null;
  readonly purchasedAt: Date | null;
}

function toView<R extends Marked>({ createdAt, verifiedAt, purchasedAt, ...row }: R) {
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    isVerified: verifiedAt !== null,
    isPurchase: purchasedAt !== null,
  };
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
  /** Of all published reviews, whatever is chosen. */
  readonly summary: RatingSummary;
  /** How many gave one star to five, of those that are shown: all, or verified purchases. */
  readonly histogram: RatingSummary['histogram'];
  /** In the order asked for. */
  readonly reviews: readonly ReviewView[];
  /** From 1; a page beyond the last one is the last one. */
  readonly page: number;
  readonly pageCount: number;
  readonly choices: ReviewChoices;
}

/** Unrated reviews come last in both orders of ratings; ties are read newest first. */
const ORDERS: Readonly<Record<ReviewSort, readonly SQL[]>> = {
  newest: [],
  highest: [sql`${publishedReviews.rating} desc nulls last`],
  lowest: [sql`${publishedReviews.rating} asc nulls last`],
  text: [],
};

export async function readReviewPage(
  db: Database,
  addresses: readonly ReviewedService[],
  { page: wanted, ...query }: ReviewQuery,
): Promise<ReviewPage> {
  const { sort, stars, purchases } = query;
  const counts = await countByRating(db, addresses);
  const chosen = purchases
    ? counts.map(({ rating, ofPurchases }) => ({ rating, ...ofPurchases }))
    : counts;
  const withText = sort === 'text';
  const shown = chosen
    .filter(({ rating }) => stars === undefined || rating === stars)
    .reduce((sum, entry) => sum + (withText ? entry.textCount : entry.count), 0);
  const pageCount = countPages(shown);
  const page = Math.min(wanted, pageCount);
  const rows = await db
    .select(VIEW)
    .from(publishedReviews)
    .leftJoin(reviewReplies, eq(reviewReplies.reviewId, publishedReviews.id))
    .where(
      and(
        ofService(addresses),
        stars === undefined ? undefined : eq(publishedReviews.rating, stars),
        withText ? isNotNull(publishedReviews.text) : undefined,
        purchases ? isNotNull(publishedReviews.purchasedAt) : undefined,
      ),
    )
    .orderBy(...ORDERS[sort], desc(publishedReviews.createdAt), desc(publishedReviews.id))
    .limit(REVIEWS_PER_PAGE)
    .offset((page - 1) * REVIEWS_PER_PAGE);
  const reviews = rows.map(toView);
  return {
    summary: summarize(counts),
    histogram: summarize(chosen).histogram,
    reviews,
    page,
    pageCount,
    choices: offerChoices(
      query,
      counts.reduce((sum, { ofPurchases }) => sum + ofPurchases.count, 0),
    ),
  };
}

/** A place in a service's reviews: what comes after it is older. */
export interface ReviewPlace {
  readonly createdAt: Date;
  readonly id: string;
}

/** The newest reviews older than a place, or the newest of all. */
export async function readReviewsAfter(
  db: Database,
  addresses: readonly ReviewedService[],
  place: ReviewPlace | null,
  count: number,
): Promise<ReviewView[]> {
  const rows = await db
    .select(VIEW)
    .from(publishedReviews)
    .leftJoin(reviewReplies, eq(reviewReplies.reviewId, publishedReviews.id))
    .where(
      and(
        ofService(addresses),
        place === null
          ? undefined
          : sql`(${publishedReviews.createdAt}, ${publishedReviews.id}) < (${place.createdAt.toISOString()}::timestamptz, ${place.id}::uuid)`,
      ),
    )
    .orderBy(desc(publishedReviews.createdAt), desc(publishedReviews.id))
    .limit(count);
  return rows.map(toView);
}

/** One review and the service it is about; undefined when the public may not read it. */
export async function readReview(
  db: Database,
  id: string,
): Promise<(ReviewView & { readonly section: string; readonly slug: string }) | undefined> {
  const [row] = await db
    .select({ ...VIEW, section: publishedReviews.section, slug: publishedReviews.serviceSlug })
    .from(publishedReviews)
    .leftJoin(reviewReplies, eq(reviewReplies.reviewId, publishedReviews.id))
    .where(eq(publishedReviews.id, id));
  return row && toView(row);
}

export async function readRatingSummary(
  db: Database,
  addresses: readonly ReviewedService[],
): Promise<RatingSummary> {
  return summarize(await countByRating(db, addresses));
}

interface RatingCount {
  readonly rating: number | null;
  readonly count: number;
}

interface DetailedCount extends RatingCount {
  readonly textCount: number;
  readonly ofPurchases: { readonly count: number; readonly textCount: number };
}

async function countByRating(
  db: Database,
  addresses: readonly ReviewedService[],
): Promise<DetailedCount[]> {
  const isPurchase = sql`filter (where ${publishedReviews.purchasedAt} is not null)`;
  const rows = await db
    .select({
      rating: publishedReviews.rating,
      count: sql<string>`count(*)`,
      textCount: sql<string>`count(${publishedReviews.text})`,
      purchases: sql<string>`count(*) ${isPurchase}`,
      purchaseTexts: sql<string>`count(${publishedReviews.text}) ${isPurchase}`,
    })
    .from(publishedReviews)
    .where(ofService(addresses))
    .groupBy(publishedReviews.rating);
  return rows.map(({ rating, count, textCount, purchases, purchaseTexts }) => ({
    rating,
    count: Number(count),
    textCount: Number(textCount),
    ofPurchases: { count: Number(purchases), textCount: Number(purchaseTexts) },
  }));
}

/** Unrated reviews count as reviews and change nothing else. */
export function summarize(counts: readonly RatingCount[]): RatingSummary {
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

/** The reviews kept under any of a service's addresses, present and former. */
function ofService(addresses: readonly ReviewedService[]) {
  return or(
    ...addresses.map(({ section, slug }) =>
      and(eq(publishedReviews.section, section), eq(publishedReviews.serviceSlug, slug)),
    ),
  );
}
