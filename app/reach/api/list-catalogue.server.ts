import type * as v from 'valibot';
import type { Catalogue } from '../../marketplace/catalogue.ts';
import { matchCatalogue } from '../../marketplace/search-cards.ts';
import type { Service } from '../../marketplace/service.ts';
import type { RatingOnCard } from '../../reviews/read-rating-summaries.server.ts';
import { readCursor, refuseCursor, writeCursor } from './cursor.ts';
import type { ServiceFilters } from './schemas.ts';

export interface CataloguePart {
  readonly services: readonly Service[];
  readonly next: string | null;
}

/**
 * One page of the services that meet the filters. The cursor names the last service shown, and
 * the order comes from the catalogue alone: a rating that changes between two pages can neither
 * repeat a service nor skip one that meets the filters all the time.
 */
export function listCatalogue(
  catalogue: Catalogue,
  ratings: ReadonlyMap<string, RatingOnCard>,
  filters: v.InferOutput<typeof ServiceFilters>,
): CataloguePart {
  const { q } = filters;
  const all = q === undefined ? catalogue.services : matchCatalogue(catalogue, q);
  const ordered = all.filter((service) => matches(service, filters));
  const rest = filters.cursor === undefined ? ordered : after(ordered, filters.cursor);
  const { limit, minRating } = filters;
  if (minRating === undefined) {
    const services = rest.slice(0, limit);
    return { services, next: nextOf(services, rest) };
  }
  const rated = rest.filter(({ section, slug }) => {
    const average = ratings.get(`${section}/${slug}`)?.average;
    return average !== undefined && Number(average) >= minRating;
  });
  const services = rated.slice(0, limit);
  return { services, next: nextOf(services, rated) };
}

function matches(service: Service, filters: v.InferOutput<typeof ServiceFilters>): boolean {
  const { section, area, minPrice, maxPrice, maxDeliveryDays } = filters;
  return (
    (section === undefined || service.section === section) &&
    (area === undefined || service.area === area) &&
    (minPrice === undefined || service.price.amount >= minPrice) &&
    (maxPrice === undefined || service.price.amount <= maxPrice) &&
    (maxDeliveryDays === undefined || (service.deliveryDays ?? Infinity) <= maxDeliveryDays)
  );
}

function after(services: readonly Service[], cursor: string): readonly Service[] {
  const [id] = readCursor(cursor, 1);
  const at = services.findIndex((service) => service.id === id);
  return at === -1 ? refuseCursor() : services.slice(at + 1);
}

function nextOf(shown: readonly Service[], all: readonly Service[]): string | null {
  const last = shown.at(-1);
  return last && all.length > shown.length ? writeCursor([last.id]) : null;
}
