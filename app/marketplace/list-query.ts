import { compareTitles } from './compare-titles.ts';
import { toUnits } from './price.ts';
import type { Section } from './sections.ts';
import type { CardService } from './service.ts';

export const SORTS = [
  { id: 'price', title: 'Price, low to high' },
  { id: 'price-desc', title: 'Price, high to low' },
  { id: 'rating', title: 'Rating' },
  { id: 'name', title: 'Name' },
] as const;

export type Sort = (typeof SORTS)[number]['id'];

export const MIN_RATINGS = ['4.5', '4', '3', '2'] as const;

/** More than the largest of the first sections has: so many are shown at once … */
const MOST_AT_ONCE = 36;
/** … and of more so many on a page, which costs no more to show than a section of a small shop. */
export const LIST_PAGE_SIZE = 24;

export const MAX_DAYS = [1, 3, 7, 14, 30] as const;

/** What a category page is asked to show; it lives in the page's address. */
export interface ListQuery {
  /** None means all. */
  readonly areas: readonly string[];
  /** In whole currency units, like `maxPrice`. */
  readonly minPrice: number | null;
  readonly maxPrice: number | null;
  readonly minRating: number | null;
  /** Delivered within so many. */
  readonly maxDays: number | null;
  /** Null keeps the catalogue's order, in its groups. */
  readonly sort: Sort | null;
  /** From 1. */
  readonly page: number;
}

/** What `readListQuery` reads of an address. */
export const LIST_QUERY_NAMES = ['area', 'min', 'max', 'rating', 'days', 'sort', 'page'] as const;

/** Reads the address; what is malformed or unknown counts as not given. */
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
    sort: SORTS.find(({ id }) => id === params.get('sort'))?.id ?? null,
    page: readPage(params.get('page')),
  };
}

/** The one way to write a query that `readListQuery` reads the same from: '' where it chooses nothing. */
export function writeListQuery(query: ListQuery): string {
  const { areas, minPrice, maxPrice, minRating, maxDays, sort, page } = query;
  const params = new URLSearchParams(areas.map((area) => ['area', area]));
  if (minPrice !== null) params.set('min', String(minPrice));
  if (maxPrice !== null) params.set('max', String(maxPrice));
  if (minRating !== null) params.set('rating', String(minRating));
  if (maxDays !== null) params.set('days', String(maxDays));
  if (sort !== null) params.set('sort', sort);
  if (page > 1) params.set('page', String(page));
  return params.size === 0 ? '' : `?${params}`;
}

function readPrice(text: string | null): number | null {
  return text !== null && /^\d{1,9}(\.\d{1,2})?$/.test(text.trim()) ? Number(text) : null;
}

function readPage(text: string | null): number {
  return text !== null && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1;
}

/** One page of what a category page lists; one beyond the last is the last. */
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

/** True when some services may be left out; sorting alone leaves out none. */
export function isFiltered({ areas, ...bounds }: ListQuery): boolean {
  const { minPrice, maxPrice, minRating, maxDays } = bounds;
  return areas.length > 0 || [minPrice, maxPrice, minRating, maxDays].some((one) => one !== null);
}

/** The services that match, in the order asked for; those equal in it stay in catalogue order. */
export function listServices(services: readonly CardService[], query: ListQuery): CardService[] {
  return inOrder(services, query.sort).filter((service) => matches(service, query));
}

const sorted = new WeakMap<readonly CardService[], Map<Sort, readonly CardService[]>>();

/** Put in order once, however many filters are asked for: a section of a large shop has thousands. */
function inOrder(services: readonly CardService[], sort: Sort | null): readonly CardService[] {
  if (sort === null) return services;
  const orders = sorted.get(services) ?? new Map<Sort, readonly CardService[]>();
  sorted.set(services, orders);
  const known = orders.get(sort) ?? services.toSorted(COMPARE[sort]);
  orders.set(sort, known);
  return known;
}

function matches(service: CardService, query: ListQuery): boolean {
  const price = toUnits(service.price);
  return (
    (query.areas.length === 0 || query.areas.includes(service.area)) &&
    (query.minPrice === null || price >= query.minPrice) &&
    (query.maxPrice === null || price <= query.maxPrice) &&
    (query.minRating === null || averageOf(service) >= query.minRating) &&
    // Of what says nothing nobody knows that it is soon enough.
    (query.maxDays === null || (service.deliveryDays ?? Infinity) <= query.maxDays)
  );
}

const COMPARE: Record<Sort, (a: CardService, b: CardService) => number> = {
  price: (a, b) => toUnits(a.price) - toUnits(b.price),
  'price-desc': (a, b) => toUnits(b.price) - toUnits(a.price),
  rating: (a, b) => averageOf(b) - averageOf(a) || countOf(b) - countOf(a),
  name: (a, b) => compareTitles(a.title, b.title),
};

/** Services that nobody has rated come after all others. */
function averageOf(service: CardService): number {
  return Number(service.rating?.average ?? 0);
}

function countOf(service: CardService): number {
  return service.rating?.ratedCount ?? 0;
}
