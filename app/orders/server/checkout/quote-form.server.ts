import type { Service } from '../../../shop/service.ts';
import { t } from '../../../i18n/translate.ts';
import type { Coupon } from '../../pricing/coupon-rules.ts';
import {
  periodOf,
  PURCHASE_FIELD,
  type Period,
  type PurchaseKind,
} from '../../pricing/direct-order.ts';
import type { PricingInput } from '../../pricing/price-order.ts';
import { formatMoney } from '../../protocol/money.ts';
import { formatCoupon } from '../../protocol/offer.ts';
import { COUPON_FIELD, readChoice, type TypedForm } from '../../protocol/order-form.ts';
import { describeInterval } from '../../protocol/subscriptions.ts';
import { describeWait } from '../coupons/describe-rejection.ts';
import { tryCode } from '../coupons/try-code.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import { methodsOfOrder } from '../payment/payment-choices.server.ts';
import { datesOfFirst } from '../subscription/open-period.server.ts';
import { tryPeriod } from '../subscription/quote-period.server.ts';
import { readTaxTerms, type TaxTerms } from '../tax/tax-terms.ts';
import {
  purchaseKindsFor,
  quoteService,
  withLaterSeen,
  type FormErrors,
  type Quoted,
} from './quote-service.server.ts';

/**
 * Computes what the typed form costs. A coupon code counts as a guess of this network (rule 261); while the network
 * has to wait, the form shows its total without the coupon and the reason at the field.
 */
export async function quoteForm(
  appContext: OrderContext,
  service: Service,
  typed: TypedForm,
  network: string,
): Promise<Quoted> {
  const { terms, errors: ofBuyer } = readTaxTerms(appContext, typed);
  const code = codeIn(typed);
  if (code === undefined) {
    return withErrors(quoteTyped(appContext, service, typed, null, terms), ofBuyer);
  }
  const tried = await tryCode(appContext, code, network);
  if (tried.kind === 'coupon') {
    return withErrors(quoteTyped(appContext, service, typed, tried.coupon, terms), ofBuyer);
  }
  return withErrors(quoteTyped(appContext, service, typed, null, terms), {
    ...ofBuyer,
    [COUPON_FIELD]: describeWait(tried.minutes),
  });
}

function withErrors(quoted: Quoted, errors: FormErrors): Quoted {
  if (Object.keys(errors).length === 0) return quoted;
  return { quote: quoted.quote, errors: { ...quoted.errors, ...errors } };
}

/** Computes the order and, for a subscription, what each later period costs (rule 387). */
export function quoteTyped(
  appContext: Pick<OrderContext, 'clock' | 'settings'>,
  service: Service,
  typed: TypedForm,
  coupon: PricingInput['coupon'],
  terms: TaxTerms,
): Quoted {
  const { clock, settings } = appContext;
  const choice = readChoice(typed);
  const interval = subscribedPeriod(service, typed);
  const describe = interval === null ? formatCoupon : describeSubscribedCoupon;
  const first = quoteService(service, choice, methodsOfOrder(settings), coupon, terms, describe);
  if (interval === null || !first.quote) return first;
  const { view } = first.quote;
  const { endsAt } = datesOfFirst(settings, interval, clock.now());
  const later = tryPeriod(
    appContext,
    {
      terms: {
        service,
        choice,
        pricesIncludeTax: terms.pricesIncludeTax,
        coupon: (view.coupon && coupon?.terms) ?? null,
        couponId: null,
      },
      buyerCountry: terms.buyer?.country ?? null,
      taxNumber: terms.buyer?.taxNumber ?? null,
      nextUnitAmount: null,
      priceFrom: null,
    },
    2,
    endsAt,
  );
  if (!later.quote) return later;
  const { total } = later.quote.view;
  const amount = formatMoney(total, view.currency);
  const shown = {
    ...view,
    later: t('Then {amount} {interval}', { amount, interval: describeInterval(interval) }),
    seen: withLaterSeen(view, total),
  };
  return { ...first, quote: { ...first.quote, view: shown } };
}

function describeSubscribedCoupon({ code, periods }: Coupon): string {
  return periods === 'every'
    ? t('Coupon {code} (every period)', { code })
    : t('Coupon {code} (first period)', { code });
}

/** Returns the typed coupon code, or undefined for an order without a coupon. */
export function codeIn(typed: TypedForm): string | undefined {
  return (typed[COUPON_FIELD] ?? '').trim() || undefined;
}

/** Returns undefined if the choice is no longer offered. A form without the field orders once. */
export function chosenPurchase(service: Service, typed: TypedForm): PurchaseKind | undefined {
  // The form belongs to a service that can be ordered, so the shop's switch is on.
  const kinds = purchaseKindsFor(service, true);
  const chosen = typed[PURCHASE_FIELD] ?? '';
  return kinds.find((kind) => (chosen === '' ? kind !== 'subscribe' : kind === chosen));
}

/** Returns the length of a period, or null if the service is ordered once. */
export function subscribedPeriod(service: Service, typed: TypedForm): Period | null {
  return chosenPurchase(service, typed) === 'subscribe' ? periodOf(service.price.unit) : null;
}
