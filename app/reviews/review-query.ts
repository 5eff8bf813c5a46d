import { REVIEWS_PER_PAGE } from './rules.ts';
import { t, msg } from '../i18n/translate.ts';

export const REVIEW_SORTS = {
  newest: msg('Newest'),
  highest: msg('Highest rated'),
  lowest: msg('Lowest rated'),
  text: msg('With text'),
} as const;

export type ReviewSort = keyof typeof REVIEW_SORTS;

export interface ReviewQuery {
  readonly sort: ReviewSort;
  readonly stars: number | undefined;
  /** Only reviews from a completed order are shown (rule 223). */
  readonly purchases: boolean;
  readonly page: number;
}

export const REVIEW_QUERY_NAMES = ['sort', 'stars', 'purchases', 'page'] as const;

/** The defaults are newest first and the first page (rule 82). Invalid values are ignored. */
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

/** Returns 1 when the number is missing or invalid. */
export function readPageNumber(params: URLSearchParams): number {
  const text = params.get('page') ?? '';
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}

/** Default values are left out: '', '?sort=highest'. */
export function writeReviewQuery({ sort, stars, purchases }: Omit<ReviewQuery, 'page'>): string {
  const params = new URLSearchParams();
  if (sort !== 'newest') params.set('sort', sort);
  if (stars !== undefined) params.set('stars', String(stars));
  if (purchases) params.set('purchases', '1');
  return params.size === 0 ? '' : `?${params}`;
}

/** The function is the canonical inverse of `readReviewQuery`. */
export function writeReviewAddress({ page, ...choice }: ReviewQuery): string {
  const first = writeReviewQuery(choice);
  return page === 1 ? first : `${first === '' ? '?' : `${first}&`}page=${page}`;
}

/** Choices are links, so that they work without scripts. */
export interface ReviewChoice {
  readonly label: string;
  readonly search: string;
  readonly isCurrent: boolean;
}

/** The server computes the links, so that their code is not part of the page's script. */
export interface ReviewChoices {
  readonly sorts: readonly ReviewChoice[];
  /** The current choice links back to all reviews. */
  readonly stars: readonly ReviewChoice[];
  /** Undefined means that no review comes from a completed order. */
  readonly purchases: ReviewChoice | undefined;
  /** The links of the pages begin with this query. */
  readonly search: string;
  /** An example is 'Only reviews with 4 stars'. */
  readonly filter: string | undefined;
}

export function offerChoices(
  query: Omit<ReviewQuery, 'page'>,
  purchaseCount: number,
): ReviewChoices {
  const { sort, stars, purchases } = query;
  return {
    sorts: Object.entries(REVIEW_SORTS).map(([id, label]) => ({
      label: t(label),
      search: writeReviewQuery({ ...query, sort: id as ReviewSort }),
      isCurrent: id === sort,
    })),
    stars: [1, 2, 3, 4, 5].map((count) => ({
      label: t('{count, plural, one {# star} other {# stars}}', { count }),
      search: writeReviewQuery({ ...query, stars: count === stars ? undefined : count }),
      isCurrent: count === stars,
    })),
    purchases:
      purchaseCount === 0 && !purchases
        ? undefined
        : {
            label: t('Verified purchases ({count})', { count: purchaseCount }),
            search: writeReviewQuery({ ...query, purchases: !purchases }),
            isCurrent: purchases,
          },
    search: writeReviewQuery(query),
    filter: describeFilter(query),
  };
}

function describeFilter({ stars, purchases }: Pick<ReviewQuery, 'stars' | 'purchases'>) {
  if (stars === undefined)
    return purchases ? t('Only reviews from a verified purchase') : undefined;
  const values = { stars: t('{count, plural, one {# star} other {# stars}}', { count: stars }) };
  return purchases
    ? t('Only reviews with {stars} from a verified purchase', values)
    : t('Only reviews with {stars}', values);
}

/** An empty list has one page. */
export function countPages(reviewCount: number): number {
  return Math.max(1, Math.ceil(reviewCount / REVIEWS_PER_PAGE));
}
