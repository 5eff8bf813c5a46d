import * as v from 'valibot';
import type { Catalogue } from '../../shop/catalogue.ts';
import { matchCatalogue } from '../../shop/search/search-cards.ts';
import type { Service } from '../../shop/service.ts';
import type { RatingOnCard } from '../../reviews/server/read-rating-summaries.server.ts';
import { readCursor, refuseCursor, writeCursor } from './cursor.ts';
import type { ServiceFilters } from '../protocol/schemas.ts';

export interface CataloguePart {
  readonly services: readonly Service[];
  readonly next: string | null;
}

/**
 * Returns a page of the matching services. The cursor is the last service's id and the order is that of the
 * catalogue, so that changing ratings neither repeat nor skip services.
 */
export function listCatalogue(
  catalogue: Catalogue,
  ratings: ReadonlyMap<string, RatingOnCard>,
  filters: v.InferOutput<typeof ServiceFilters>,
): CataloguePart {
  const { q, cursor, limit, minRating } = filters;
  const all = q === undefined ? catalogue.services : matchCatalogue(catalogue, q);
  const isWanted = (service: Service) =>
    matches(service, filters) &&
    (minRating === undefined ||
      isRated(ratings.get(`${service.section}/${service.slug}`), minRating));
  const services: Service[] = [];
  // The loop stops at the end of the page, because a large shop has thousands of services.
  for (
    let at = cursor === undefined ? 0 : placeAfter(all, filters, cursor);
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

/** Returns the index after the cursor's service. Throws if that service does not match the filters. */
function placeAfter(
  services: readonly Service[],
  filters: v.InferOutput<typeof ServiceFilters>,
  cursor: string,
): number {
  const [id] = readCursor(cursor, v.strictTuple([v.string()]));
  const at = services.findIndex((service) => service.id === id);
  return at === -1 || !matches(services[at]!, filters) ? refuseCursor() : at + 1;
}
