import { minorDigits } from '../../platform/minor-digits.ts';
import type { Way } from './ways.ts';

/** PayPal takes these whole, though they have smaller units; so does Stripe the other. */
const WHOLE: Readonly<Partial<Record<Way, readonly string[]>>> = {
  paypal: ['HUF', 'TWD'],
  stripe: ['MGA'],
};

/** In which steps a way takes a currency, in its smallest units: a sum between two of them is refused. */
export function stepOf(way: Way, currency: string): number {
  const digits = minorDigits(currency);
  if (WHOLE[way]?.includes(currency)) return 10 ** digits;
  // Of thousandths Stripe takes tens alone.
  return way === 'stripe' && digits === 3 ? 10 : 1;
}
