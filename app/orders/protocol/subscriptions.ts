import { msg, msgIn, t, type Sentence } from '../../i18n/translate.ts';
import type { Currency } from '../../platform/currencies.ts';
import { formatRequestCount } from '../../shop/included-requests.ts';
import type { Service } from '../../shop/service.ts';
import { periodOf, type Period, type PurchaseKind } from '../pricing/direct-order.ts';
import type { OrderState } from './transitions.ts';
import type { SubscriptionState, SubscriptionTransitionName } from './subscription-transitions.ts';

const SUBSCRIPTION_LABELS: Readonly<Record<Period, Sentence>> = {
  week: msg('Subscription, paid every week'),
  month: msg('Subscription, paid every month'),
  quarter: msg('Subscription, paid every quarter'),
  year: msg('Subscription, paid every year'),
};

const INTERVAL_LABELS: Readonly<Record<Period, Sentence>> = {
  week: msgIn('interval', 'per week'),
  month: msgIn('interval', 'per month'),
  quarter: msgIn('interval', 'per quarter'),
  year: msgIn('interval', 'per year'),
};

export const describeSubscription = (interval: Period): string => t(SUBSCRIPTION_LABELS[interval]);

/** Completes an amount, for example '$500 per month'. */
export const describeInterval = (interval: Period): string => t(INTERVAL_LABELS[interval]);

/** An example is 'Includes 5 articles per month'. '' if the service includes nothing, or nobody can subscribe to it. */
export function describeIncluded(
  { requests, price }: Pick<Service, 'requests' | 'price'>,
  kinds: readonly PurchaseKind[],
): string {
  const interval = periodOf(price.unit);
  if (interval === null || requests.perPeriod === 0 || !kinds.includes('subscribe')) return '';
  return t('Includes {requests} {interval}', {
    requests: formatRequestCount(requests.perPeriod, requests),
    interval: describeInterval(interval),
  });
}

/** Names what an order is to its subscription. */
export function describeSubscriptionOf({
  request,
  period,
  number,
}: {
  readonly request: number | null;
  readonly period: number;
  /** For example 'S-1001'. */
  readonly number: string;
}): string {
  return request === null
    ? t('Period {period} of subscription {number}', { period, number })
    : t('Request {request} in period {period} of subscription {number}', {
        request,
        period,
        number,
      });
}

/** The team may announce a price for periods that begin after this many days. */
export const PRICE_NOTICE_DAYS = 30;

/** A price as typed, with separators. */
export const PRICE_MAX_LENGTH = 30;

export interface SubscriptionPeriodView {
  readonly number: number;
  readonly state: 'awaiting payment' | 'paid' | 'unpaid';
  /** Days, both included. Null before the first payment. */
  readonly first: string | null;
  readonly last: string | null;
  readonly order: string;
  readonly orderState: OrderState;
  readonly amount: number;
  /** The path of the order's page for this reader. */
  readonly path: string;
}

export interface SubscriptionEventView {
  readonly number: number;
  readonly event: string;
  readonly at: string;
  readonly by: string;
  readonly why: string | null;
}

/** The requests of the running period. */
export interface PeriodRequestsView {
  readonly used: number;
  readonly included: number;
  readonly open: number;
  readonly concurrent: number;
  readonly label: string;
  /** The reason why no request can be made now, or null. */
  readonly refusal: string | null;
}

export interface RequestView {
  /** The number in its period. */
  readonly number: number;
  readonly period: number;
  readonly order: string;
  readonly orderState: OrderState;
  readonly at: string;
  /** The path of the order's page for this reader. */
  readonly path: string;
}

/** A subscription as shown to its buyer and the team. It contains no email address, because the page can be shared. */
export interface SubscriptionView {
  /** For example 'S-1001'. */
  readonly number: string;
  readonly title: string;
  readonly state: SubscriptionState;
  readonly interval: Period;
  readonly currency: Currency;
  /** The total of the newest period. */
  readonly amount: number;
  /** The last day of the newest paid period, or null before the first payment. */
  readonly lastDay: string | null;
  /** The buyer's total of the next period. Null if there will be none. */
  readonly nextAmount: number | null;
  /** A planned price of one unit and the first day on which it can apply. */
  readonly plannedPrice: { readonly amount: number; readonly from: string } | null;
  readonly isPausing: boolean;
  /** The name of the payment method. */
  readonly paidBy: string;
  /** Where a failed payment can be repeated or confirmed. */
  readonly paymentPath: string | null;
  /** The label of that link, or null for the usual one. */
  readonly paymentLabel: string | null;
  readonly may: readonly SubscriptionTransitionName[];
  /** Null if the service includes no requests. */
  readonly periodRequests: PeriodRequestsView | null;
  /** The newest first. */
  readonly requests: readonly RequestView[];
  readonly periods: readonly SubscriptionPeriodView[];
  readonly events: readonly SubscriptionEventView[];
}
