import type { Way } from './ways.ts';
import type { Currency } from '../../platform/currencies.ts';

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
}

/** What a provider's event says about money, in one form for all of them. */
export type ProviderNews =
  /** Money came in. */
  | {
      readonly kind: 'paid';
      /** Of the payment, for a refund. */
      readonly payment: string;
      /** Of the page it was paid on, or our own id of that. */
      readonly checkout: string;
      readonly amount: number;
      readonly currency: string;
    }
  /** The buyer has agreed, and the money is to be fetched. */
  | { readonly kind: 'approved'; readonly checkout: string }
  /** Nothing that the books know. */
  | { readonly kind: 'other' };

export interface ProviderEvent {
  readonly id: string;
  readonly type: string;
}

/** A payment as the provider's own list has it. */
export interface ProviderPayment {
  readonly payment: string;
  readonly amount: number;
  readonly currency: string;
}

export interface RefundRequest {
  readonly payment: string;
  /** Under which it is sent once. */
  readonly key: string;
  readonly amount: number;
  readonly currency: string;
  /** Asked for before, perhaps, and so long ago that the provider may have forgotten the key. */
  readonly isLate: boolean;
}

/** One way to be paid: what differs between providers, and nothing else. */
export interface PaymentProvider {
  readonly way: Exclude<Way, 'link'>;
  /** Throws {@link ProviderAwayError} when it cannot be reached. */
  open(request: CheckoutRequest): Promise<Checkout>;
  /** Whether this came from the provider, and what it is; undefined for a forgery. */
  verify(body: string, headers: Headers): Promise<ProviderEvent | undefined>;
  /** What an event says that was verified before. */
  read(body: string): ProviderNews;
  /** Fetches the money of a page that the buyer has agreed on; done twice it is fetched once. */
  capture?(checkout: string): Promise<ProviderNews>;
  /** Sends money back, once for each key. Returns the provider's name for it. */
  refund(request: RefundRequest): Promise<string>;
  /** What came in since then, for the daily look. */
  list(since: Date, until: Date): Promise<ProviderPayment[]>;
}

/** The provider does not answer, or not sensibly: another time it may. */
export class ProviderAwayError extends Error {
  override readonly name = 'ProviderAwayError';
}

/** The provider refuses, and would again. */
export class ProviderRefusedError extends Error {
  override readonly name: string = 'ProviderRefusedError';
}

/** The provider knows nothing of that name, or nothing any more. */
export class ProviderForgotError extends ProviderRefusedError {
  override readonly name = 'ProviderForgotError';
}
