import { msg } from '../../i18n/translate.ts';
import * as v from 'valibot';
import type { Catalogue } from '../../shop/catalogue.ts';
import { presentAddress } from '../../shop/present-address.ts';
import { findMainCurrency, leastAmount } from '../../shop/price.ts';
import { matchCatalogue } from '../../shop/search/search-cards.ts';
import type { Service } from '../../shop/service.ts';
import type { RatingOnCard } from '../../reviews/server/read-rating-summaries.server.ts';
import { instant, uuid } from '../../platform/fields.ts';
import {
  readRatingSummary,
  readReview,
  readReviewsAfter,
} from '../../reviews/server/read-reviews.server.ts';
import { pageOf, readCursor, refuseCursor, writeCursor } from './read-parameters.ts';
import { describeSections, describeService, describeServiceDetail, hrefOf } from './describe.ts';
import { publicOperation, type PublicOperation } from './operation.ts';
import { ApiProblem } from './problem.ts';
import { API_PATH } from '../protocol/rules.ts';
import {
  paging,
  RatingSummary,
  ReviewList,
  ReviewOfService,
  reviewPath,
  SectionList,
  ServiceDetail,
  serviceFilters,
  ServiceList,
  servicePath,
} from '../protocol/schemas.ts';

const EXAMPLE_SERVICE = `${API_PATH}/services/graphics/book-design`;

export const PUBLIC_OPERATIONS: readonly PublicOperation[] = [
  publicOperation({
    id: 'listSections',
    path: `${API_PATH}/sections`,
    title: msg('List sections'),
    description: msg('The sections of the catalogue and the areas in each, in catalogue order.'),
    answer: SectionList,
    example: `${API_PATH}/sections`,
    run: ({ settings, catalogue }) =>
      Promise.resolve({ data: describeSections(settings.origin, catalogue) }),
  }),
  publicOperation({
    id: 'listServices',
    path: `${API_PATH}/services`,
    title: msg('List services'),
    description: msg('Services that match all filters. Without filters, the whole catalogue.'),
    query: serviceFilters,
    answer: ServiceList,
    example: `${API_PATH}/services?section=graphics&maxPrice=50000&limit=1`,
    async run({ ratings: known, settings, catalogue }, filters) {
      requireFilters(catalogue, filters);
      const ratings = await known.read();
      const { services, next } = listCatalogue(catalogue, ratings, filters);
      return {
        data: services.map((service) => describeService(settings.origin, service, ratings)),
        nextCursor: next,
      };
    },
  }),
  publicOperation({
    id: 'getService',
    path: `${API_PATH}/services/{section}/{slug}`,
    title: msg('Read a service'),
    description: msg('Everything on the service’s page except its reviews.'),
    parameters: servicePath,
    answer: ServiceDetail,
    example: EXAMPLE_SERVICE,
    async run({ ratings, settings, catalogue }, { section, slug }) {
      const service = catalogue.findService(section, slug);
      return service && describeServiceDetail(settings.origin, service, await ratings.read());
    },
  }),
  publicOperation({
    id: 'listReviews',
    path: `${API_PATH}/services/{section}/{slug}/reviews`,
    title: msg('List the reviews of a service'),
    description: msg('Newest first. Email addresses and hidden reviews are never returned.'),
    parameters: servicePath,
    query: v.object(paging),
    answer: ReviewList,
    example: `${EXAMPLE_SERVICE}/reviews?limit=1`,
    async run({ db, catalogue }, { section, slug, limit, cursor }) {
      const service = catalogue.findService(section, slug);
      if (!service) return undefined;
      const place = cursor === undefined ? null : readReviewPlace(cursor);
      const found = await readReviewsAfter(db, service.addresses, place, limit + 1);
      return pageOf(found, limit, ({ createdAt, id }) => [createdAt, id]);
    },
  }),
  publicOperation({
    id: 'getRating',
    path: `${API_PATH}/services/{section}/{slug}/rating`,
    title: msg('Read the rating of a service'),
    description: msg('The average rating and the number of reviews for each number of stars.'),
    parameters: servicePath,
    answer: RatingSummary,
    example: `${EXAMPLE_SERVICE}/rating`,
    async run({ db, catalogue }, { section, slug }) {
      const service = catalogue.findService(section, slug);
      if (!service) return undefined;
      const { average, ratedCount, reviewCount, histogram } = await readRatingSummary(
        db,
        service.addresses,
      );
      return {
        average: ratedCount === 0 ? null : Number(average),
        ratedCount,
        reviewCount,
        histogram: [...histogram],
      };
    },
  }),
  publicOperation({
    id: 'getReview',
    path: `${API_PATH}/reviews/{id}`,
    title: msg('Read a review'),
    description: msg('A single review, such as the one named by a `review.posted` webhook.'),
    parameters: reviewPath,
    answer: ReviewOfService,
    // Reviews of services that left the catalogue change without a notification, so they are not cached.
    isKept: false,
    example: `${API_PATH}/reviews/00000000-0000-4000-8000-000000000000`,
    async run({ db, settings, catalogue }, { id }) {
      const review = await readReview(db, id);
      if (!review) return undefined;
      const service = hrefOf(presentAddress(catalogue, review));
      return { ...review, service: settings.origin + service };
    },
  }),
];

/** An unknown section or area is an error, not an empty list. */
function requireFilters(
  { sections }: Catalogue,
  { section, area }: { readonly section?: string | undefined; readonly area?: string | undefined },
): void {
  requireOneOf('section', section, () => sections.map(({ id }) => id));
  requireOneOf('area', area, () => sections.flatMap(({ areas }) => areas.map(({ id }) => id)));
}

function requireOneOf(parameter: string, value: string | undefined, known: () => string[]): void {
  if (value === undefined || known().includes(value)) return;
  throw new ApiProblem(
    'invalid-parameter',
    `'${parameter}' must be one of: ${known().join(', ')}.`,
    {
      parameter,
    },
  );
}

interface CataloguePart {
  readonly services: readonly Service[];
  readonly next: string | null;
}

/**
 * Returns a page of the matching services. The cursor is the last service's id and the order is that of the
 * catalogue, so that changing ratings neither repeat nor skip services.
 */
function listCatalogue(
  catalogue: Catalogue,
  ratings: ReadonlyMap<string, RatingOnCard>,
  filters: v.InferOutput<typeof serviceFilters>,
): CataloguePart {
  const { q, cursor, limit, minRating } = filters;
  const bounds = readPriceBounds(catalogue, filters);
  const all = q === undefined ? catalogue.services : matchCatalogue(catalogue, q);
  const isWanted = (service: Service) =>
    matches(service, filters, bounds) &&
    (minRating === undefined ||
      isRated(ratings.get(`${service.section}/${service.slug}`), minRating));
  const services: Service[] = [];
  // The loop stops at the end of the page, because a large shop has thousands of services.
  for (
    let at =
      cursor === undefined
        ? 0
        : placeAfter(all, cursor, (service) => matches(service, filters, bounds));
    at < all.length;
    at += 1
  ) {
    const service = all[at]!;
    if (!isWanted(service)) continue;
    if (services.length === limit) return { services, next: writeCursor([services.at(-1)!.id]) };
    services.push(service);
  }
  return { services, next: null };
}

function isRated(rating: RatingOnCard | undefined, least: number): boolean {
  return rating !== undefined && Number(rating.average) >= least;
}

interface PriceBounds {
  /** Undefined means any currency. */
  readonly currency: string | undefined;
  readonly minPrice: number;
  readonly maxPrice: number;
}

/** Prices are compared in the named currency, or else in the one that the filters of the section's page compare. */
function readPriceBounds(
  catalogue: Catalogue,
  { section, currency, minPrice, maxPrice }: v.InferOutput<typeof serviceFilters>,
): PriceBounds {
  const isBounded = minPrice !== undefined || maxPrice !== undefined;
  const listed = section === undefined ? catalogue.services : catalogue.servicesOf(section);
  return {
    currency:
      currency ?? (isBounded ? findMainCurrency(listed.map(({ price }) => price)) : undefined),
    minPrice: minPrice ?? 0,
    maxPrice: maxPrice ?? Infinity,
  };
}

function matches(
  service: Service,
  { section, area, maxDeliveryDays }: v.InferOutput<typeof serviceFilters>,
  { currency, minPrice, maxPrice }: PriceBounds,
): boolean {
  const amount = leastAmount(service);
  return (
    (section === undefined || service.section === section) &&
    (area === undefined || service.area === area) &&
    (currency === undefined || service.price.currency === currency) &&
    amount >= minPrice &&
    amount <= maxPrice &&
    (maxDeliveryDays === undefined || (service.deliveryDays ?? Infinity) <= maxDeliveryDays)
  );
}

/** Returns the index after the cursor's service. Throws if that service does not match the filters. */
function placeAfter(
  services: readonly Service[],
  cursor: string,
  isMatch: (service: Service) => boolean,
): number {
  const [id] = readCursor(cursor, v.strictTuple([v.string()]));
  const at = services.findIndex((service) => service.id === id);
  return at === -1 || !isMatch(services[at]!) ? refuseCursor() : at + 1;
}

const reviewPlace = v.strictTuple([instant, uuid]);

function readReviewPlace(cursor: string) {
  const [createdAt, id] = readCursor(cursor, reviewPlace);
  return { createdAt: new Date(createdAt), id };
}
