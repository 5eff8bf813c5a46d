/**
 * The only place that computes what an order costs: the order form, the offer, the order, the payment and the invoice
 * show or charge its result. The function is pure: the caller reads the snapshot, the redemptions and the tax.
 *
 * 1. The base of a line is its unit price, or the price of its package, times the quantity (rule 253).
 * 2. Options are added: an amount times the option's own quantity, or a percentage of the base, rounded once per line.
 * 3. A coupon is computed over all matching lines, rounded once, and distributed (rule 259). It lowers the displayed
 *    price: gross if prices include tax, otherwise net.
 * 4. Tax is rounded per line, half away from zero (rule 269). Totals are sums of lines and are never rounded again.
 *
 * Money is an integer of the currency's smallest units, a percentage an integer of thousandths of a percent. A choice
 * that the buyer can correct is a refusal; a snapshot that the catalogue should never have stored throws RangeError.
 */
import { MAX_AMOUNT } from '../protocol/money.ts';
import {
  allocateDiscount,
  COUPON_PERCENTAGE,
  discountOf,
  isInScope,
  rejectByLines,
  rejectByTerms,
  type Coupon,
  type CouponFacts,
  type CouponLine,
  type CouponRejection,
  type CouponRule,
} from './coupon-rules.ts';
import { PRICING_LIMITS } from './limits.ts';
import {
  checkQuantity,
  type OrderUnit,
  type QuantityFault,
  type QuantityRule,
} from './quantity.ts';
import { percentageOf, taxContainedIn, taxOn } from './round.ts';
import type { LineTax } from '../../billing/tax/tax-rules.ts';

export interface PricedCurrency {
  readonly code: string;
  /** Stored with the order, so that its amounts keep their meaning. */
  readonly minorDigits: number;
}

export interface PackageSnapshot {
  readonly name: string;
  readonly amount: number;
  readonly deliveryDays: number;
}

export type OptionPrice =
  | { readonly kind: 'amount'; readonly amount: number }
  /** A percentage applies once, so such an option has no quantity of its own. */
  | { readonly kind: 'percentage'; readonly percentage: number };

export interface OptionSnapshot {
  readonly id: string;
  readonly price: OptionPrice;
  /** Added for each unit of the option. Negative days make the delivery faster. */
  readonly days: number;
  readonly maximum: number;
}

/** A service as it was published, or free text of an offer, which has no service and no section. */
export interface ServiceSnapshot {
  readonly serviceId: string | null;
  readonly section: string | null;
  readonly unit: OrderUnit;
  /** The price of one unit. */
  readonly amount: number;
  readonly deliveryDays: number;
  readonly quantity: QuantityRule;
  /** If there are packages, the buyer chooses one, and its price and days replace those of the service. */
  readonly packages: readonly PackageSnapshot[];
  readonly options: readonly OptionSnapshot[];
}

export interface LineChoice {
  readonly package: string | null;
  readonly quantity: number;
  readonly options: readonly { readonly id: string; readonly quantity: number }[];
}

export interface LineInput {
  readonly service: ServiceSnapshot;
  readonly choice: LineChoice;
  readonly tax: LineTax;
}

export interface PricingInput {
  readonly currency: PricedCurrency;
  readonly lines: readonly LineInput[];
  /** An order has at most one coupon. `terms` is `undefined` if nobody knows the code. */
  readonly coupon: { readonly terms: Coupon | undefined; readonly facts: CouponFacts } | null;
  readonly pricesIncludeTax: boolean;
}

export interface LineAmounts {
  /** Unit price times quantity. */
  readonly base: number;
  /** Base and options, as displayed before the discount. */
  readonly subtotal: number;
  readonly discount: number;
  /** The tax that a reverse charge removed from a price including tax. */
  readonly removedTax: number;
  /** The taxable amount. */
  readonly net: number;
  readonly tax: number;
  /** The buyer pays this amount. */
  readonly gross: number;
}

export interface PricedOption {
  readonly id: string;
  readonly quantity: number;
  readonly amount: number;
}

export interface PricedLine extends LineAmounts {
  readonly package: string | null;
  readonly unitAmount: number;
  readonly quantity: number;
  /** In the order of the snapshot, whatever the order of the choice was. */
  readonly options: readonly PricedOption[];
  readonly taxKind: LineTax;
  /** At least one day. */
  readonly deliveryDays: number;
}

export interface TaxTotal {
  readonly tax: LineTax;
  readonly net: number;
  readonly amount: number;
}

export interface PricedOrder {
  readonly currency: PricedCurrency;
  readonly lines: readonly PricedLine[];
  readonly totals: LineAmounts;
  /** One row per tax, in the order of the lines. */
  readonly taxes: readonly TaxTotal[];
  /** The lines are worked on at the same time, so the longest delivery counts. */
  readonly deliveryDays: number;
  /** Such an order counts as paid (rule 262): no payment provider accepts a payment of zero. */
  readonly isFree: boolean;
}

export type RefusalKey =
  | QuantityFault
  | `coupon-${CouponRule}`
  | 'lines-missing'
  | 'package-missing'
  | 'package-unknown'
  | 'option-unknown'
  | 'option-repeated'
  | 'option-quantity'
  | 'delivery-too-long'
  | 'total-too-large';

export interface PricingRefusal {
  readonly key: RefusalKey;
  readonly values: Readonly<Record<string, string | number>>;
  readonly field: 'quantity' | 'package' | 'coupon' | 'total' | `option-${string}`;
  /** The index of the line, or null if the refusal concerns the whole order. */
  readonly line: number | null;
}

export type PricingResult =
  | { readonly order: PricedOrder; readonly refusals: null }
  | { readonly order: null; readonly refusals: readonly PricingRefusal[] };

/** Returns all refusals at once, so that the form shows each error next to its field. */
export function priceOrder(input: PricingInput): PricingResult {
  checkSnapshots(input);
  const { coupon, currency, lines, pricesIncludeTax } = input;
  const chosen = lines.map(readChoice);
  const refusals = chosen.flatMap((line) => line.refusals);
  if (lines.length === 0) refusals.push(refuse('lines-missing', 'total', null));
  // Amounts above the limit may not fit into a number, so nothing below is computed with them.
  const subtotal = chosen.reduce((sum, line) => sum + line.subtotal, 0n);
  if (subtotal > BigInt(MAX_AMOUNT)) refusals.push(refuseTotal());
  const byTerms = coupon && rejectByTerms(coupon.terms, coupon.facts);
  if (byTerms) refusals.push(refuseCoupon(byTerms));
  if (refusals.length > 0) return { order: null, refusals };

  const couponLines = chosen.map(({ input: { service }, subtotal: lineSubtotal }): CouponLine => ({
    serviceId: service.serviceId,
    section: service.section,
    subtotal: Number(lineSubtotal),
  }));
  const terms = coupon?.terms;
  const byLines = terms && rejectByLines(terms, currency.code, couponLines);
  if (byLines) return { order: null, refusals: [refuseCoupon(byLines)] };

  const discounts = terms ? discountLines(terms, couponLines) : [];
  const priced = chosen.map((line, index) =>
    taxLine(line, discounts[index] ?? 0, pricesIncludeTax),
  );
  const totals = sumLines(priced);
  if (totals.gross > MAX_AMOUNT) return { order: null, refusals: [refuseTotal()] };
  return {
    order: {
      currency,
      lines: priced,
      totals,
      taxes: sumTaxes(priced),
      deliveryDays: Math.max(...priced.map(({ deliveryDays }) => deliveryDays)),
      isFree: totals.gross === 0,
    },
    refusals: null,
  };
}

interface ChosenLine {
  readonly input: LineInput;
  readonly unitAmount: number;
  readonly base: bigint;
  readonly options: readonly {
    readonly id: string;
    readonly quantity: number;
    readonly amount: bigint;
  }[];
  readonly subtotal: bigint;
  readonly deliveryDays: number;
  readonly refusals: readonly PricingRefusal[];
}

function readChoice(input: LineInput, line: number): ChosenLine {
  const { choice, service } = input;
  const refusals: PricingRefusal[] = [];
  const { amount: unitAmount, deliveryDays } = readPackage(input, line, refusals);
  const fault = checkQuantity(choice.quantity, service.quantity);
  if (fault) refusals.push(refuse(fault.key, 'quantity', line, fault.values));
  const base = fault ? 0n : BigInt(unitAmount) * BigInt(choice.quantity);
  const chosen = readOptions(input, line, refusals);
  const options = chosen.map(({ option: { id, price }, quantity }) => ({
    id,
    quantity,
    amount:
      price.kind === 'amount'
        ? BigInt(price.amount) * BigInt(quantity)
        : percentageOf(base, price.percentage),
  }));
  const days = chosen.reduce((sum, { option, quantity }) => sum + option.days * quantity, 0);
  const total = Math.max(1, deliveryDays + days);
  const { deliveryDays: maximum } = PRICING_LIMITS;
  if (total > maximum) refusals.push(refuse('delivery-too-long', 'total', line, { maximum }));
  return {
    input,
    unitAmount,
    base,
    options,
    subtotal: options.reduce((sum, option) => sum + option.amount, base),
    deliveryDays: total,
    refusals,
  };
}

function readPackage(
  { choice, service }: LineInput,
  line: number,
  refusals: PricingRefusal[],
): { readonly amount: number; readonly deliveryDays: number } {
  if (choice.package === null) {
    if (service.packages.length > 0) refusals.push(refuse('package-missing', 'package', line));
    return service;
  }
  const found = service.packages.find(({ name }) => name === choice.package);
  if (!found) refusals.push(refuse('package-unknown', 'package', line));
  return found ?? service;
}

function readOptions(
  { choice, service }: LineInput,
  line: number,
  refusals: PricingRefusal[],
): { readonly option: OptionSnapshot; readonly quantity: number }[] {
  const known = new Set(service.options.map(({ id }) => id));
  const quantities = new Map<string, number>();
  for (const { id, quantity } of choice.options) {
    if (!known.has(id)) refusals.push(refuse('option-unknown', `option-${id}`, line));
    else if (quantities.has(id)) refusals.push(refuse('option-repeated', `option-${id}`, line));
    else quantities.set(id, quantity);
  }
  return service.options.flatMap((option) => {
    const quantity = quantities.get(option.id);
    if (quantity === undefined) return [];
    const maximum = option.price.kind === 'percentage' ? 1 : option.maximum;
    if (Number.isSafeInteger(quantity) && quantity >= 1 && quantity <= maximum) {
      return [{ option, quantity }];
    }
    refusals.push(refuse('option-quantity', `option-${option.id}`, line, { maximum }));
    return [];
  });
}

function discountLines(coupon: Coupon, lines: readonly CouponLine[]): number[] {
  const matching = lines.map((line) => (isInScope(coupon.scope, line) ? line.subtotal : 0));
  const sum = matching.reduce((total, amount) => total + amount, 0);
  return allocateDiscount(discountOf(coupon.discount, sum), matching);
}

function taxLine(line: ChosenLine, discount: number, pricesIncludeTax: boolean): PricedLine {
  const { choice, tax: taxKind } = line.input;
  const subtotal = Number(line.subtotal);
  return {
    package: choice.package,
    unitAmount: line.unitAmount,
    quantity: choice.quantity,
    options: line.options.map((option) => ({ ...option, amount: Number(option.amount) })),
    base: Number(line.base),
    subtotal,
    discount,
    ...taxAmounts(subtotal - discount, taxKind, pricesIncludeTax),
    taxKind,
    deliveryDays: line.deliveryDays,
  };
}

function taxAmounts(
  displayed: number,
  tax: LineTax,
  pricesIncludeTax: boolean,
): Pick<LineAmounts, 'removedTax' | 'net' | 'tax' | 'gross'> {
  if (tax.kind === 'none') return { removedTax: 0, net: displayed, tax: 0, gross: displayed };
  if (tax.kind === 'reverse-charge') {
    const removedTax = pricesIncludeTax ? taxContainedIn(displayed, tax.sellerRate) : 0;
    const net = displayed - removedTax;
    return { removedTax, net, tax: 0, gross: net };
  }
  if (pricesIncludeTax) {
    const contained = taxContainedIn(displayed, tax.rate);
    return { removedTax: 0, net: displayed - contained, tax: contained, gross: displayed };
  }
  const added = taxOn(displayed, tax.rate);
  return { removedTax: 0, net: displayed, tax: added, gross: displayed + added };
}

function sumLines(lines: readonly LineAmounts[]): LineAmounts {
  const sum = (name: keyof LineAmounts) => lines.reduce((total, line) => total + line[name], 0);
  return {
    base: sum('base'),
    subtotal: sum('subtotal'),
    discount: sum('discount'),
    removedTax: sum('removedTax'),
    net: sum('net'),
    tax: sum('tax'),
    gross: sum('gross'),
  };
}

function sumTaxes(lines: readonly PricedLine[]): TaxTotal[] {
  const totals = new Map<string, TaxTotal>();
  for (const { taxKind, net, tax } of lines) {
    const key = keyOfTax(taxKind);
    const before = totals.get(key);
    totals.set(key, {
      tax: taxKind,
      net: net + (before?.net ?? 0),
      amount: tax + (before?.amount ?? 0),
    });
  }
  return [...totals.values()];
}

function keyOfTax(tax: LineTax): string {
  if (tax.kind === 'none') return tax.kind;
  return `${tax.kind} ${tax.kind === 'rate' ? tax.rate : tax.sellerRate} ${tax.name}`;
}

function refuse(
  key: RefusalKey,
  field: PricingRefusal['field'],
  line: number | null,
  values: PricingRefusal['values'] = {},
): PricingRefusal {
  return { key, values, field, line };
}

function refuseTotal(): PricingRefusal {
  return refuse('total-too-large', 'total', null, { maximum: MAX_AMOUNT });
}

function refuseCoupon({ rule, values }: CouponRejection): PricingRefusal {
  return refuse(`coupon-${rule}`, 'coupon', null, values);
}

/** Throws RangeError for a number that forms, import and tables refuse. */
function checkSnapshots({ coupon, currency, lines }: PricingInput): void {
  requireBetween('minor digits', currency.minorDigits, 0, 4);
  for (const { service, tax } of lines) {
    const { minimum, step, maximum } = service.quantity;
    const { optionDays, deliveryDays, quantity, unitAmount } = PRICING_LIMITS;
    requireBetween('amount', service.amount, 0, unitAmount);
    requireBetween('delivery days', service.deliveryDays, 1, deliveryDays);
    requireBetween('minimum', minimum, 1, quantity);
    requireBetween('step', step, 1, quantity);
    requireBetween('maximum', maximum ?? quantity, minimum, quantity);
    for (const each of service.packages) {
      requireBetween('package amount', each.amount, 0, unitAmount);
      requireBetween('package delivery days', each.deliveryDays, 1, deliveryDays);
    }
    requireBetween('options', service.options.length, 0, PRICING_LIMITS.options);
    for (const { price, days, maximum: most } of service.options) {
      requireBetween('option days', days, -optionDays, optionDays);
      requireBetween('option maximum', most, 1, PRICING_LIMITS.optionQuantity);
      if (price.kind === 'amount') requireBetween('option amount', price.amount, 0, unitAmount);
      else {
        const { optionPercentage } = PRICING_LIMITS;
        requireBetween('option percentage', price.percentage, 0, optionPercentage);
      }
    }
    if (tax.kind === 'rate') requireBetween('tax rate', tax.rate, 0, PRICING_LIMITS.taxRate);
    if (tax.kind === 'reverse-charge') {
      requireBetween('tax rate', tax.sellerRate, 0, PRICING_LIMITS.taxRate);
    }
  }
  const terms = coupon?.terms;
  if (!terms) return;
  const { discount } = terms;
  if (discount.kind === 'amount') requireBetween('discount', discount.amount, 1, MAX_AMOUNT);
  else requireBetween('discount', discount.percentage, 1, COUPON_PERCENTAGE.most);
}

function requireBetween(name: string, value: number, least: number, most: number): void {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return;
  throw new RangeError(`The ${name} must be an integer from ${least} to ${most}, not ${value}`);
}
