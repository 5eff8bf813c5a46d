import Stripe from 'stripe';
import { minorDigits } from '../../platform/minor-digits.ts';
import type { StripeSettings } from '../../platform/settings.server.ts';
import {
  ProviderAwayError,
  ProviderRefusedError,
  type Checkout,
  type CheckoutRequest,
  type PaymentProvider,
  type ProviderNews,
  type ProviderPayment,
  type RefundRequest,
} from './provider.ts';
import { stepOf } from './steps.ts';

const TIMEOUT_MS = 15_000;
const HOUR_MS = 60 * 60 * 1000;
/** Stripe takes half an hour to a day. */
const OPEN_MS = 23 * HOUR_MS;

/** Events that say that a page was paid; by some methods that is known only later. */
const PAID = new Set(['checkout.session.completed', 'checkout.session.async_payment_succeeded']);

/** Stripe Checkout: the card is typed on Stripe's page, never on ours. */
export function stripeProvider(settings: StripeSettings): PaymentProvider {
  const { hostname, port, protocol } = new URL(settings.url);
  const stripe = new Stripe(settings.secretKey, {
    host: hostname,
    port: port || (protocol === 'http:' ? 80 : 443),
    protocol: protocol === 'http:' ? 'http' : 'https',
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  });
  return {
    way: 'stripe',
    open: (request) => openSession(stripe, request),
    async verify(body, headers) {
      const signature = headers.get('Stripe-Signature');
      if (!signature) return undefined;
      try {
        const event = await stripe.webhooks.constructEventAsync(
          body,
          signature,
          settings.webhookSecret,
        );
        return { id: event.id, type: event.type };
      } catch {
        return undefined;
      }
    },
    read: (body) => readEvent(JSON.parse(body) as Stripe.Event),
    refund: (request) => refundOnce(stripe, request),
    list: (since, until) => listPaid(stripe, since, until),
  };
}

async function openSession(
  stripe: Stripe,
  { checkoutId, order, title, amount, currency, returnUrl }: CheckoutRequest,
): Promise<Checkout> {
  const expiresAt = new Date(Date.now() + OPEN_MS);
  const session = await ask(() =>
    stripe.checkout.sessions.create(
      {
        mode: 'payment',
        client_reference_id: checkoutId,
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: currency.toLowerCase(),
              unit_amount: toStripe(amount, currency),
              product_data: { name: `${order}: ${title}` },
            },
          },
        ],
        metadata: { order, checkout: checkoutId },
        payment_intent_data: { metadata: { order, checkout: checkoutId } },
        success_url: `${returnUrl}?paid=1`,
        cancel_url: returnUrl,
        expires_at: Math.floor(expiresAt.getTime() / 1000),
      },
      { idempotencyKey: checkoutId },
    ),
  );
  if (!session.url) throw new ProviderRefusedError('Stripe named no page');
  return { reference: session.id, url: session.url, expiresAt };
}

async function refundOnce(
  stripe: Stripe,
  { payment, key, amount, currency, isLate }: RefundRequest,
): Promise<string> {
  const known = isLate ? await ask(() => findRefund(stripe, payment, key)) : undefined;
  if (known) return known.id;
  const refund = await ask(() =>
    stripe.refunds.create(
      {
        payment_intent: payment,
        amount: toStripe(amount, currency),
        metadata: { refund: key },
      },
      { idempotencyKey: key },
    ),
  );
  return refund.id;
}

/** What was sent back under this key, which Stripe itself forgets after a day. */
async function findRefund(
  stripe: Stripe,
  payment: string,
  key: string,
): Promise<Stripe.Refund | undefined> {
  const { data: sent } = await stripe.refunds.list({ payment_intent: payment, limit: 100 });
  return sent.find(
    ({ metadata, status }) =>
      metadata?.['refund'] === key && status !== 'failed' && status !== 'canceled',
  );
}

async function listPaid(stripe: Stripe, since: Date, until: Date): Promise<ProviderPayment[]> {
  const created = { gte: seconds(since), lt: seconds(until) };
  const found: ProviderPayment[] = [];
  await ask(async () => {
    for await (const session of stripe.checkout.sessions.list({
      created,
      status: 'complete',
      limit: 100,
    })) {
      const news = paidBy(session);
      if (news.kind === 'paid') found.push(news);
    }
  });
  return found;
}

function readEvent(event: Stripe.Event): ProviderNews {
  return PAID.has(event.type)
    ? paidBy(event.data.object as Stripe.Checkout.Session)
    : { kind: 'other' };
}

function paidBy(session: Stripe.Checkout.Session): ProviderNews {
  const { payment_intent: intent, amount_total: amount, currency } = session;
  // Completed and not paid: the money comes by a slower way, and another event tells of it.
  if (session.payment_status !== 'paid' || !intent || !amount || !currency) {
    return { kind: 'other' };
  }
  return {
    kind: 'paid',
    payment: typeof intent === 'string' ? intent : intent.id,
    checkout: session.id,
    amount: fromStripe(amount, currency.toUpperCase()),
    currency: currency.toUpperCase(),
  };
}

/** Where Stripe counts in other units than ISO 4217: it keeps what these were once counted in. */
const STRIPE_DIGITS: Readonly<Record<string, number>> = { ISK: 2, UGX: 2, MGA: 0 };

/** The same sum as Stripe counts it. */
function toStripe(amount: number, currency: string): number {
  if (amount % stepOf('stripe', currency) !== 0) {
    throw new ProviderRefusedError(`Stripe takes no ${amount} smallest units of ${currency}`);
  }
  const digits = minorDigits(currency);
  return scale(amount, (STRIPE_DIGITS[currency] ?? digits) - digits);
}

function fromStripe(amount: number, currency: string): number {
  const digits = minorDigits(currency);
  return scale(amount, digits - (STRIPE_DIGITS[currency] ?? digits));
}

const scale = (amount: number, digits: number) =>
  digits < 0 ? amount / 10 ** -digits : amount * 10 ** digits;

const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000);

/** Says which failures pass. */
async function ask<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const status = error.statusCode ?? 0;
    const isAway = status === 0 || status === 409 || status === 429 || status >= 500;
    throw isAway ? new ProviderAwayError(error.message) : new ProviderRefusedError(error.message);
  }
}
