import { isCurrency } from '../../../platform/currencies.ts';
import { parseMoney } from '../../protocol/money.ts';

/** PayPal returns this id of up to 127 characters with every payment. It contains our page and the shop's host. */
export function toCustomId(checkoutId: string, site: string): string {
  return `${checkoutId}@${site}`.slice(0, 127);
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** An id without a host may come from an earlier version of Embarka. */
export function readCustomId(customId: string): {
  readonly checkout: string;
  readonly site?: string;
  readonly mayBeOurs: boolean;
} {
  const [checkout = '', site] = customId.split('@', 2);
  const mayBeOurs = UUID.test(checkout);
  return mayBeOurs && site ? { checkout, site, mayBeOurs } : { checkout, mayBeOurs };
}

/** Returns the amount in smallest units. Unknown currencies are read as hundredths, to be held for review. */
export function toAmount(value: string, currency: string): number | undefined {
  return parseMoney(value, isCurrency(currency) ? currency : 'USD');
}
