import { REVIEWS_PER_PAGE } from './rules.ts';
import { say, sayCounted } from '../platform/say.ts';

/** The orders a service's reviews can be read in, with what their links say. */
export const REVIEW_SORTS = {
  newest: 'Newest',
  highest: 'Highest rated',
  lowest: 'Lowest rated',
  text: 'With text',
} as const;

export type ReviewSort = keyof typeof REVIEW_SORTS;

/** Which reviews an address asks for. */
export interface ReviewQuery {
  readonly sort: ReviewSort;
  /** Only those with so many stars. */
  readonly stars: number | undefined;
  /** Only those from a completed order (DECISIONS 49). */
  readonly purchases: boolean;
  /** From 1. */
  readonly page: number;
}

/** What `readReviewQuery` reads of an address. */
export const REVIEW_QUERY_NAMES = ['sort', 'stars', 'purchases', 'page'] as const;

/** SPEC §2: newest first, from the first page. Whatever an address has else means nothing. */
export function readReviewQuery(params: URLSearchParams): ReviewQuery {
  const sort = params.get('sort') ?? '';
  const stars = params.get('stars') ?? '';
  return {
    sort: Object.hasOwn(REVIEW_SORTS, sort) ? (sort as ReviewSort) : 'newest',
    stars: /^[1-5]$/.test(stars) ? Number(stars) : undefined,
    purchases: params.get('purchases') === '1',
    page: readPageNumber(params),
  };
}

/** The page an address asks for: 1 when it names none or something else. */
export function readPageNumber(params: URLSearchParams): number {
  const text = params.get('page') ?? '';
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}

/** The query of an address's first page without what goes without saying: '', '?sort=highest'. */
export function writeReviewQuery({ sort, stars, purchases }: Omit<ReviewQuery, 'page'>): string {
  const params = new URLSearchParams();
  if (sort !== 'newest') params.set('sort', sort);
  if (stars !== undefined) params.set('stars', String(stars));
  if (purchases) params.set('purchases', '1');
  return params.size === 0 ? '' : `?${params}`;
}

/** The same with its page: the one way to write what `readReviewQuery` reads. */
export function writeReviewAddress({ page, ...choice }: ReviewQuery): string {
  const first = writeReviewQuery(choice);
  return page === 1 ? first : `${first === '' ? '?' : `${first}&`}page=${page}`;
}

/** A choice of the list, as the page shows it: a link, so that it works without scripts. */
export interface ReviewChoice {
  readonly label: string;
  readonly search: string;
  readonly isCurrent: boolean;
}

/** Worked out on the server: what a page of reviews links to is data, not part of its script. */
export interface ReviewChoices {
  readonly sorts: readonly ReviewChoice[];
  /** From one star to five; the one that is chosen leads back to all. */
  readonly stars: readonly ReviewChoice[];
  /** Those from completed orders, with how many there are; undefined where there are none. */
  readonly purchases: ReviewChoice | undefined;
  /** What the links of the pages begin with. */
  readonly search: string;
  /** 'Only reviews with 4 stars', or undefined while all are shown. */
  readonly filter: string | undefined;
}

export function offerChoices(
  query: Omit<ReviewQuery, 'page'>,
  purchaseCount: number,
): ReviewChoices {
  const { sort, stars, purchases } = query;
  return {
    sorts: Object.entries(REVIEW_SORTS).map(([id, label]) => ({
      label: say(label),
      search: writeReviewQuery({ ...query, sort: id as ReviewSort }),
      isCurrent: id === sort,
    })),
    stars: [1, 2, 3, 4, 5].map((count) => ({
      label: sayCounted(count, '{count} star|{count} stars'),
      search: writeReviewQuery({ ...query, stars: count === stars ? undefined : count }),
      isCurrent: count === stars,
    })),
    purchases:
      purchaseCount === 0 && !purchases
        ? undefined
        : {
            label: say('Verified purchases ({count})', { count: purchaseCount }),
            search: writeReviewQuery({ ...query, purchases: !purchases }),
            isCurrent: purchases,
          },
    search: writeReviewQuery(query),
    filter: sayFilter(query),
  };
}

function sayFilter({ stars, purchases }: Pick<ReviewQuery, 'stars' | 'purchases'>) {
  if (stars === undefined)
    return purchases ? say('Only reviews from a verified purchase') : undefined;
  const values = { stars: sayCounted(stars, '{count} star|{count} stars') };
  return purchases
    ? say('Only reviews with {stars} from a verified purchase', values)
    : say('Only reviews with {stars}', values);
}

/** How many pages so many reviews fill; an empty list has one. */
export function countPages(reviewCount: number): number {
  return Math.max(1, Math.ceil(reviewCount / REVIEWS_PER_PAGE));
}
