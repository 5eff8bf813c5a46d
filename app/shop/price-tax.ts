import type { Price } from './price.ts';

/**
 * Returns what stands beside the price of a service, such as 'incl. VAT', or '' if no tax applies in the seller's
 * country. The argument is the name of the service's rate.
 */
export type PriceTax = (rateName: string) => string;

/** For an example, and for the suggestions of error pages. */
export const NO_PRICE_TAX: PriceTax = () => '';

/** Returns the price of a service with the text about its tax. */
export function withPriceTax(
  { price, taxRate }: { readonly price: Price; readonly taxRate: string },
  priceTax: PriceTax,
): Price {
  const tax = priceTax(taxRate);
  return tax === '' ? price : { ...price, tax };
}
