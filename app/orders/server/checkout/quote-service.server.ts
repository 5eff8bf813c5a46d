import { hash } from 'node:crypto';
import { isCurrency, type Currency } from '../../../platform/currencies.ts';
import { minorDigits } from '../../../platform/minor-digits.ts';
import { t } from '../../../i18n/translate.ts';
import type { Service } from '../../../shop/service.ts';
import { convertNeeds } from '../../intake/convert-needs.ts';
import type { IntakeForm } from '../../intake/intake-form.ts';
import { periodOf, purchaseKindsOf, type PurchaseKind } from '../../pricing/direct-order.ts';
import type { Coupon } from '../../pricing/coupon-rules.ts';
import { priceOrder, type PricingInput, type LineChoice } from '../../pricing/price-order.ts';
import { WHOLE } from '../../pricing/round.ts';
import { splitDeposit } from '../../pricing/split-milestones.ts';
import { snapshotOf } from '../../pricing/service-snapshot.ts';
import { chargedTaxOf, sumCharged } from '../../../billing/tax/charged-tax.ts';
import { formatCoupon, type OfferCoupon, type OfferLine } from '../../protocol/offer.ts';
import type { MilestonePlan } from '../../protocol/milestone-terms.ts';
import { describeTaxes } from '../../protocol/describe-taxes.ts';
import { formatMoney } from '../../protocol/money.ts';
import { COUPON_FIELD, type QuoteView } from '../../protocol/order-form.ts';
import type { PaymentMethod } from '../../protocol/payment-methods.ts';
import { WITHOUT_TAX, type TaxTerms } from '../tax/tax-terms.ts';
import { amountFault, stepOf } from '../payment/accepted-amounts.ts';
import { revisionsOf, rowsOfLine, toOfferLine } from '../offer/offer-line.ts';
import { describePricingRefusal } from './describe-refusal.ts';

/** Errors by field of the order form. */
export type FormErrors = Readonly<Record<string, string>>;

export interface Quote {
  readonly view: QuoteView;
  readonly line: OfferLine;
  /** Deposit and balance, or null if the order is paid in one sum. */
  readonly plan: MilestonePlan | null;
  /** Null while tax is off. */
  readonly buyer: TaxTerms['buyer'];
}

export type Quoted =
  | { readonly quote: Quote; readonly errors: null }
  /** A rejected coupon has the quote without it, so that the form still shows a total. */
  | { readonly quote: Quote | null; readonly errors: FormErrors };

/** The rest of the service's terms, which the price does not contain. */
export function intakeOf({ intake, needs }: Pick<Service, 'intake' | 'needs'>): IntakeForm {
  return intake.length > 0 ? intake : convertNeeds(needs);
}

type OrderableService = Pick<
  Service,
  'isOrderable' | 'allowsOnce' | 'allowsSubscription' | 'price'
>;

/** Returns the ways in which buyers can order a service. */
export function purchaseKindsFor(
  { isOrderable: isOnForService, price, allowsOnce, allowsSubscription }: OrderableService,
  isOnForShop: boolean,
): readonly PurchaseKind[] {
  if (!isCurrency(price.currency)) return [];
  const { unit } = price;
  const switches = { isOnForShop, isOnForService, allowsOnce, allowsSubscription };
  return purchaseKindsOf({ unit, isRange: false, ...switches });
}

export function isOrderable(service: OrderableService, isOnForShop: boolean): boolean {
  return purchaseKindsFor(service, isOnForShop).length > 0;
}

/** Computes what 'Place order' charges. `quoteTyped` adds what later periods of a subscription cost. */
export function quoteService(
  service: Service,
  choice: LineChoice,
  methods: readonly PaymentMethod[],
  coupon: PricingInput['coupon'] = null,
  tax: TaxTerms = WITHOUT_TAX,
  describeCoupon: (coupon: Coupon) => string = formatCoupon,
): Quoted {
  const { currency: code } = service.price;
  if (!isCurrency(code)) throw new Error(`${service.path} is priced in the unknown ${code}`);
  const { order, refusals } = priceOrder({
    currency: { code, minorDigits: minorDigits(code) },
    lines: [{ service: snapshotOf(service), choice, tax: tax.taxOf(service.taxRate) }],
    coupon,
    pricesIncludeTax: tax.pricesIncludeTax,
  });
  if (!order) {
    const errors = refusals.map((refusal) => [
      refusal.field,
      describePricingRefusal(refusal, code),
    ]);
    const isOnlyCoupon = refusals.every(({ field }) => field === COUPON_FIELD);
    const { quote } = isOnlyCoupon
      ? quoteService(service, choice, methods, null, tax)
      : { quote: null };
    return { quote, errors: Object.fromEntries(errors) };
  }
  const total = order.totals.gross;
  const fault = order.isFree ? undefined : amountFault(methods, total, code);
  if (fault) {
    const { reason, nearest } = fault;
    const text =
      nearest === undefined
        ? t('{reason} Ask us in the chat for another way to pay.', { reason })
        : t('{reason} This order would cost {amount}. Change it, or ask us for an offer.', {
            reason,
            amount: formatMoney(total, code),
          });
    return { quote: null, errors: { total: text } };
  }
  const [priced] = order.lines;
  if (!priced) throw new Error('The priced order has no line');
  const { id: serviceId, title, path } = service;
  const line = toOfferLine({ title, path, serviceId, sold: service }, priced, tax);
  const revisions = revisionsOf(service, choice.package);
  const redeemed: OfferCoupon | null = coupon?.terms
    ? { code: coupon.terms.code, discount: order.totals.discount }
    : null;
  const plan = planOf(service, { total, days: order.deliveryDays, code, methods });
  const view = {
    currency: code,
    rows: [
      ...rowsOfLine(line),
      ...(redeemed && coupon?.terms
        ? [{ label: describeCoupon(coupon.terms), amount: -redeemed.discount }]
        : []),
      ...describeTaxes([line]),
    ],
    coupon: redeemed,
    total,
    deliveryDays: order.deliveryDays,
    revisions,
    later: plan && describeDeposit(plan, code),
  };
  const seen = [
    total,
    order.deliveryDays,
    revisions,
    fingerprintOf(service),
    ...(redeemed ? [redeemed.discount] : []),
    ...(tax.buyer ? [fingerprintOfTax(line)] : []),
  ].join('.');
  return { quote: { view: { ...view, seen }, line, plan, buyer: tax.buyer }, errors: null };
}

interface Planned {
  readonly total: number;
  readonly days: number;
  readonly code: Currency;
  readonly methods: readonly PaymentMethod[];
}

/** The days are split like the money. Prices per period have no deposit, because each period is paid as a whole. */
function planOf(
  { deposit: percentage, price }: Service,
  { total, days, code, methods }: Planned,
): MilestonePlan | null {
  if (percentage === null || periodOf(price.unit) !== null) return null;
  const step = Math.max(1, ...methods.map((method) => stepOf(method, code)));
  const parts = splitDeposit(total, (percentage * WHOLE) / 100, step);
  if (!parts) return null;
  const [deposit, balance] = parts;
  const first = Math.max(1, Math.round((days * percentage) / 100));
  return {
    isAllAtOnce: false,
    milestones: [
      { title: t('Deposit {percentage} %', { percentage }), amount: deposit, days: first },
      { title: t('Balance'), amount: balance, days: Math.max(1, days - first) },
    ],
  };
}

function describeDeposit(
  { milestones: [deposit, balance] }: MilestonePlan,
  code: Currency,
): string {
  return t(
    '{title}: {deposit}. You pay the balance of {balance} once you have accepted the first delivery.',
    {
      title: deposit?.title ?? '',
      deposit: formatMoney(deposit?.amount ?? 0, code),
      balance: formatMoney(balance?.amount ?? 0, code),
    },
  );
}

/** Identifies everything else that the form shows, so that a changed text is noticed as well. */
function fingerprintOf(service: Service): string {
  const { title, price, packages, options, quantity, requests, description, delivers, deposit } =
    service;
  const terms = [price, packages, options, quantity, requests, deposit];
  const shown = [title, ...terms, description, delivers];
  return hash('sha256', JSON.stringify([shown, intakeOf(service)]), 'base64url').slice(0, 16);
}

/** Names the rates as well, so that a new name or percentage is noticed although the total stays. */
function fingerprintOfTax(line: OfferLine): string {
  const rates = sumCharged([line]).map(({ kind, name, rate, isIncluded }) => [
    kind,
    name,
    rate,
    isIncluded,
  ]);
  return `t${chargedTaxOf([line])}-${hash('sha256', JSON.stringify(rates), 'base64url').slice(0, 8)}`;
}

/** The last part is the price of each later period. */
const SEEN =
  /^(\d{1,11})\.(\d{1,4})\.(\d{1,3})\.[\w-]{16}(?:\.(\d{1,11}))?(?:\.(t\d{1,11}-[\w-]{8}))?(?:\.n(\d{1,11}))?$/;

/**
 * Returns what differs from what the buyer has seen, one sentence each. An empty list means that the order can be
 * placed (rule 249).
 */
export function differencesFrom(seen: string, view: QuoteView): string[] {
  if (seen === view.seen) return [];
  const money = (amount: number) => formatMoney(amount, view.currency);
  const [, total, days, revisions, discount = '0', tax, later] = SEEN.exec(seen) ?? [];
  if (total === undefined) return [t('The total is {amount}.', { amount: money(view.total) })];
  const discountNow = view.coupon?.discount ?? 0;
  const [, , , , , taxNow, laterNow] = SEEN.exec(view.seen) ?? [];
  const differences = [
    ...(tax === taxNow ? [] : [t('The tax has changed.')]),
    ...(Number(discount) === discountNow
      ? []
      : [
          t('The coupon takes off {now} instead of {before}.', {
            now: money(discountNow),
            before: money(Number(discount)),
          }),
        ]),
    ...(Number(total) === view.total
      ? []
      : [
          t('The total is {now} instead of {before}.', {
            now: money(view.total),
            before: money(Number(total)),
          }),
        ]),
    // Nothing has to be accepted if the buyer orders once now.
    ...(laterNow === undefined || later === laterNow
      ? []
      : [t('Each later period costs {amount}.', { amount: money(Number(laterNow)) })]),
    ...(Number(days) === view.deliveryDays
      ? []
      : [
          t('The delivery takes {now, plural, one {# day} other {# days}} instead of {before}.', {
            now: view.deliveryDays,
            before: Number(days),
          }),
        ]),
    ...(Number(revisions) === view.revisions
      ? []
      : [
          t(
            '{now, plural, one {# revision is} other {# revisions are}} included instead of {before}.',
            {
              now: view.revisions,
              before: Number(revisions),
            },
          ),
        ]),
  ];
  const isSameOrder = withoutLater(seen) === withoutLater(view.seen);
  return differences.length > 0 || isSameOrder
    ? differences
    : [t('The description, options or questions of this service have changed.')];
}

/** Adds the price of each later period to what the form has shown. */
export function withLaterSeen(view: QuoteView, amount: number): string {
  return `${view.seen}.n${amount}`;
}

function withoutLater(seen: string): string {
  return seen.replace(/\.n\d{1,9}$/, '');
}
