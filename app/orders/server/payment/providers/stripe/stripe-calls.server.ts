import Stripe from 'stripe';
import type { PageFailure } from '../../../../protocol/payment-pages.ts';
import {
  ProviderAwayError,
  ProviderBusyError,
  ProviderForgotError,
  ProviderRefusedError,
} from '../../provider.ts';
import { additionalDigits, stripeAmounts } from './amounts.ts';

export function idOf(
  named: string | { readonly id: string } | null | undefined,
): string | undefined {
  return typeof named === 'string' ? named : named?.id;
}

export function toStripe(amount: number, currency: string): number {
  if (amount % stripeAmounts.step(currency) !== 0) {
    throw new ProviderRefusedError(
      `Stripe does not accept ${amount} smallest units of ${currency}`,
    );
  }
  return scale(amount, additionalDigits(currency));
}

export function fromStripe(amount: number, currency: string): number {
  return scale(amount, -additionalDigits(currency));
}

const scale = (amount: number, digits: number) =>
  digits < 0 ? amount / 10 ** -digits : amount * 10 ** digits;

export const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000);

/** Returns null while an attempt is running or if there was none. */
export function failureOf({
  status,
  last_payment_error: error,
}: Stripe.PaymentIntent): PageFailure | null {
  if (status === 'canceled') return 'refused';
  if (status !== 'requires_payment_method' || !error) return null;
  return error.code === 'payment_intent_authentication_failure' ? 'not confirmed' : 'declined';
}

/** Translates Stripe's errors into temporary and permanent ones. */
export async function ask<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const { statusCode: status = 0, message, code } = error;
    // Stripe still processes the first request with this idempotency key.
    if (status === 409) throw new ProviderBusyError(message);
    if (status === 0 || status === 429 || status >= 500) throw new ProviderAwayError(message);
    throw status === 404
      ? new ProviderForgotError(message, code)
      : new ProviderRefusedError(message, code);
  }
}

export function ifForgotten(error: unknown): undefined {
  if (!(error instanceof ProviderForgotError)) throw error;
}
