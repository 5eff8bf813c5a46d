import * as v from 'valibot';
import type { Catalogue } from '../../marketplace/catalogue.ts';
import type { KnownCatalogue } from '../../marketplace/live-catalogue.server.ts';
import { presentAddress } from '../../marketplace/present-address.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { instant, uuid } from '../../platform/fields.ts';
import type { RatingOnCard } from '../../reviews/read-rating-summaries.server.ts';
import {
  readRatingSummary,
  readReview,
  readReviewsAfter,
  type ReviewView,
} from '../../reviews/read-reviews.server.ts';
import { readCursor, refuseCursor, writeCursor } from './cursor.ts';
import { listCatalogue } from './list-catalogue.server.ts';
import { describeSections, describeService, describeServiceDetail, hrefOf } from './describe.ts';
import { ApiProblem } from './problem.ts';
import type { Parameters } from './read-parameters.ts';
import { API_PATH } from './rules.ts';
import {
  paging,
  RatingSummary,
  ReviewList,
  ReviewOfService,
  ReviewPath,
  SectionList,
  ServiceDetail,
  ServiceFilters,
  ServiceList,
  ServicePath,
} from './schemas.ts';

export interface ApiServices extends KnownCatalogue {
  readonly db: Database;
  readonly settings: { readonly origin: string };
  /** By 'section/slug'. */
  readonly ratings: { read(): Promise<ReadonlyMap<string, RatingOnCard>> };
}

/** One thing that can be asked: its description and what answers it are the same object. */
export interface Operation {
  readonly id: string;
  /** With {names} of its parameters. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly parameters: Parameters;
  readonly query: Parameters;
  readonly answer: v.GenericSchema;
  /** What caches may do with an answer that was asked for without a key. */
  readonly caching: string;
  /** Whether what it answers changes only when a review or a setting does, and somebody says so. */
  readonly isKept: boolean;
  /** A request that works on every installation, for the documentation. */
  readonly example: string;
  /** Undefined when what the path names is not there. */
  run(services: ApiServices, input: Readonly<Record<string, unknown>>): Promise<unknown>;
}

const NOTHING = v.object({});
/** What was published, or hidden, must be seen with the next request. */
const CACHING = 'public, no-cache';
const EXAMPLE_SERVICE = `${API_PATH}/services/graphics/book-design`;

/** Checks the types of one operation against its own schemas. */
function operation<P extends Parameters, Q extends Parameters, A extends v.GenericSchema>(
  it: Omit<Operation, 'run' | 'parameters' | 'query' | 'answer'> & {
    readonly parameters: P;
    readonly query: Q;
    readonly answer: A;
    run(
      services: ApiServices,
      input: v.InferOutput<P> & v.InferOutput<Q>,
    ): Promise<v.InferInput<A> | undefined>;
  },
): Operation {
  return it;
}

export const OPERATIONS: readonly Operation[] = [
  operation({
    id: 'listSections',
    path: `${API_PATH}/sections`,
    title: 'List the sections',
    description: 'The sections of the catalogue and the areas in each, in the catalogue’s order.',
    parameters: NOTHING,
    query: NOTHING,
    answer: SectionList,
    caching: CACHING,
    isKept: true,
    example: `${API_PATH}/sections`,
    run: ({ settings, catalogue }) =>
      Promise.resolve({ data: describeSections(settings.origin, catalogue) }),
  }),
  operation({
    id: 'listServices',
    path: `${API_PATH}/services`,
    title: 'List services',
    description:
      'The services that meet every condition given. Without conditions, the whole catalogue.',
    parameters: NOTHING,
    query: ServiceFilters,
    answer: ServiceList,
    caching: CACHING,
    isKept: true,
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
  operation({
    id: 'getService',
    path: `${API_PATH}/services/{section}/{slug}`,
    title: 'Read a service',
    description: 'Everything that the service’s page says, but for its reviews.',
    parameters: ServicePath,
    query: NOTHING,
    answer: ServiceDetail,
    caching: CACHING,
    isKept: true,
    example: EXAMPLE_SERVICE,
    async run({ ratings, settings, catalogue }, { section, slug }) {
      const service = catalogue.findService(section, slug);
      return service && describeServiceDetail(settings.origin, service, await ratings.read());
    },
  }),
  operation({
    id: 'listReviews',
    path: `${API_PATH}/services/{section}/{slug}/reviews`,
    title: 'List the reviews of a service',
    description: 'Newest first. E-mail addresses and hidden reviews are never given out.',
    parameters: ServicePath,
    query: v.object(paging),
    answer: ReviewList,
    caching: CACHING,
    isKept: true,
    example: `${EXAMPLE_SERVICE}/reviews?limit=1`,
    async run({ db, catalogue }, { section, slug, limit, cursor }) {
      const service = catalogue.findService(section, slug);
      if (!service) return undefined;
      const place = cursor === undefined ? null : readReviewPlace(cursor);
      const found = await readReviewsAfter(db, service.addresses, place, limit + 1);
      const data = found.slice(0, limit);
      return { data, nextCursor: found.length > limit ? writeReviewPlace(data.at(-1)) : null };
    },
  }),
  operation({
    id: 'getRating',
    path: `${API_PATH}/services/{section}/{slug}/rating`,
    title: 'Read the rating of a service',
    description: 'The average of its stars and how many reviews gave each number of them.',
    parameters: ServicePath,
    query: NOTHING,
    answer: RatingSummary,
    caching: CACHING,
    isKept: true,
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
  operation({
    id: 'getReview',
    path: `${API_PATH}/reviews/{id}`,
    title: 'Read a review',
    description: 'One review, such as the one that a `review.posted` webhook names.',
    parameters: ReviewPath,
    query: NOTHING,
    answer: ReviewOfService,
    caching: CACHING,
    // Of a service that has left the catalogue nobody says that a review changed.
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

/** A section or a group that is not in the catalogue is a mistake, and no empty list. */
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

function writeReviewPlace(review: ReviewView | undefined): string | null {
  return review ? writeCursor([review.createdAt, review.id]) : null;
}

const reviewPlace = v.tuple([instant, uuid]);

function readReviewPlace(cursor: string) {
  const place = v.safeParse(reviewPlace, readCursor(cursor, 2));
  if (!place.success) return refuseCursor();
  const [createdAt, id] = place.output;
  return { createdAt: new Date(createdAt), id };
}
