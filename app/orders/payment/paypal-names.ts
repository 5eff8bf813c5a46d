import { isCurrency } from '../../platform/currencies.ts';
import { parseMoney } from '../wire/money.ts';

/** PayPal returns these 127 characters with everything about a payment: our page, and the shop it belongs to. */
export function toCustomId(checkoutId: string, site: string): string {
  return `${checkoutId}@${site}`.slice(0, 127);
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The page that a custom id names. Without a shop it may be of an earlier version of ours. */
export function readCustomId(customId: string): {
  readonly checkout: string;
  readonly site?: string;
  readonly mayBeOurs: boolean;
} {
  const [checkout = '', site] = customId.split('@', 2);
  const mayBeOurs = UUID.test(checkout);
  return mayBeOurs && site ? { checkout, site, mayBeOurs } : { checkout, mayBeOurs };
}

/** In smallest units; of a currency we do not have, in hundredths, to be held and looked at. */
export function toAmount(value: string, currency: string): number | undefined {
  return parseMoney(value, isCurrency(currency) ? currency : 'USD');
}
