import { msg } from '../i18n/translate.ts';
import { compareTitles } from './search/compare-titles.ts';
import { findMainCurrency, toUnits } from './price.ts';
import type { Section } from './sections.ts';
import type { CardService } from './service.ts';
import { toLatinDigits } from '../platform/latin-digits.ts';

export const SORTS = [
  { id: 'price', title: msg('Price, low to high') },
  { id: 'price-desc', title: msg('Price, high to low') },
  { id: 'rating', title: msg('Rating') },
  { id: 'name', title: msg('Name') },
] as const;

export type Sort = (typeof SORTS)[number]['id'];

export const MIN_RATINGS = ['4.5', '4', '3', '2'] as const;

/**
 * Sections up to this size are shown on a single page. The limit is above the largest section of the initial
 * catalogue.
 */
const MOST_AT_ONCE = 36;
/** A page of this size costs no more to render than a section of a small shop. */
export const LIST_PAGE_SIZE = 24;

export const MAX_DAYS = [1, 3, 7, 14, 30] as const;

/** The page's address stores the filters. */
export interface ListQuery {
  /** An empty list means all areas. */
  readonly areas: readonly string[];
  /** Both prices are in whole currency units. */
  readonly minPrice: number | null;
  readonly maxPrice: number | null;
  readonly minRating: number | null;
  readonly maxDays: number | null;
  /** Only services that can be ordered without an offer. The caller filters, because a shop can turn orders off. */
  readonly isOrderable: boolean;
  /** Null keeps the catalogue's order, in its groups. */
  readonly sort: Sort | null;
  readonly page: number;
}

export const LIST_QUERY_NAMES = [
  'area',
  'min',
  'max',
  'rating',
  'days',
  'order',
  'sort',
  'page',
] as const;

/** The parameter 'order' with this value means 'Can be ordered now', in lists and searches. */
export const ORDER_NOW = 'now';

/** Parses the URL parameters. Malformed or unknown values count as absent. */
export function readListQuery(params: URLSearchParams, section: Section): ListQuery {
  const wanted = new Set(params.getAll('area'));
  const minPrice = readPrice(params.get('min'));
  const maxPrice = readPrice(params.get('max'));
  const isSwapped = minPrice !== null && maxPrice !== null && minPrice > maxPrice;
  return {
    areas: section.areas.map(({ id }) => id).filter((id) => wanted.has(id)),
    minPrice: isSwapped ? maxPrice : minPrice,
    maxPrice: isSwapped ? minPrice : maxPrice,
    minRating: readMinRating(params.get('rating')),
    maxDays: MAX_DAYS.find((known) => String(known) === params.get('days')) ?? null,
    isOrderable: params.get('order') === ORDER_NOW,
    sort: SORTS.find(({ id }) => id === params.get('sort'))?.id ?? null,
    page: readPage(params.get('page')),
  };
}

/** The function is the canonical inverse of `readListQuery`. Returns '' for a query without choices. */
export function writeListQuery(query: ListQuery): string {
  const { areas, minPrice, maxPrice, minRating, maxDays, isOrderable, sort, page } = query;
  const params = new URLSearchParams(areas.map((area) => ['area', area]));
  if (minPrice !== null) params.set('min', String(minPrice));
  if (maxPrice !== null) params.set('max', String(maxPrice));
  if (minRating !== null) params.set('rating', String(minRating));
  if (maxDays !== null) params.set('days', String(maxDays));
  if (isOrderable) params.set('order', ORDER_NOW);
  if (sort !== null) params.set('sort', sort);
  if (page > 1) params.set('page', String(page));
  return params.size === 0 ? '' : `?${params}`;
}

/** A visitor may type '80,50': one or two digits after a comma are decimals in every format. */
function readPrice(text: string | null): number | null {
  const typed = toLatinDigits(text ?? '')
    .trim()
    .replace(',', '.');
  return /^\d{1,11}(\.\d{1,2})?$/.test(typed) ? Number(typed) : null;
}

function readPage(text: string | null): number {
  return text !== null && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1;
}

/** A number beyond the last page returns the last page. */
export function pageOfList(
  services: readonly CardService[],
  wanted: number,
): {
  readonly services: readonly CardService[];
  readonly page: number;
  readonly pageCount: number;
} {
  if (services.length <= MOST_AT_ONCE) return { services, page: 1, pageCount: 1 };
  const pageCount = Math.ceil(services.length / LIST_PAGE_SIZE);
  const page = Math.min(wanted, pageCount);
  const from = (page - 1) * LIST_PAGE_SIZE;
  return { services: services.slice(from, from + LIST_PAGE_SIZE), page, pageCount };
}

function readMinRating(text: string | null): number | null {
  return MIN_RATINGS.some((known) => known === text) ? Number(text) : null;
}

/** Sorting hides no service and does not count. */
export function isFiltered({ areas, ...bounds }: ListQuery): boolean {
  const { minPrice, maxPrice, minRating, maxDays, isOrderable } = bounds;
  return (
    isOrderable ||
    areas.length > 0 ||
    [minPrice, maxPrice, minRating, maxDays].some((one) => one !== null)
  );
}

/**
 * Equal services stay in catalogue order. Prices of other currencies than that of most services are in no price range, and
 * follow when sorted by price.
 */
export function listServices(services: readonly CardService[], query: ListQuery): CardService[] {
  const currency = findMainCurrency(services.map(({ price }) => price));
  return inOrder(services, query.sort, currency).filter((service) =>
    matches(service, query, currency),
  );
}

const sorted = new WeakMap<readonly CardService[], Map<Sort, readonly CardService[]>>();

/** The sorted lists are cached for all filters, because a section of a large shop has thousands of services. */
function inOrder(
  services: readonly CardService[],
  sort: Sort | null,
  currency: string | undefined,
): readonly CardService[] {
  if (sort === null) return services;
  const orders = sorted.get(services) ?? new Map<Sort, readonly CardService[]>();
  sorted.set(services, orders);
  const known = orders.get(sort) ?? services.toSorted(compareBy(sort, currency));
  orders.set(sort, known);
  return known;
}

function matches(service: CardService, query: ListQuery, currency: string | undefined): boolean {
  // A price of another currency is NaN, which lies in no range.
  const price = service.price.currency === currency ? toUnits(service.price) : NaN;
  return (
    (query.areas.length === 0 || query.areas.includes(service.area)) &&
    (query.minPrice === null || price >= query.minPrice) &&
    (query.maxPrice === null || price <= query.maxPrice) &&
    (query.minRating === null || averageOf(service) >= query.minRating) &&
    // A service without a stated delivery time never counts as soon enough.
    (query.maxDays === null || (service.deliveryDays ?? Infinity) <= query.maxDays)
  );
}

function compareBy(
  sort: Sort,
  currency: string | undefined,
): (a: CardService, b: CardService) => number {
  switch (sort) {
    case 'rating':
      return (a, b) => averageOf(b) - averageOf(a) || countOf(b) - countOf(a);
    case 'name':
      return (a, b) => compareTitles(a.title, b.title);
    default: {
      const direction = sort === 'price' ? 1 : -1;
      const keyOf = ({ price }: CardService) =>
        price.currency === currency ? direction * toUnits(price) : Number.MAX_VALUE;
      return (a, b) => keyOf(a) - keyOf(b);
    }
  }
}

/** Services without a rating sort last. */
function averageOf(service: CardService): number {
  return Number(service.rating?.average ?? 0);
}

function countOf(service: CardService): number {
  return service.rating?.ratedCount ?? 0;
}
