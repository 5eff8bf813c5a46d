import { msg, msgIn, t, type Sentence } from '../../i18n/translate.ts';
import type { Currency } from '../../platform/currencies.ts';
import type { Period } from '../pricing/direct-order.ts';
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
  readonly may: readonly SubscriptionTransitionName[];
  readonly periods: readonly SubscriptionPeriodView[];
  readonly events: readonly SubscriptionEventView[];
}
