import Stripe from 'stripe';
import type { StripeSettings } from '../../../../../platform/payment-settings.server.ts';
import {
  ProviderForgotError,
  ProviderRefusedError,
  type Checkout,
  type CheckoutRequest,
  type PageStatus,
  type PaymentProvider,
  type ProviderDispute,
  type ProviderNews,
  type ProviderPayment,
  type ProviderRefund,
  type RecurringTerms,
  type RefundRequest,
  type SentRefund,
} from '../../provider.ts';
import { toLine } from '../../../../../platform/shown-text.ts';
import {
  ask,
  failureOf,
  fromStripe,
  idOf,
  ifForgotten,
  seconds,
  toStripe,
} from './stripe-calls.server.ts';
import {
  isInvoice,
  listPaidPeriods,
  markOfInvoice,
  readFirstPeriod,
  recurringOf,
  stripeSubscriptions,
} from './stripe-subscriptions.server.ts';

const TIMEOUT_MS = 15_000;
const HOUR_MS = 60 * 60 * 1000;
/**
 * Stripe allows half an hour to a day. The short time makes sure that a page ends soon even if closing it fails
 * while Stripe is away.
 */
const OPEN_MS = HOUR_MS;

/** Stripe Checkout: the card number is typed on Stripe's page, never on ours. */
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
    look: (checkout) => lookAtSession(stripe, checkout),
    close: (checkout) => expireSession(stripe, checkout),
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
    read: async (body) => [readEvent(JSON.parse(body) as Stripe.Event)],
    refund: (request) => refundOnce(stripe, request),
    async lookAtRefund(reference) {
      return sentRefund(await ask(() => stripe.refunds.retrieve(reference)));
    },
    async refundsOf(payment) {
      if (isInvoice(payment)) return [];
      const { data } = await ask(() =>
        stripe.refunds.list({ payment_intent: payment, limit: 100 }),
      );
      return data.flatMap((refund) => readRefund(refund, payment) ?? []);
    },
    refundedTotal: (payment) => refundedTotal(stripe, payment),
    subscriptions: stripeSubscriptions(stripe),
    listsAfterMs: HOUR_MS,
    list: (since, until) => listPaid(stripe, since, until),
    listReturns: (since, until) => listReturns(stripe, since, until),
  };
}

async function openSession(stripe: Stripe, request: CheckoutRequest): Promise<Checkout> {
  const { checkoutId, order, returnUrl, begunAt, recurring } = request;
  const expiresAt = new Date(begunAt.getTime() + OPEN_MS);
  const site = new URL(returnUrl).host;
  const metadata = { order, checkout: checkoutId, site };
  const common = {
    client_reference_id: checkoutId,
    metadata,
    success_url: `${returnUrl}?paid=1`,
    cancel_url: `${returnUrl}?paid=0`,
    expires_at: seconds(expiresAt),
  };
  const session = await ask(async () =>
    stripe.checkout.sessions.create(
      recurring
        ? { ...common, ...(await beginSubscription(stripe, request, recurring, metadata)) }
        : { ...common, ...payOnce(request, metadata) },
      { idempotencyKey: checkoutId },
    ),
  );
  if (!session.url) throw new ProviderRefusedError('Stripe returned no payment page');
  return { reference: session.id, url: session.url, expiresAt };
}

function payOnce(
  request: CheckoutRequest,
  metadata: Stripe.MetadataParam,
): Stripe.Checkout.SessionCreateParams {
  const { currency } = request;
  return {
    mode: 'payment',
    line_items: itemsOf(request).map(({ name, amount: itemAmount }) => ({
      quantity: 1,
      price_data: {
        currency: currency.toLowerCase(),
        unit_amount: toStripe(itemAmount, currency),
        product_data: { name },
      },
    })),
    payment_intent_data: { metadata },
  };
}

/**
 * The price is that of later periods. A first period that costs less, because of credit or a coupon, has a discount that
 * Stripe applies once. One that costs more, because of a tax rate that ends, has an item that Stripe charges once.
 */
async function beginSubscription(
  stripe: Stripe,
  { checkoutId, order, title, differenceLabel, amount, currency }: CheckoutRequest,
  recurring: RecurringTerms,
  metadata: Stripe.MetadataParam,
): Promise<Stripe.Checkout.SessionCreateParams> {
  const less = recurring.amount - amount;
  const coupon =
    less > 0
      ? await stripe.coupons.create(
          {
            amount_off: toStripe(less, currency),
            currency: currency.toLowerCase(),
            duration: 'once',
            max_redemptions: 1,
            name: order,
          },
          { idempotencyKey: `${checkoutId} discount` },
        )
      : undefined;
  return {
    mode: 'subscription',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: currency.toLowerCase(),
          unit_amount: toStripe(recurring.amount, currency),
          recurring: recurringOf(recurring.interval),
          product_data: { name: toLine(`${order}: ${title}`, NAME_MAX_LENGTH) },
        },
      },
      ...(less < 0
        ? [
            {
              quantity: 1,
              price_data: {
                currency: currency.toLowerCase(),
                unit_amount: toStripe(-less, currency),
                product_data: { name: differenceLabel },
              },
            },
          ]
        : []),
    ],
    ...(coupon && { discounts: [{ coupon: coupon.id }] }),
    subscription_data: {
      metadata: { ...metadata, subscription: recurring.subscription },
    },
  };
}

const NAME_MAX_LENGTH = 250;

/**
 * Each line is one item with quantity one and its final price, because Stripe would round quantities and taxes in its
 * own way.
 */
function itemsOf({ order, title, lines, amount, taxLabel }: CheckoutRequest) {
  if (lines.length === 0) return [{ name: `${order}: ${title}`, amount }];
  const tax = lines.reduce((sum, line) => sum + line.tax, 0);
  return [
    ...lines.map(({ name, net }) => ({
      name: toLine(`${order}: ${name}`, NAME_MAX_LENGTH),
      amount: net,
    })),
    ...(tax > 0 ? [{ name: taxLabel, amount: tax }] : []),
  ].filter((item) => item.amount > 0);
}

async function lookAtSession(stripe: Stripe, checkout: string): Promise<PageStatus> {
  try {
    const session = await ask(() =>
      stripe.checkout.sessions.retrieve(checkout, { expand: ['payment_intent'] }),
    );
    return await statusOf(stripe, session);
  } catch (error) {
    if (error instanceof ProviderForgotError) return { kind: 'expired' };
    throw error;
  }
}

async function expireSession(stripe: Stripe, checkout: string): Promise<PageStatus> {
  try {
    return await statusOf(stripe, await ask(() => stripe.checkout.sessions.expire(checkout)));
  } catch (error) {
    // Only an open session can be expired, so this session was paid or has ended a moment before.
    if (error instanceof ProviderRefusedError) return lookAtSession(stripe, checkout);
    throw error;
  }
}

async function statusOf(stripe: Stripe, session: Stripe.Checkout.Session): Promise<PageStatus> {
  const paid = paidBy(session);
  if (paid) return paid;
  const [invoice, subscription] = [idOf(session.invoice), idOf(session.subscription)];
  // In the mode of subscriptions, the payment belongs to the first invoice, and the session has no payment intent.
  if (session.status === 'complete' && invoice && subscription) {
    return readFirstPeriod(stripe, invoice, subscription);
  }
  if (session.status === 'expired') return { kind: 'expired' };
  const { payment_intent: found } = session;
  const intent =
    typeof found === 'string'
      ? await ask(() => stripe.paymentIntents.retrieve(found)).catch(ifForgotten)
      : found;
  const failure = intent ? failureOf(intent) : null;
  if (session.status !== 'complete') return { kind: 'open', failure };
  return failure ? { kind: 'failed', failure } : { kind: 'in progress' };
}

async function refundOnce(
  stripe: Stripe,
  { payment, key, amount, currency, isLate }: RefundRequest,
): Promise<SentRefund> {
  if (isInvoice(payment)) {
    throw new ProviderRefusedError(
      'The invoice was paid without a payment at Stripe. Return the money where it was paid.',
    );
  }
  const known = isLate ? await ask(() => findRefund(stripe, payment, key)) : undefined;
  if (known) return sentRefund(known);
  return sentRefund(
    await ask(() =>
      stripe.refunds.create(
        {
          payment_intent: payment,
          amount: toStripe(amount, currency),
          metadata: { refund: key },
        },
        { idempotencyKey: key },
      ),
    ),
  );
}

/** Searches by our own key, because Stripe forgets idempotency keys after a day. */
async function findRefund(
  stripe: Stripe,
  payment: string,
  key: string,
): Promise<Stripe.Refund | undefined> {
  const { data: sent } = await stripe.refunds.list({ payment_intent: payment, limit: 100 });
  return sent.find(({ metadata }) => metadata?.['refund'] === key);
}

async function refundedTotal(stripe: Stripe, payment: string): Promise<number | undefined> {
  const { latest_charge: charge } = await ask(() =>
    stripe.paymentIntents.retrieve(payment, { expand: ['latest_charge'] }),
  );
  if (charge === null || typeof charge === 'string') return undefined;
  return fromStripe(charge.amount_refunded, charge.currency.toUpperCase());
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
      const paid = paidBy(session);
      if (paid) found.push(paid);
    }
  });
  return [...found, ...(await listPaidPeriods(stripe, since, until))];
}

async function listReturns(stripe: Stripe, since: Date, until: Date): Promise<ProviderNews[]> {
  const created = { gte: seconds(since), lt: seconds(until) };
  const found: ProviderNews[] = [];
  await ask(async () => {
    for await (const one of stripe.refunds.list({ created, limit: 100 })) {
      const refund = readRefund(one);
      if (refund) found.push({ kind: 'refund', refund });
    }
    for await (const one of stripe.disputes.list({ created, limit: 100 })) {
      const dispute = readDispute(one);
      if (dispute) found.push({ kind: 'dispute', dispute });
    }
  });
  return found;
}

function readEvent(event: Stripe.Event): ProviderNews {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const session = event.data.object;
      const invoice = idOf(session.invoice);
      if (session.mode === 'subscription' && session.payment_status !== 'unpaid' && invoice) {
        const reference = idOf(session.subscription);
        return { kind: 'invoice', invoice, reference, site: session.metadata?.['site'] };
      }
      // A completed but unpaid session uses a slow payment method, and another event reports the outcome.
      return (
        paidBy(session) ?? { kind: 'page', checkout: session.id, status: { kind: 'in progress' } }
      );
    }
    case 'checkout.session.async_payment_failed': {
      const session = event.data.object;
      const reference = idOf(session.subscription);
      const subscription = reference
        ? ({ paymentMethod: 'stripe', reference } as const)
        : undefined;
      return page(session.id, { kind: 'failed', failure: 'declined', subscription });
    }
    case 'checkout.session.expired':
      return page(event.data.object.id, { kind: 'expired' });
    case 'payment_intent.payment_failed': {
      const intent = event.data.object;
      const checkout = intent.metadata['checkout'];
      const failure = failureOf({ ...intent, status: 'requires_payment_method' }) ?? 'declined';
      // The buyer can try again on the same page.
      return checkout ? page(checkout, { kind: 'open', failure }) : { kind: 'other' };
    }
    case 'invoice.paid': {
      const invoice = event.data.object;
      const mark = markOfInvoice(invoice);
      return mark && invoice.id
        ? { kind: 'invoice', invoice: invoice.id, ...mark }
        : { kind: 'other' };
    }
    case 'invoice.payment_failed':
    case 'invoice.payment_action_required': {
      const mark = markOfInvoice(event.data.object);
      const isConfirmationNeeded = event.type === 'invoice.payment_action_required';
      return mark ? { kind: 'subscription', isConfirmationNeeded, ...mark } : { kind: 'other' };
    }
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted': {
      const { id: reference, metadata } = event.data.object;
      const { subscription, site } = metadata;
      return { kind: 'subscription', reference, subscription, site };
    }
    case 'charge.refunded': {
      const { payment_intent: intent, amount_refunded: total, currency } = event.data.object;
      const payment = idOf(intent);
      if (!payment || total <= 0) return { kind: 'other' };
      const code = currency.toUpperCase();
      return { kind: 'refunded', payment, total: fromStripe(total, code), currency: code };
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated': {
      const refund = readRefund(event.data.object);
      return refund ? { kind: 'refund', refund } : { kind: 'other' };
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'charge.dispute.closed': {
      const dispute = readDispute(event.data.object);
      return dispute ? { kind: 'dispute', dispute } : { kind: 'other' };
    }
    default:
      return { kind: 'other' };
  }
}

const page = (
  checkout: string,
  status: Extract<ProviderNews, { kind: 'page' }>['status'],
): ProviderNews => ({ kind: 'page', checkout, status });

function paidBy(session: Stripe.Checkout.Session) {
  const { payment_intent: intent, amount_total: amount, currency, metadata } = session;
  const payment = idOf(intent);
  if (session.payment_status !== 'paid' || !payment || !amount || !currency) return undefined;
  return {
    kind: 'paid',
    payment,
    checkout: session.id,
    amount: fromStripe(amount, currency.toUpperCase()),
    currency: currency.toUpperCase(),
    site: metadata?.['site'],
    mayBeOurs: metadata?.['checkout'] !== undefined,
  } as const;
}

const REFUND_STATES: Readonly<Record<string, ProviderRefund['state']>> = {
  succeeded: 'done',
  failed: 'failed',
  canceled: 'cancelled',
};

function sentRefund({ id, status, failure_reason: reason }: Stripe.Refund): SentRefund {
  return {
    reference: id,
    state: REFUND_STATES[status ?? ''] ?? 'sent',
    problem: reason?.replaceAll('_', ' '),
  };
}

function readRefund(refund: Stripe.Refund, of?: string): ProviderRefund | undefined {
  const payment = idOf(refund.payment_intent) ?? of;
  if (!payment || !refund.currency) return undefined;
  const currency = refund.currency.toUpperCase();
  return {
    ...sentRefund(refund),
    payment,
    amount: fromStripe(refund.amount, currency),
    currency,
    key: refund.metadata?.['refund'],
  };
}

function readDispute(dispute: Stripe.Dispute): ProviderDispute | undefined {
  const payment = idOf(dispute.payment_intent);
  // An inquiry of the bank moves no money yet.
  if (!payment || dispute.status.startsWith('warning_') || dispute.status === 'prevented') {
    return undefined;
  }
  const currency = dispute.currency.toUpperCase();
  const { id: reference, status, amount } = dispute;
  const state = status === 'won' ? 'won' : status === 'lost' ? 'lost' : 'open';
  return { reference, payment, amount: fromStripe(amount, currency), currency, state };
}
