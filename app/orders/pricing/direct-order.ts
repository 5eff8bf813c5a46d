import type { OrderUnit } from './quantity.ts';

export type Period = 'week' | 'month' | 'quarter' | 'year';

/** `null` means that the price is paid once. */
const PERIODS: Readonly<Record<OrderUnit, Period | null>> = {
  flat: null,
  word: null,
  'audio-minute': null,
  each: null,
  '1000-followers': null,
  registration: null,
  week: 'week',
  month: 'month',
  quarter: 'quarter',
  year: 'year',
};

export function periodOf(unit: OrderUnit): Period | null {
  return PERIODS[unit];
}

export interface DirectOrderTerms {
  readonly unit: OrderUnit;
  /** A price range needs a conversation about the amount. */
  readonly isRange: boolean;
  /** The setting of the shop. */
  readonly isOnForShop: boolean;
  /** The switch of the service. Null means that nobody has used it. */
  readonly isOnForService: boolean | null;
  /** The two switches of a service that is priced by period. */
  readonly allowsOnce: boolean;
  readonly allowsSubscription: boolean;
}

/** A deposit is a whole percentage of the total. The rest is paid after the first milestone. */
export const DEPOSIT_AT_MOST = 99;

/** A field of the order form: 'order-once' or 'subscribe', for a service with a price per period. */
export const PURCHASE_FIELD = 'purchase';

export type PurchaseKind = 'order' | 'order-once' | 'subscribe';

/**
 * Returns the buttons of the service page (rules 238, 239 and 243). An empty list means that the service cannot be
 * ordered directly. The setting of the shop wins over the switch of a service.
 */
export function purchaseKindsOf(terms: DirectOrderTerms): readonly PurchaseKind[] {
  const { unit, isRange, isOnForShop, isOnForService } = terms;
  if (isRange || !isOnForShop || isOnForService === false) return [];
  if (periodOf(unit) === null) return ['order'];
  return [
    ...(terms.allowsOnce ? (['order-once'] as const) : []),
    ...(terms.allowsSubscription ? (['subscribe'] as const) : []),
  ];
}
