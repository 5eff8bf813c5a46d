import { MAX_QUANTITY } from '../protocol/offer.ts';
import { WHOLE } from './round.ts';

/**
 * The catalogue has the same limits of amounts and days. Orders may not import the catalogue, so `limits.test.ts`
 * compares the numbers.
 */
export const PRICING_LIMITS = {
  /** In smallest units. Multiplied by the largest quantity it exceeds 2^53, so lines are computed as bigint. */
  unitAmount: 99_999_999_999,
  quantity: MAX_QUANTITY,
  options: 10,
  optionQuantity: 1000,
  /** Ten times the base price. */
  optionPercentage: 10 * WHOLE,
  /** In either direction. */
  optionDays: 730,
  deliveryDays: 730,
  /** 1000 %, in thousandths of a percent. */
  taxRate: 10 * WHOLE,
} as const;
