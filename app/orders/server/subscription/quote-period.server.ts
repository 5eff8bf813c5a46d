import { dayOf } from '../../../platform/weekly-hours.ts';
import type { Service } from '../../../shop/service.ts';
import { isForPeriod, type Coupon } from '../../pricing/coupon-rules.ts';
import type { LineChoice, PricingInput } from '../../pricing/price-order.ts';
import { quoteService, type Quote, type Quoted } from '../checkout/quote-service.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import { readTaxTerms } from '../tax/tax-terms.ts';
import type { SubscriptionRow } from './change-subscription.server.ts';

type QuotedSubscription = Pick<
  SubscriptionRow,
  'terms' | 'buyerCountry' | 'taxNumber' | 'nextUnitAmount' | 'priceFrom'
>;

/** Computes a period with the subscription's terms and the tax of the period's first day (rule 270). */
export function quotePeriod(
  appContext: Pick<OrderContext, 'settings' | 'clock'>,
  subscription: QuotedSubscription,
  period: number,
  startsAt: Date,
): Quote {
  const { quote } = tryPeriod(appContext, subscription, period, startsAt);
  if (!quote) throw new Error('The terms of the subscription have no price');
  return quote;
}

/** As {@link quotePeriod}, for terms that nobody has accepted yet: without a coupon a period may cost too much. */
export function tryPeriod(
  appContext: Pick<OrderContext, 'settings' | 'clock'>,
  subscription: QuotedSubscription,
  period: number,
  startsAt: Date,
): Quoted {
  const { choice, coupon, pricesIncludeTax } = subscription.terms;
  const day = dayOf(appContext.settings.supportTimezone, startsAt);
  const { buyerCountry, taxNumber } = subscription;
  const buyer = { country: buyerCountry ?? '', taxNumber: taxNumber ?? '' };
  const { terms: tax } = readTaxTerms(appContext, buyer, day);
  const discount =
    coupon && isForPeriod(coupon, period) ? granted(coupon, appContext, startsAt) : null;
  // The total may be one that no provider takes; the buyer then pays by link.
  return quoteService(serviceFrom(subscription, startsAt), choice, ['link'], discount, {
    ...tax,
    pricesIncludeTax,
  });
}

/** Returns the service with the price that applies to a period that begins at this moment. */
export function serviceFrom(
  { terms: { service, choice }, nextUnitAmount, priceFrom }: QuotedSubscription,
  startsAt: Date,
): Service {
  if (nextUnitAmount === null || priceFrom === null || startsAt < priceFrom) return service;
  return withUnitAmount(service, choice, nextUnitAmount);
}

/** Replaces the price of the chosen package, or else of the service. */
export function withUnitAmount(service: Service, choice: LineChoice, amount: number): Service {
  return choice.package === null
    ? { ...service, price: { ...service.price, amount } }
    : {
        ...service,
        packages: service.packages.map((each) =>
          each.name === choice.package ? { ...each, amount } : each,
        ),
      };
}

/** The coupon was accepted with the subscription, so its days and limits do not end it. */
function granted(
  coupon: Coupon,
  { settings }: Pick<OrderContext, 'settings'>,
  now: Date,
): NonNullable<PricingInput['coupon']> {
  return {
    terms: {
      ...coupon,
      isEnded: false,
      validFrom: null,
      validUntil: null,
      totalLimit: null,
      addressLimit: null,
      isFirstOrderOnly: false,
      minimum: null,
    },
    facts: { now, timeZone: settings.supportTimezone, redemptions: 0, address: null },
  };
}
