import { NO_PRICE_TAX, shownPrice, type PriceTax } from './price-tax.ts';
import type { Fallbacks } from '../platform/lang-of.ts';
import type { Look } from './pictures/looks.ts';
import { drawingPath, picturePath } from './pictures/picture-path.ts';
import type { PhotoFile, ServicePhoto, ServiceVideo } from '../catalogue/protocol/photo.ts';
import type { IntakeForm } from '../orders/intake/intake-form.ts';
import type { OptionSnapshot } from '../orders/pricing/price-order.ts';
import type { QuantityRule } from '../orders/pricing/quantity.ts';
import type { ServiceChecklistItem } from './checklist.ts';
import type { IncludedRequests } from './included-requests.ts';
import type { Price } from './price.ts';

/** The files of the initial catalogue in `content/services/` have this shape. */
export interface ServiceRecord {
  readonly title: string;
  readonly area: string;
  readonly price: Price;
  /** The line for cards and search results has at most 90 characters. */
  readonly summary: string;
  /** The paragraph says what is delivered, and in what form. */
  readonly description: string;
}

/** The address may be a former one. No two services ever share an address. */
export interface Address {
  readonly section: string;
  readonly slug: string;
}

export const PACKAGE_NAMES = ['basic', 'standard', 'premium'] as const;

export interface ServicePackage {
  readonly name: (typeof PACKAGE_NAMES)[number];
  /** The amount is in the smallest unit of the service's currency. */
  readonly amount: number;
  readonly deliveryDays: number | null;
  readonly revisions: number | null;
  readonly contents: string;
}

/** Buyers choose options with the service. The id is immutable: orders and translations refer to it. */
export interface ServiceOption extends OptionSnapshot {
  readonly title: string;
  /** '' means no description. */
  readonly description: string;
}

export interface ServiceQuestion {
  readonly question: string;
  readonly answer: string;
}

/** The fields that decide how a service can be ordered. */
export interface Ordering {
  readonly options: readonly ServiceOption[];
  /** Empty means that the lines of `needs` are the questions. */
  readonly intake: IntakeForm;
  readonly quantity: QuantityRule;
  /** The switch of the service. The shop has a setting, too. */
  readonly isOrderable: boolean;
  /** 'Order once' and 'Subscribe', for a price per period. */
  readonly allowsOnce: boolean;
  readonly allowsSubscription: boolean;
  /** Only a subscription includes them. */
  readonly requests: IncludedRequests;
  /** The name of its tax rate. '' means the default of the country. */
  readonly taxRate: string;
  /** A percentage that is paid first, or null if the price is paid in one sum. Periods have no deposit. */
  readonly deposit: number | null;
  readonly checklist: readonly ServiceChecklistItem[];
}

/** The checklist is the team's. */
export interface Service extends ServiceRecord, Address, Omit<Ordering, 'checklist'> {
  /** The id is immutable. */
  readonly id: string;
  /** These texts of a translated catalogue are still in the source language. */
  readonly fallbacks?: Fallbacks;
  /** The canonical path is not percent-encoded. */
  readonly path: string;
  readonly look: Look;
  /** The drawings have this name. Null means that there are none. */
  readonly art: string | null;
  readonly deliveryDays: number | null;
  readonly revisions: number | null;
  /** The texts describe the buyer's part and the result. '' means no information. */
  readonly needs: string;
  readonly delivers: string;
  readonly packages: readonly ServicePackage[];
  readonly questions: readonly ServiceQuestion[];
  /** The first photo represents the service. Without photos, the drawing does. */
  readonly photos: readonly ServicePhoto[];
  readonly videos: readonly ServiceVideo[];
  /** The list has present and former addresses, the present one first. Reviews and chats are stored under them. */
  readonly addresses: readonly Address[];
}

/** A service as its page shows it. Options have their price and days as a text. */
export type ShownService = Omit<
  Service,
  | 'addresses'
  | 'intake'
  | 'quantity'
  | 'isOrderable'
  | 'allowsOnce'
  | 'allowsSubscription'
  | 'requests'
  | 'options'
  | 'taxRate'
  | 'deposit'
> & {
  /** An example is 'Includes 5 articles per month'. '' means nothing. */
  readonly included: string;
  readonly options: readonly (Pick<ServiceOption, 'id' | 'title' | 'description'> & {
    readonly terms: string;
  })[];
};

/** The slug rule of rule 56 makes letters lower case, turns spaces into hyphens, and keeps '-' and '&'. */
export function slugOf(title: string): string {
  return title.toLowerCase().replaceAll(' ', '-');
}

/** Long texts are left out to keep lists small. */
export interface CardService extends Pick<
  Service,
  'title' | 'area' | 'price' | 'summary' | 'section' | 'path'
> {
  /** These texts of a translated catalogue are still in the source language. */
  readonly fallbacks?: Fallbacks;
  readonly deliveryDays?: number;
  /** The field is absent when the drawing follows from the service's address. */
  readonly picture?: string;
  /** The photo takes precedence over the drawing. */
  readonly photo?: PhotoFile;
  readonly rating?: CardRating | undefined;
}

export interface CardRating {
  /** The number has two decimals. */
  readonly average: string;
  readonly ratedCount: number;
}

/** The result is cached while the arguments are the same objects. */
export function toCards(
  services: readonly Service[],
  ratings: ReadonlyMap<string, CardRating>,
  priceTax: PriceTax = NO_PRICE_TAX,
): readonly CardService[] {
  const known = madeCards.get(services);
  if (known?.ratings === ratings && known.priceTax === priceTax) return known.cards;
  const cards = makeCards(services, ratings, priceTax);
  madeCards.set(services, { ratings, priceTax, cards });
  return cards;
}

/** A section of a large shop has thousands of services, of which a page shows a few. */
const madeCards = new WeakMap<
  readonly Service[],
  {
    readonly ratings: ReadonlyMap<string, CardRating>;
    readonly priceTax: PriceTax;
    readonly cards: readonly CardService[];
  }
>();

function makeCards(
  services: readonly Service[],
  ratings: ReadonlyMap<string, CardRating>,
  priceTax: PriceTax,
): CardService[] {
  return services.map((service) => {
    const { title, area, summary, section, slug, path, fallbacks } = service;
    const picture = drawingPath(service);
    const [photo] = service.photos;
    return {
      title,
      area,
      price: shownPrice(service, priceTax),
      summary,
      section,
      path,
      ...(fallbacks && { fallbacks }),
      ...(service.deliveryDays !== null && { deliveryDays: service.deliveryDays }),
      ...(photo
        ? { photo: { id: photo.id, width: photo.width } }
        : picture !== picturePath(`${section}/${slug}`, 'scene') && { picture }),
      rating: ratings.get(`${section}/${slug}`),
    };
  });
}

export function cardPicture({ picture, path }: CardService): string {
  return picture ?? picturePath(path.slice('/services/'.length), 'scene');
}
