import type { SectionId } from './sections.ts';
import type { Price } from './price.ts';

/** What a person writes about one service: see `content/services/`. */
export interface ServiceRecord {
  readonly title: string;
  readonly area: string;
  readonly price: Price;
  /** One line for cards and search results, at most 90 characters. */
  readonly summary: string;
  /** One paragraph for the service's page: what is delivered, and in what form. */
  readonly description: string;
}

/** A service as the product uses it: the record and where it lives. */
export interface Service extends ServiceRecord {
  readonly section: SectionId;
  readonly slug: string;
  /** Canonical path, not percent-encoded. */
  readonly path: string;
}

/** The slug rule of SPEC §2: lower case, spaces become hyphens, '-' and '&' are kept. */
export function slugOf(title: string): string {
  return title.toLowerCase().replaceAll(' ', '-');
}

/** What a card shows; the long description stays on the service's page. */
export interface CardService extends Omit<Service, 'description'> {
  /** Only where somebody has rated the service. */
  readonly rating?: CardRating | undefined;
}

export interface CardRating {
  /** Two decimals. */
  readonly average: string;
  readonly ratedCount: number;
}

/** Cards of services, with the ratings found for their paths. */
export function toCards(
  services: readonly Service[],
  ratings: ReadonlyMap<string, CardRating>,
): CardService[] {
  return services.map(({ description, ...service }) => ({
    ...service,
    rating: ratings.get(`${service.section}/${service.slug}`),
  }));
}
