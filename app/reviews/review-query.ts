import { REVIEWS_PER_PAGE } from './rules.ts';

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
  /** From 1. */
  readonly page: number;
}

/** What `readReviewQuery` reads of an address. */
export const REVIEW_QUERY_NAMES = ['sort', 'stars', 'page'] as const;

/** SPEC §2: newest first, from the first page. Whatever an address has else means nothing. */
export function readReviewQuery(params: URLSearchParams): ReviewQuery {
  const sort = params.get('sort') ?? '';
  const stars = params.get('stars') ?? '';
  return {
    sort: Object.hasOwn(REVIEW_SORTS, sort) ? (sort as ReviewSort) : 'newest',
    stars: /^[1-5]$/.test(stars) ? Number(stars) : undefined,
    page: readPageNumber(params),
  };
}

/** The page an address asks for: 1 when it names none or something else. */
export function readPageNumber(params: URLSearchParams): number {
  const text = params.get('page') ?? '';
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}

/** The query of an address's first page without what goes without saying: '', '?sort=highest'. */
export function writeReviewQuery({ sort, stars }: Omit<ReviewQuery, 'page'>): string {
  const params = new URLSearchParams();
  if (sort !== 'newest') params.set('sort', sort);
  if (stars !== undefined) params.set('stars', String(stars));
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
  /** What the links of the pages begin with. */
  readonly search: string;
  /** '4 star reviews', or undefined while all are shown. */
  readonly filter: string | undefined;
}

export function offerChoices({ sort, stars }: Omit<ReviewQuery, 'page'>): ReviewChoices {
  return {
    sorts: Object.entries(REVIEW_SORTS).map(([id, label]) => ({
      label,
      search: writeReviewQuery({ sort: id as ReviewSort, stars }),
      isCurrent: id === sort,
    })),
    stars: [1, 2, 3, 4, 5].map((count) => ({
      label: count === 1 ? '1 star' : `${count} stars`,
      search: writeReviewQuery({ sort, stars: count === stars ? undefined : count }),
      isCurrent: count === stars,
    })),
    search: writeReviewQuery({ sort, stars }),
    filter:
      stars === undefined
        ? undefined
        : `Only reviews with ${stars === 1 ? '1 star' : `${stars} stars`}`,
  };
}

/** How many pages so many reviews fill; an empty list has one. */
export function countPages(reviewCount: number): number {
  return Math.max(1, Math.ceil(reviewCount / REVIEWS_PER_PAGE));
}
