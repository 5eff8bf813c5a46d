import type { Catalogue } from './catalogue.ts';
import { cardPicture, toCards } from './service.ts';
import { plainPhotoPath } from './photos/photo.ts';
import { formatCardPrice } from './price.ts';

/** A service that is shown where somebody has lost their way. */
export interface Find {
  readonly path: string;
  readonly title: string;
  readonly price: string;
  readonly picture: string;
}

const COUNT = 3;
const WIDTH = 640;

/**
 * What a page that is not there leads to: the first of the popular ones, the same for every
 * address, because one page is kept for all that is missing.
 */
export function findFinds(catalogue: Catalogue): Find[] {
  return toCards(catalogue.popular.slice(0, COUNT), new Map()).map((card) => ({
    path: card.path,
    title: card.title,
    price: formatCardPrice(card.price),
    picture: card.photo ? plainPhotoPath(card.photo, WIDTH) : cardPicture(card),
  }));
}
