import type { Catalogue } from './catalogue.ts';
import type { Look } from './pictures/looks.ts';
import { formatCardPrice, type Price } from './price.ts';
import { shortTitle } from './short-title.ts';

/** A section under sail: where it leads, and what one pays there at least. */
export interface FleetBoat {
  readonly path: string;
  readonly name: string;
  readonly look: Look;
  /** '$53', or '' where it has nothing to show. */
  readonly from: string;
}

/** As many have room beside each other. */
const MOST_BOATS = 7;

/** The sections as ways into the catalogue. */
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
 * Of whole works where there are any: '$0.15 per word' is no price of a text. In the currency that
 * stands first, because two cannot be compared.
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
