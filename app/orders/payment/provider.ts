import type { Way } from './ways.ts';
import type { Currency } from '../../platform/currencies.ts';
import type { RefundState } from '../refund/refund-states.ts';
import type { PageFailure, PageState } from './page-states.ts';

/** A page of a provider on which one order is paid. */
export interface Checkout {
  /** As the provider names it. */
  readonly reference: string;
  readonly url: string;
  readonly expiresAt: Date | null;
}

export interface CheckoutRequest {
  /** Sent with the request, so that a repeat makes no second one; it comes back in what the provider tells. */
  readonly checkoutId: string;
  /** 'E-1001'. */
  readonly order: string;
  readonly title: string;
  readonly amount: number;
  readonly currency: Currency;
  /** Of the order's page. */
  readonly returnUrl: string;
  /** A provider refuses a repeat that differs in anything, so times are counted from here. */
  readonly begunAt: Date;
}

/** Money that came in, as a provider tells it. */
export interface Paid {
  readonly kind: 'paid';
  /** Of the payment, for a refund. */
  readonly payment: string;
  /** The provider's name of the page it was paid on, or our own id of that page. */
  readonly checkout: string;
  readonly amount: number;
  readonly currency: string;
  /** The host of the shop whose page it was; undefined where the page carries no mark of ours. */
  readonly site?: string | undefined;
  /** Whether an earlier version, which did not name the shop, may have made the page. */
  readonly mayBeOurs?: boolean;
}

/** What has become of a page, as its provider says. */
export type PageStatus =
  | Paid
  /** It can be paid; `failure` is about the last attempt on it. */
  | { readonly kind: 'open'; readonly failure: PageFailure | null }
  /** The buyer has agreed, and the money is to be captured. */
  | { readonly kind: 'approved' }
  /** Paid by a method whose outcome is known days later. */
  | { readonly kind: 'in progress' }
  | { readonly kind: 'failed'; readonly failure: PageFailure }
  | { readonly kind: 'expired' };

export type PageStatusTold = Exclude<PageStatus, Paid | { readonly kind: 'approved' }>;

/** A refund as the provider has it. */
export interface ProviderRefund {
  readonly reference: string;
  readonly payment: string;
  readonly amount: number;
  readonly currency: string;
  readonly state: Exclude<RefundState, 'due'>;
  /** The idempotency key that it was sent with, where it was sent from here. */
  readonly key?: string | undefined;
  readonly problem?: string | undefined;
}

/** A dispute as the provider has it. */
export interface ProviderDispute {
  readonly reference: string;
  readonly payment: string;
  readonly amount: number;
  readonly currency: string;
  readonly state: 'open' | 'won' | 'lost';
}

/** What a provider's event says about money, in one form for all of them. */
export type ProviderNews =
  | Paid
  /** The buyer has agreed, and the money is to be captured. */
  | { readonly kind: 'approved'; readonly checkout: string }
  /** Something about a page that is no money. */
  | {
      readonly kind: 'page';
      readonly checkout: string;
      readonly status: PageStatusTold;
      /** Of a payment that was begun: one that was booked before and is denied now never came. */
      readonly payment?: string;
      /** The page as it was when the provider was asked. */
      readonly was?: { readonly state: PageState };
    }
  | { readonly kind: 'refund'; readonly refund: ProviderRefund }
  /** So much of a payment has gone back in all; which refunds that were is to be asked. */
  | {
      readonly kind: 'refunded';
      readonly payment: string;
      readonly total: number;
      readonly currency: string;
    }
  /** The provider itself took the money back, or never got it; without an amount all of it. */
  | {
      readonly kind: 'reversed';
      readonly payment: string;
      readonly reference: string;
      readonly amount?: number;
    }
  | { readonly kind: 'dispute'; readonly dispute: ProviderDispute }
  /** Nothing that the books know. */
  | { readonly kind: 'other' };

export interface ProviderEvent {
  readonly id: string;
  readonly type: string;
}

/** A payment as the provider's own list has it. */
export type ProviderPayment = Omit<Paid, 'kind'>;

export interface RefundRequest {
  readonly payment: string;
  /** Under which it is sent once. */
  readonly key: string;
  readonly amount: number;
  readonly currency: string;
  /** Asked for before, perhaps, and so long ago that the provider may have forgotten the key. */
  readonly isLate: boolean;
}

export type SentRefund = Pick<ProviderRefund, 'reference' | 'state' | 'problem'>;

/** One way to be paid: what differs between providers, and nothing else. */
export interface PaymentProvider {
  readonly way: Exclude<Way, 'link'>;
  /** Throws {@link ProviderAwayError} when it cannot be reached. */
  open(request: CheckoutRequest): Promise<Checkout>;
  /** What has become of a page. */
  look(checkout: string): Promise<PageStatus>;
  /** Ends a page, so that nobody can pay on it any more; answers what had become of it if somebody was faster. */
  close(checkout: string): Promise<PageStatus>;
  /** Whether this came from the provider, and what it is; undefined for a forgery. */
  verify(body: string, headers: Headers): Promise<ProviderEvent | undefined>;
  /** What an event says that was verified before. */
  read(body: string): ProviderNews;
  /** Captures the money of a page that the buyer has agreed on; done twice it is captured once. */
  capture?(checkout: string): Promise<PageStatus>;
  /** Sends money back, once for each key. */
  refund(request: RefundRequest): Promise<SentRefund>;
  /** What has become of a refund. */
  lookAtRefund(reference: string): Promise<SentRefund>;
  /** Every refund of a payment, those made at the provider too; `checkout` is the page it was paid on. */
  refundsOf(payment: string, checkout: string | undefined): Promise<ProviderRefund[]>;
  /** What came in since then, for the daily look. */
  list(since: Date, until: Date): Promise<ProviderPayment[]>;
  /** Refunds, disputes and reversals since then: what an event that was lost would have told. */
  listReturns(since: Date, until: Date): Promise<ProviderNews[]>;
}

/** The provider does not answer, or not sensibly: another time it may. */
export class ProviderAwayError extends Error {
  override readonly name: string = 'ProviderAwayError';
}

/** The provider is at the same request this moment: soon it has an answer. */
export class ProviderBusyError extends ProviderAwayError {
  override readonly name = 'ProviderBusyError';
}

/** The provider refuses, and would again. */
export class ProviderRefusedError extends Error {
  override readonly name: string = 'ProviderRefusedError';
  /** Its own code for that, where it has one. */
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

/** The provider knows nothing of that name, or nothing any more. */
export class ProviderForgotError extends ProviderRefusedError {
  override readonly name = 'ProviderForgotError';
}
