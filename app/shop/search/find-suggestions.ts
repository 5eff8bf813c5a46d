import type { Catalogue } from '../catalogue.ts';
import { cardPicture, toCards } from '../service.ts';
import { marksOf, type Translated } from '../../platform/lang-of.ts';
import { plainPhotoPath } from '../../catalogue/protocol/photo.ts';
import { formatCardPrice } from '../price.ts';
import type { PriceTax } from '../price-tax.ts';

/** The error page suggests such services. */
export interface Suggestion extends Translated {
  readonly path: string;
  readonly title: string;
  readonly price: string;
  readonly picture: string;
}

const COUNT = 3;
const WIDTH = 640;

/**
 * Returns the first popular services. The suggestions are the same for every address, because the page cache holds
 * a single page for all missing addresses.
 */
export function findSuggestions(catalogue: Catalogue, priceTax: PriceTax): Suggestion[] {
  return toCards(catalogue.popular.slice(0, COUNT), new Map(), priceTax).map((card) => ({
    path: card.path,
    title: card.title,
    ...marksOf(card, 'title'),
    price: formatCardPrice(card.price),
    picture: card.photo ? plainPhotoPath(card.photo, WIDTH) : cardPicture(card),
  }));
}
