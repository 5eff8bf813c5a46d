import { leastAmount, type Price, type ServicePrices } from './price.ts';

/**
 * Returns what stands beside the price of a service, such as 'incl. VAT', or '' if no tax applies in the seller's
 * country. The argument is the name of the service's rate.
 */
export type PriceTax = (rateName: string) => string;

/** For an example. */
export const NO_PRICE_TAX: PriceTax = () => '';

interface PricedService extends ServicePrices {
  readonly taxRate: string;
}

/** Returns the price that visitors see: the least one that they can order, with the text about its tax. */
export function shownPrice(service: PricedService, priceTax: PriceTax): Price {
  const { price, packages } = service;
  const amount = leastAmount(service);
  const tax = priceTax(service.taxRate);
  return {
    ...price,
    amount,
    ...(packages.some((each) => each.amount > amount) && { isFrom: true }),
    ...(tax !== '' && { tax }),
  };
}
