import type { Coupon, CouponFacts } from '../../app/orders/pricing/coupon-rules.ts';
import {
  priceOrder,
  type LineChoice,
  type LineInput,
  type OptionSnapshot,
  type PricedOrder,
  type PricingInput,
  type PricingRefusal,
  type ServiceSnapshot,
} from '../../app/orders/pricing/price-order.ts';
import { ANY_QUANTITY } from '../../app/orders/pricing/quantity.ts';
import { NO_TAX, type LineTax } from '../../app/billing/tax/tax-rules.ts';

export const USD = { code: 'USD', minorDigits: 2 } as const;

export const SERVICE: ServiceSnapshot = {
  serviceId: 'logo-design',
  section: 'graphics',
  unit: 'flat',
  amount: 10_000,
  deliveryDays: 5,
  quantity: ANY_QUANTITY,
  packages: [],
  options: [],
};

interface LineParts {
  readonly service?: Partial<ServiceSnapshot>;
  readonly choice?: Partial<LineChoice>;
  readonly tax?: LineTax;
}

export function line({ service, choice, tax = NO_TAX }: LineParts = {}): LineInput {
  return {
    service: { ...SERVICE, ...service },
    choice: { package: null, quantity: 1, options: [], ...choice },
    tax,
  };
}

/** A line that costs this amount. */
export function lineOf(amount: number, tax: LineTax = NO_TAX): LineInput {
  return line({ service: { amount }, tax });
}

export function rate(percentage: number, name = 'VAT'): LineTax {
  return { kind: 'rate', name, rate: Math.round(percentage * 1000) };
}

export function amountOption(id: string, amount: number, days = 0, maximum = 5): OptionSnapshot {
  return { id, price: { kind: 'amount', amount }, days, maximum };
}

export function percentageOption(id: string, percentage: number, days = 0): OptionSnapshot {
  return {
    id,
    price: { kind: 'percentage', percentage: Math.round(percentage * 1000) },
    days,
    maximum: 1,
  };
}

export const COUPON: Coupon = {
  code: 'WELCOME',
  discount: { kind: 'percentage', percentage: 10_000 },
  scope: { kind: 'everything' },
  isEnded: false,
  validFrom: null,
  validUntil: null,
  totalLimit: null,
  addressLimit: null,
  isFirstOrderOnly: false,
  minimum: null,
  periods: 'every',
};

export const FACTS: CouponFacts = {
  now: new Date('2026-11-27T12:00:00Z'),
  timeZone: 'UTC',
  redemptions: 0,
  address: { redemptions: 0, orders: [] },
};

export function percentOff(percentage: number): Pick<Coupon, 'discount'> {
  return { discount: { kind: 'percentage', percentage: Math.round(percentage * 1000) } };
}

export function amountOff(amount: number, currency = 'USD'): Pick<Coupon, 'discount'> {
  return { discount: { kind: 'amount', amount, currency } };
}

interface OrderParts extends Partial<Omit<PricingInput, 'coupon'>> {
  readonly coupon?: Partial<Coupon>;
}

export function inputOf({ coupon, ...parts }: OrderParts): PricingInput {
  return {
    currency: USD,
    lines: [line()],
    pricesIncludeTax: false,
    coupon: coupon ? { terms: { ...COUPON, ...coupon }, facts: FACTS } : null,
    ...parts,
  };
}

export function pricedOf(parts: OrderParts): PricedOrder {
  const { order, refusals } = priceOrder(inputOf(parts));
  if (!order) throw new Error(`Refused: ${JSON.stringify(refusals)}`);
  return order;
}

export function refusalsOf(parts: OrderParts): readonly PricingRefusal[] {
  return priceOrder(inputOf(parts)).refusals ?? [];
}
