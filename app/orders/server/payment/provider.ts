import type { PaymentProviderName } from '../../protocol/payment-methods.ts';
import type { Currency } from '../../../platform/currencies.ts';
import type { RefundState } from '../../protocol/refunds.ts';
import type { PageFailure, PageState } from '../../protocol/payment-pages.ts';
import type { Period } from '../../pricing/direct-order.ts';

export interface Checkout {
  /** The provider's id of the page. */
  readonly reference: string;
  readonly url: string;
  readonly expiresAt: Date | null;
}

/** A line of an order as the buyer pays it, after the discount. Lines without a price are left out. */
export interface CheckoutLine {
  readonly name: string;
  /** Without tax. */
  readonly net: number;
  readonly tax: number;
}

export interface CheckoutRequest {
  /** An idempotency key. The provider returns this id in its events. */
  readonly checkoutId: string;
  /** For example 'E-1001'. */
  readonly order: string;
  readonly title: string;
  /**
   * The lines add up to the amount. Empty if credit pays for a part, or if the provider does not accept the amount of a
   * line.
   */
  readonly lines: readonly CheckoutLine[];
  /** The name of the taxes, for example 'VAT 19%'. Empty without tax. */
  readonly taxLabel: string;
  /** The name of the part of a subscription's first period that later ones do not cost. */
  readonly differenceLabel: string;
  readonly amount: number;
  readonly currency: Currency;
  readonly returnUrl: string;
  /** The page begins a subscription, and its amount is that of the first period. */
  readonly recurring?: RecurringTerms;
  /** Times are computed from here, because a provider refuses a repeated request with any difference. */
  readonly begunAt: Date;
}

/** The periods after the first one. */
export interface RecurringTerms {
  /** Our id of the subscription. The provider returns it in its events. */
  readonly subscription: string;
  readonly interval: Period;
  readonly amount: number;
  /** The beginning of the second period, if the first one begins with this page. */
  readonly nextStartsAt: Date;
}

export interface ProviderSubscription {
  readonly paymentMethod: PaymentProviderName;
  /** The provider's id of the subscription. */
  readonly reference: string;
}

/** The marks that we have left with a subscription, as a provider returns them. */
export interface SubscriptionMark {
  /** Our id of the subscription. */
  readonly subscription?: string | undefined;
  readonly site?: string | undefined;
}

/** A period of a subscription that the provider has charged. */
export interface PeriodPaid extends SubscriptionMark {
  readonly kind: 'period paid';
  /** The provider's id of the subscription. */
  readonly reference: string;
  /** The provider's id of the payment request, which is charged at most once. */
  readonly invoice: string;
  /** The provider's id of the payment, needed for refunds. */
  readonly payment: string;
  readonly amount: number;
  readonly currency: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** The price of later periods at the provider, if the provider states it with this one. */
  readonly laterAmount: number | undefined;
}

/** The state of a subscription at this moment. */
export interface SubscriptionStatus extends SubscriptionMark {
  readonly kind: 'subscription status';
  readonly reference: string;
  /**
   * 'incomplete' is one whose first payment is missing. 'cancelled' is one that was ended at the provider and cannot be
   * continued there, so that only its paid period is left.
   */
  readonly state:
    | 'incomplete'
    | 'active'
    | 'past due'
    | 'paused'
    | 'ending'
    | 'cancelled'
    | 'ended';
  /** Where the buyer pays or confirms what failed. */
  readonly paymentUrl: string | null;
  readonly isConfirmationNeeded: boolean;
}

/** A payment of a subscription, as an event reports it. */
export interface SubscriptionCharge {
  readonly payment: string;
  readonly amount: number;
  readonly currency: string;
  readonly at: Date;
}

/** The state that a subscription must have at the provider. A repeated request changes nothing. */
export type SubscriptionWish =
  /** `startsNow` begins and charges a new period, if the last one is over. */
  | { readonly kind: 'continue'; readonly startsNow: boolean }
  /** Charge nothing until it is resumed. */
  | { readonly kind: 'pause' }
  /** Charge nothing more, but keep the subscription so that it can be continued. */
  | { readonly kind: 'stop' }
  | { readonly kind: 'end' };

export interface ChangedPrice {
  readonly amount: number;
  readonly currency: Currency;
  readonly interval: Period;
}

export interface SubscriptionProvider {
  /** A new price does not change payments that are due within this number of days. */
  readonly priceNoticeDays: number;
  /** Asks for a payment request. `undefined` if it is not paid, or asked for nothing. */
  readInvoice?(invoice: string): Promise<PeriodPaid | undefined>;
  /**
   * Events can arrive late and out of order, so the subscription is asked for its present state. Its payments come first,
   * with `charge`, which the provider's list may not contain yet.
   */
  look(
    reference: string,
    charge?: SubscriptionCharge,
  ): Promise<readonly (SubscriptionStatus | PeriodPaid)[]>;
  /** Throws {@link SubscriptionOverError} if the subscription cannot be continued. */
  apply(reference: string, wish: SubscriptionWish, key: string): Promise<void>;
  /**
   * The price of periods that begin after the notice. Throws {@link PriceRefusedError} if the provider never accepts it.
   */
  changePrice(reference: string, price: ChangedPrice, key: string): Promise<void>;
}

export interface Paid {
  readonly kind: 'paid';
  /** The provider's id of the payment, needed for refunds. */
  readonly payment: string;
  /** The provider's id of the payment page, or our own id of that page. */
  readonly checkout: string;
  readonly amount: number;
  readonly currency: string;
  /** The host of the shop that created the page, or `undefined` if the page carries no mark. */
  readonly site?: string | undefined;
  /** True if an earlier version of Embarka, which did not include the host, may have created the page. */
  readonly mayBeOurs?: boolean;
}

export type PageStatus =
  | Paid
  | PeriodPaid
  /** The page can be paid. `failure` concerns the last attempt. */
  | { readonly kind: 'open'; readonly failure: PageFailure | null }
  /** The buyer has approved, and the money must be captured. */
  | { readonly kind: 'approved' }
  /** The outcome of this payment method is known days later. */
  | { readonly kind: 'in progress' }
  | {
      readonly kind: 'failed';
      readonly failure: PageFailure;
      /** The provider's subscription that the page began, which would go on charging the buyer. */
      readonly subscription?: ProviderSubscription | undefined;
    }
  | { readonly kind: 'expired' };

export type PageStatusTold = Exclude<PageStatus, Paid | PeriodPaid | { readonly kind: 'approved' }>;

export interface ProviderRefund {
  readonly reference: string;
  readonly payment: string;
  readonly amount: number;
  readonly currency: string;
  readonly state: Exclude<RefundState, 'due'>;
  /** The idempotency key, if the refund was sent by this system. */
  readonly key?: string | undefined;
  readonly problem?: string | undefined;
}

export interface ProviderDispute {
  readonly reference: string;
  readonly payment: string;
  readonly amount: number;
  readonly currency: string;
  readonly state: 'open' | 'won' | 'lost';
}

/** A provider-independent form of an event. */
export type ProviderNews =
  | Paid
  | PeriodPaid
  | SubscriptionStatus
  /** Something happened to a payment request of a subscription, which must be queried. */
  | ({
      readonly kind: 'invoice';
      readonly invoice: string;
      /** The provider's id of the subscription. */
      readonly reference?: string | undefined;
      readonly isUnmarked?: boolean;
    } & SubscriptionMark)
  /** Something happened to a subscription, which must be queried. */
  | ({
      readonly kind: 'subscription';
      readonly reference: string;
      readonly isConfirmationNeeded?: boolean;
      /** The event does not contain our marks, so that only the provider knows them. */
      readonly isUnmarked?: boolean;
      readonly charge?: SubscriptionCharge | undefined;
    } & SubscriptionMark)
  | { readonly kind: 'approved'; readonly checkout: string }
  | {
      readonly kind: 'page';
      readonly checkout: string;
      readonly status: PageStatusTold;
      /** If a payment with this id was booked before and is denied now, the money never arrived. */
      readonly payment?: string;
      /** The page at the time when the provider was asked. */
      readonly was?: { readonly state: PageState };
    }
  | { readonly kind: 'refund'; readonly refund: ProviderRefund }
  /** The total that was refunded from a payment. The single refunds must be queried. */
  | {
      readonly kind: 'refunded';
      readonly payment: string;
      readonly total: number;
      readonly currency: string;
    }
  /** The provider took the money back or never received it. Without an amount, everything was reversed. */
  | {
      readonly kind: 'reversed';
      readonly payment: string;
      readonly reference: string;
      readonly amount?: number;
    }
  | { readonly kind: 'dispute'; readonly dispute: ProviderDispute }
  | { readonly kind: 'other' };

export interface ProviderEvent {
  /** The same for an event that is sent again, and another one for every other event. */
  readonly id: string;
  readonly type: string;
}

export type ProviderPayment = Omit<Paid, 'kind'>;

export interface RefundRequest {
  readonly payment: string;
  readonly key: string;
  readonly amount: number;
  readonly currency: string;
  /** True if an earlier attempt is so old that the provider may have forgotten the idempotency key. */
  readonly isLate: boolean;
}

export type SentRefund = Pick<ProviderRefund, 'reference' | 'state' | 'problem'>;

/** Why a provider takes no payment in a currency, or not this amount: more than its maximum, or between two steps. */
export type AmountRefusal = 'currency' | 'minimum' | 'maximum' | 'step';

/** The documented limits of a provider. It may still refuse a payment, because accounts and countries have limits of their own. */
export interface AmountLimits {
  /** Returns false for a currency that the provider takes in no country. */
  takes(currency: string): boolean;
  /** Returns the step, in smallest units, in which the provider takes a currency. */
  step(currency: string): number;
  /** Returns the smallest amount of one payment, in smallest units. Refunds may be smaller. */
  minimum(currency: string): number;
  /** Returns the largest amount of one payment, in smallest units. */
  maximum(currency: string): number;
  /** Explains the refusal to a person. */
  explain(refusal: AmountRefusal, currency: Currency): string;
}

/** Each request to a provider must have a timeout, because the sender of a webhook or a scheduled job waits for it. */
export interface PaymentProvider {
  readonly way: PaymentProviderName;
  /** Throws {@link ProviderAwayError} if the provider is unreachable. */
  open(request: CheckoutRequest): Promise<Checkout>;
  look(checkout: string): Promise<PageStatus>;
  /** Closes a page so that it cannot be paid. Returns the page's state if a payment came first. */
  close(checkout: string): Promise<PageStatus>;
  /**
   * Verifies the origin of an event. Returns `undefined` for a forgery. A provider without signatures asks for the object
   * that the event names, after checking the form of its id, and derives the id of the event from the object's state.
   */
  verify(body: string, headers: Headers): Promise<ProviderEvent | undefined>;
  /**
   * Returns the news of an event, whose body was verified. The event is saved, and no lock is held, so that a provider
   * whose events contain only an id asks for the object here. An event that could not be read is read again later.
   */
  read(body: string): Promise<readonly ProviderNews[]>;
  /** Without it, later periods are paid by link. */
  readonly subscriptions?: SubscriptionProvider;
  /** Captures an approved payment. Idempotent. */
  capture?(checkout: string): Promise<PageStatus>;
  /** Sends money back once per key. */
  refund(request: RefundRequest): Promise<SentRefund>;
  lookAtRefund(reference: string): Promise<SentRefund>;
  /**
   * Lists all refunds of a payment, including those made at the provider. `checkout` is the page on which the
   * payment was made.
   */
  refundsOf(payment: string, checkout: string | undefined): Promise<ProviderRefund[]>;
  /** The total that has gone back from a payment by now, which an event that arrives late may not say. */
  refundedTotal?(payment: string): Promise<number | undefined>;
  /** A payment is in the list at the latest this long after it was made. */
  readonly listsAfterMs: number;
  /** Lists incoming payments for the daily reconciliation. */
  list(since: Date, until: Date): Promise<ProviderPayment[]>;
  /** Lists refunds, disputes and reversals, in case their events were lost. */
  listReturns(since: Date, until: Date): Promise<ProviderNews[]>;
}

/** A temporary failure: the provider does not respond, or not correctly. */
export class ProviderAwayError extends Error {
  override readonly name: string = 'ProviderAwayError';
}

/** The provider is still processing the same request and will soon have a response. */
export class ProviderBusyError extends ProviderAwayError {
  override readonly name = 'ProviderBusyError';
}

/** A permanent failure: the provider would refuse a repeated request too. */
export class ProviderRefusedError extends Error {
  override readonly name: string = 'ProviderRefusedError';
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

/** The object does not exist at the provider, or was deleted there. */
export class ProviderForgotError extends ProviderRefusedError {
  override readonly name = 'ProviderForgotError';
}

/** The subscription has ended at the provider, so that it cannot be continued there. */
export class SubscriptionOverError extends ProviderRefusedError {
  override readonly name = 'SubscriptionOverError';
}

/** The provider does not accept the new price of a subscription. */
export class PriceRefusedError extends ProviderRefusedError {
  override readonly name = 'PriceRefusedError';
}
