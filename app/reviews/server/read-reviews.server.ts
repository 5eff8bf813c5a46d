import { and, desc, eq, isNotNull, or, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import {
  countPages,
  offerChoices,
  type ReviewChoices,
  type ReviewQuery,
  type ReviewSort,
} from '../review-query.ts';
import { REVIEWS_PER_PAGE } from '../rules.ts';
import type { Address } from '../../shop/service.ts';
import { publishedReviews, reviewReplies, serviceReviews } from './tables.server.ts';

/** The email address of an author never leaves the server. */
export interface ReviewView {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly rating: number | null;
  readonly text: string | null;
  /** The owner of the email address has confirmed the review. */
  readonly isVerified: boolean;
  /** The review was written from a completed order. */
  readonly isPurchase: boolean;
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
  /** The average covers rated reviews only and has two decimals. It is '0.00' when there are none (rule 83). */
  readonly average: string;
  readonly ratedCount: number;
  readonly reviewCount: number;
  /** The numbers count the ratings with one star, two stars … five stars. */
  readonly histogram: readonly [number, number, number, number, number];
}

export interface ReviewPage {
  /** The summary covers all published reviews, regardless of the filters. */
  readonly summary: RatingSummary;
  /** The histogram covers the reviews of the current filter: all, or verified purchases. */
  readonly histogram: RatingSummary['histogram'];
  readonly reviews: readonly ReviewView[];
  /** A number beyond the last page becomes the last page. */
  readonly page: number;
  readonly pageCount: number;
  readonly choices: ReviewChoices;
}

/** Unrated reviews come last in both orders by rating. Ties are sorted newest first. */
const ORDERS: Readonly<Record<ReviewSort, readonly SQL[]>> = {
  newest: [],
  highest: [sql`${publishedReviews.rating} desc nulls last`],
  lowest: [sql`${publishedReviews.rating} asc nulls last`],
  text: [],
};

export async function readReviewPage(
  db: Database,
  addresses: readonly Address[],
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

/** Older reviews come after this cursor. */
export interface ReviewPlace {
  readonly createdAt: Date;
  readonly id: string;
}

export async function readReviewsAfter(
  db: Database,
  addresses: readonly Address[],
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

/** Returns undefined for a review that is not public. */
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
  addresses: readonly Address[],
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
  addresses: readonly Address[],
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

/** Unrated reviews only count towards `reviewCount`. */
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

/** Reviews may be stored under former addresses of a service. */
function ofService(addresses: readonly Address[]) {
  return or(
    ...addresses.map(({ section, slug }) =>
      and(eq(publishedReviews.section, section), eq(publishedReviews.serviceSlug, slug)),
    ),
  );
}

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
