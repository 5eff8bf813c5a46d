import type { Catalogue } from './catalogue.ts';
import type { Look } from './pictures/looks.ts';
import { formatCardPrice, type Price } from './price.ts';
import { shortTitle } from './short-title.ts';

export interface FleetBoat {
  readonly path: string;
  readonly name: string;
  readonly look: Look;
  /** An example is '$53'. A section without visible services has ''. */
  readonly from: string;
}

/** No more boats fit side by side. */
const MOST_BOATS = 7;

export function readFleet(catalogue: Catalogue): FleetBoat[] {
  return catalogue.sections.slice(0, MOST_BOATS).map(({ id, title, look }) => {
    const least = leastPrice(catalogue.servicesOf(id).map(({ price }) => price));
    return {
      path: `/services/${id}`,
      name: shortTitle(title),
      look,
      from: least ? formatCardPrice(least) : '',
    };
  });
}

/**
 * Flat prices take precedence, because '$0.15 per word' is not the price of a text. Only prices in the currency of
 * the first service are compared, because amounts in different currencies cannot be.
 */
function leastPrice(prices: readonly Price[]): Price | undefined {
  const hasWhole = prices.some(({ unit }) => unit === 'flat');
  let least: Price | undefined;
  for (const price of prices) {
    if (hasWhole && price.unit !== 'flat') continue;
    if (least && (price.currency !== least.currency || price.amount >= least.amount)) continue;
    least = price;
  }
  return least;
}
