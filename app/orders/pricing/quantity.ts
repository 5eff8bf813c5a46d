import type { PriceUnit } from '../../shop/price.ts';
import { PRICING_LIMITS } from './limits.ts';

export type OrderUnit = PriceUnit;

export type QuantityLabel =
  | 'words'
  | 'minutes'
  | 'items'
  | 'thousands-of-followers'
  | 'registrations'
  | 'quantity';

const LABELS: Readonly<Record<OrderUnit, QuantityLabel>> = {
  flat: 'quantity',
  week: 'quantity',
  month: 'quantity',
  quarter: 'quantity',
  year: 'quantity',
  word: 'words',
  'audio-minute': 'minutes',
  each: 'items',
  '1000-followers': 'thousands-of-followers',
  registration: 'registrations',
};

/** The labels of rule 242. A package is counted in packages, whatever the unit of the service's own price is. */
export function quantityLabelOf(unit: OrderUnit, hasPackages: boolean): QuantityLabel {
  return hasPackages ? 'quantity' : LABELS[unit];
}

export interface QuantityRule {
  readonly minimum: number;
  /** Counted from the minimum, as in an HTML number field, so that the browser and the server agree. */
  readonly step: number;
  /** Null means the largest quantity that an order can have. */
  readonly maximum: number | null;
}

export const ANY_QUANTITY: QuantityRule = { minimum: 1, step: 1, maximum: null };

/** A package is not counted in words, minutes or another unit of the service's own price, so their rule does not apply. */
export function quantityRuleOf(
  { unit, quantity }: { readonly unit: OrderUnit; readonly quantity: QuantityRule },
  hasPackages: boolean,
): QuantityRule {
  return quantityLabelOf(unit, hasPackages) === LABELS[unit] ? quantity : ANY_QUANTITY;
}

export type QuantityFault =
  | 'quantity-not-whole'
  | 'quantity-too-small'
  | 'quantity-too-large'
  | 'quantity-off-step';

/** Returns the largest quantity that rule and step allow. */
export function largestQuantity({ minimum, step, maximum }: QuantityRule): number {
  const most = Math.min(maximum ?? PRICING_LIMITS.quantity, PRICING_LIMITS.quantity);
  return minimum + Math.floor((most - minimum) / step) * step;
}

/** The values of a fault name the nearest allowed quantities. */
export function checkQuantity(
  quantity: number,
  rule: QuantityRule,
): { readonly key: QuantityFault; readonly values: Readonly<Record<string, number>> } | undefined {
  const { minimum, step } = rule;
  const maximum = largestQuantity(rule);
  if (!Number.isSafeInteger(quantity)) return { key: 'quantity-not-whole', values: {} };
  if (quantity < minimum) return { key: 'quantity-too-small', values: { minimum } };
  if (quantity > maximum) return { key: 'quantity-too-large', values: { maximum } };
  const over = (quantity - minimum) % step;
  if (over === 0) return undefined;
  const lower = quantity - over;
  // The next step exists: the largest quantity is on a step, and this quantity is below it.
  return { key: 'quantity-off-step', values: { step, lower, higher: lower + step } };
}
