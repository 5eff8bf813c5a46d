import type { Look } from './pictures/looks.ts';
import { drawingPath, picturePath } from './pictures/picture-path.ts';
import type { PhotoFile, ServicePhoto, ServiceVideo } from './photos/photo.ts';
import type { Price } from './price.ts';

/** What a person writes about one of the first services: see `content/services/`. */
export interface ServiceRecord {
  readonly title: string;
  readonly area: string;
  readonly price: Price;
  /** One line for cards and search results, at most 90 characters. */
  readonly summary: string;
  /** One paragraph for the service's page: what is delivered, and in what form. */
  readonly description: string;
}

/** Where a service is found, or was. No two services ever share one. */
export interface Address {
  readonly section: string;
  readonly slug: string;
}

export const PACKAGE_NAMES = ['basic', 'standard', 'premium'] as const;

/** A service in one of up to three sizes. */
export interface ServicePackage {
  readonly name: (typeof PACKAGE_NAMES)[number];
  /** In the smallest unit of the service's currency. */
  readonly amount: number;
  readonly deliveryDays: number | null;
  readonly revisions: number | null;
  readonly contents: string;
}

export interface ServiceQuestion {
  readonly question: string;
  readonly answer: string;
}

/** A service as the product uses it. */
export interface Service extends ServiceRecord, Address {
  /** Never changes, whatever else of it does. */
  readonly id: string;
  /** In a translated catalogue: the texts that stay as they were written. */
  readonly inSource?: readonly string[];
  /** Canonical path, not percent-encoded. */
  readonly path: string;
  /** Of its section. */
  readonly look: Look;
  /** Under which name it was drawn; null for one that nobody has drawn. */
  readonly art: string | null;
  readonly deliveryDays: number | null;
  readonly revisions: number | null;
  /** What the buyer gives, and what they get; '' where nothing is said. */
  readonly needs: string;
  readonly delivers: string;
  readonly packages: readonly ServicePackage[];
  readonly questions: readonly ServiceQuestion[];
  /** In order: the first stands for the service. Without any it has its drawing. */
  readonly photos: readonly ServicePhoto[];
  readonly videos: readonly ServiceVideo[];
  /** All it was ever found under, the present one first: reviews and chats are kept under them. */
  readonly addresses: readonly Address[];
}

/** The slug rule of SPEC §2: lower case, spaces become hyphens, '-' and '&' are kept. */
export function slugOf(title: string): string {
  return title.toLowerCase().replaceAll(' ', '-');
}

/** What a card shows; the long texts stay on the service's page. */
export interface CardService extends Pick<
  Service,
  'title' | 'area' | 'price' | 'summary' | 'section' | 'path'
> {
  /** In a translated catalogue: the texts that stay as they were written. */
  readonly inSource?: readonly string[];
  /** Only where it is said how soon it is delivered. */
  readonly deliveryDays?: number;
  /** Only where it is not the drawing that its address names. */
  readonly picture?: string;
  /** Only where it has one, which is then its picture. */
  readonly photo?: PhotoFile;
  /** Only where somebody has rated the service. */
  readonly rating?: CardRating | undefined;
}

export interface CardRating {
  /** Two decimals. */
  readonly average: string;
  readonly ratedCount: number;
}

/** Cards of services, with the ratings found for their addresses: made once of what both stay. */
export function toCards(
  services: readonly Service[],
  ratings: ReadonlyMap<string, CardRating>,
): readonly CardService[] {
  const known = madeCards.get(services);
  if (known?.ratings === ratings) return known.cards;
  const cards = makeCards(services, ratings);
  madeCards.set(services, { ratings, cards });
  return cards;
}

/** A section of a large shop has thousands, of which a page shows a few. */
const madeCards = new WeakMap<
  readonly Service[],
  { readonly ratings: ReadonlyMap<string, CardRating>; readonly cards: readonly CardService[] }
>();

function makeCards(
  services: readonly Service[],
  ratings: ReadonlyMap<string, CardRating>,
): CardService[] {
  return services.map((service) => {
    const { title, area, price, summary, section, slug, path, inSource } = service;
    const picture = drawingPath(service);
    const [photo] = service.photos;
    return {
      title,
      area,
      price,
      summary,
      section,
      path,
      ...(inSource && inSource.length > 0 && { inSource }),
      ...(service.deliveryDays !== null && { deliveryDays: service.deliveryDays }),
      ...(photo
        ? { photo: { id: photo.id, width: photo.width } }
        : picture !== picturePath(`${section}/${slug}`, 'scene') && { picture }),
      rating: ratings.get(`${section}/${slug}`),
    };
  });
}

/** The drawing on a card that has no photo. */
export function cardPicture({ picture, path }: CardService): string {
  return picture ?? picturePath(path.slice('/services/'.length), 'scene');
}
