import type Stripe from 'stripe';
import type { Period } from '../../../../pricing/direct-order.ts';
import type { PageFailure } from '../../../../protocol/payment-pages.ts';
import type {
  ChangedPrice,
  PageStatus,
  PeriodPaid,
  ProviderPayment,
  SubscriptionMark,
  SubscriptionProvider,
  SubscriptionStatus,
  SubscriptionWish,
} from '../../provider.ts';
import {
  ask,
  failureOf,
  fromStripe,
  idOf,
  ifForgotten,
  seconds,
  toStripe,
} from './stripe-calls.server.ts';

const RECURRING = {
  week: { interval: 'week', interval_count: 1 },
  month: { interval: 'month', interval_count: 1 },
  quarter: { interval: 'month', interval_count: 3 },
  year: { interval: 'year', interval_count: 1 },
} as const satisfies Readonly<Record<Period, object>>;

export const recurringOf = (interval: Period) => RECURRING[interval];

/** Stripe Billing: Stripe charges the card for each period, and its dates count. */
export function stripeSubscriptions(stripe: Stripe): SubscriptionProvider {
  return {
    priceNoticeDays: 0,
    readInvoice: (invoice) => readInvoice(stripe, invoice),
    look: (reference) => look(stripe, reference),
    apply: (reference, wish, key) => apply(stripe, reference, wish, key),
    changePrice: (reference, price, key) => changePrice(stripe, reference, price, key),
  };
}

/** The fields of an invoice in versions of the API before 2025-03-31. */
interface EarlierInvoice {
  readonly subscription?: string | { readonly id: string } | null;
  readonly subscription_details?: { readonly metadata?: Stripe.Metadata | null } | null;
}

interface InvoiceMark extends SubscriptionMark {
  readonly reference: string;
  readonly isUnmarked: boolean;
}

/**
 * Returns the marks and the subscription of an invoice, or `undefined` for an invoice of something else. Events have the
 * version of the endpoint or account, which may be older than that of our requests and leave the marks out.
 */
export function markOfInvoice(invoice: Stripe.Invoice): InvoiceMark | undefined {
  const earlier: EarlierInvoice = invoice as object;
  const details = invoice.parent?.subscription_details ?? earlier.subscription_details;
  const reference = idOf(
    invoice.parent?.subscription_details?.subscription ?? earlier.subscription,
  );
  if (reference === undefined) return undefined;
  const { subscription, site } = details?.metadata ?? {};
  return { reference, subscription, site, isUnmarked: !details?.metadata };
}

async function readInvoice(stripe: Stripe, id: string): Promise<PeriodPaid | undefined> {
  const invoice = await ask(() => stripe.invoices.retrieve(id, { expand: ['payments'] }));
  return paidPeriod(invoice);
}

/**
 * Reads the first payment of a subscription whose page is complete. A debit can fail days later: Stripe then keeps the
 * subscription and tries again.
 */
export async function readFirstPeriod(
  stripe: Stripe,
  invoiceId: string,
  reference: string,
): Promise<PageStatus> {
  const invoice = await ask(() => stripe.invoices.retrieve(invoiceId, { expand: ['payments'] }));
  const paid = paidPeriod(invoice);
  if (paid) return paid;
  const open = invoice.payments?.data.find(({ status }) => status === 'open');
  const attempt = idOf(open?.payment.payment_intent);
  const intent =
    attempt === undefined
      ? undefined
      : await ask(() => stripe.paymentIntents.retrieve(attempt)).catch(ifForgotten);
  if (intent?.status === 'processing') return { kind: 'in progress' };
  const failed = (failure: PageFailure): PageStatus => ({
    kind: 'failed',
    failure,
    subscription: { paymentMethod: 'stripe', reference },
  });
  const failure = intent ? failureOf(intent) : null;
  if (failure) return failed(failure);
  const found = await ask(() => stripe.subscriptions.retrieve(reference)).catch(ifForgotten);
  const isOver = !found || ['past due', 'ended'].includes(stateOf(found));
  return isOver ? failed('declined') : { kind: 'in progress' };
}

/** Returns `undefined` for an invoice that is not paid, or asked for nothing. */
function paidPeriod(invoice: Stripe.Invoice): PeriodPaid | undefined {
  const paid = paymentOf(invoice);
  return paid && periodOf(invoice, paid);
}

/** Returns the period of an invoice of which credit notes left nothing to pay. */
function waivedPeriod(invoice: Stripe.Invoice): PeriodPaid | undefined {
  const { id, total, pre_payment_credit_notes_amount: waived } = invoice;
  const isWaived = total > 0 && waived >= total;
  return id && isWaived ? periodOf(invoice, { payment: id, amount: 0 }) : undefined;
}

function periodOf(
  invoice: Stripe.Invoice,
  paid: { readonly payment: string; readonly amount: number },
): PeriodPaid | undefined {
  const mark = markOfInvoice(invoice);
  // The first invoice may also contain an item that is charged once, whose period is a moment.
  const line = invoice.lines.data.findLast(
    ({ parent }) => parent?.type === 'subscription_item_details',
  );
  if (!mark || !line || invoice.status !== 'paid' || !invoice.id) return undefined;
  const { reference, subscription, site } = mark;
  const currency = invoice.currency.toUpperCase();
  return {
    kind: 'period paid',
    reference,
    subscription,
    site,
    invoice: invoice.id,
    payment: paid.payment,
    amount: fromStripe(paid.amount, currency),
    currency,
    // The period of the invoice itself is the one before. The period of its line is the one that was paid.
    startsAt: new Date(line.period.start * 1000),
    endsAt: new Date(line.period.end * 1000),
    // Discounts are not subtracted from the amount of a line.
    laterAmount: fromStripe(line.amount, currency),
  };
}

/** A failed period is paid days after its invoice was created. */
const RETRIED_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Lists paid periods for the daily reconciliation, and waived ones with an amount of zero: no money came in, so only the
 * team can decide about the period.
 */
export async function listPaidPeriods(
  stripe: Stripe,
  since: Date,
  until: Date,
): Promise<ProviderPayment[]> {
  const created = { gte: seconds(new Date(since.getTime() - RETRIED_MS)), lt: seconds(until) };
  const found: ProviderPayment[] = [];
  await ask(async () => {
    for await (const invoice of stripe.invoices.list({
      created,
      status: 'paid',
      limit: 100,
      expand: ['data.payments'],
    })) {
      const settledAt = invoice.status_transitions?.paid_at ?? invoice.created;
      const isRecent = settledAt >= seconds(since);
      const period = paidPeriod(invoice) ?? (isRecent ? waivedPeriod(invoice) : undefined);
      if (period) found.push({ ...period, checkout: period.invoice });
    }
  });
  return found;
}

/** An id of an invoice takes the place of a payment that was not made through Stripe. */
export const isInvoice = (payment: string): boolean => payment.startsWith('in_');

/**
 * An invoice that somebody marked as paid, or that the customer's credit at Stripe covers, has no payment. It settles its
 * total, of which credit notes have taken their part.
 */
function paymentOf(invoice: Stripe.Invoice) {
  const { id, payments, amount_paid: amount, total } = invoice;
  if (!payments) return undefined;
  const made = payments.data.find(
    ({ status, payment }) => status === 'paid' && payment.payment_intent,
  );
  const payment = idOf(made?.payment.payment_intent);
  if (payment !== undefined) return { payment, amount };
  const settled = total - invoice.pre_payment_credit_notes_amount;
  return id && settled > 0 ? { payment: id, amount: settled } : undefined;
}

async function look(
  stripe: Stripe,
  reference: string,
): Promise<readonly (SubscriptionStatus | PeriodPaid)[]> {
  const found = await ask(() =>
    stripe.subscriptions.retrieve(reference, { expand: ['latest_invoice.payments'] }),
  );
  const latest = typeof found.latest_invoice === 'object' ? found.latest_invoice : null;
  const paid = latest ? paidPeriod(latest) : undefined;
  const isUnpaid = latest?.status === 'open';
  const status: SubscriptionStatus = {
    kind: 'subscription status',
    reference,
    subscription: found.metadata['subscription'],
    site: found.metadata['site'],
    state: stateOf(found),
    paymentUrl: isUnpaid ? (latest.hosted_invoice_url ?? null) : null,
    isConfirmationNeeded: false,
  };
  // The payment comes first, because it ends what the state may say about a failure.
  return paid ? [paid, status] : [status];
}

function stateOf(found: Stripe.Subscription): SubscriptionStatus['state'] {
  switch (found.status) {
    case 'incomplete':
      return 'incomplete';
    case 'past_due':
    case 'unpaid':
      return 'past due';
    case 'canceled':
    case 'incomplete_expired':
      return 'ended';
    default:
      if (found.pause_collection || found.status === 'paused') return 'paused';
      return found.cancel_at_period_end || found.cancel_at ? 'ending' : 'active';
  }
}

async function apply(
  stripe: Stripe,
  reference: string,
  wish: SubscriptionWish,
  key: string,
): Promise<void> {
  const idempotencyKey = { idempotencyKey: key };
  const update = (params: Stripe.SubscriptionUpdateParams) =>
    ask(() => stripe.subscriptions.update(reference, params, idempotencyKey));
  switch (wish.kind) {
    case 'end':
      await ask(() => stripe.subscriptions.cancel(reference, {}, idempotencyKey)).catch(
        ifForgotten,
      );
      return;
    case 'stop':
      await update({ cancel_at_period_end: true });
      return;
    case 'pause': {
      const changed = await update({ pause_collection: { behavior: 'void' } });
      const open = idOf(changed.latest_invoice);
      if (open !== undefined) await voidUnpaid(stripe, open, key);
      return;
    }
    default:
      await update(wish.startsNow ? RESTART : CONTINUE);
  }
}

const CONTINUE: Stripe.SubscriptionUpdateParams = {
  cancel_at_period_end: false,
  pause_collection: '',
};

const RESTART: Stripe.SubscriptionUpdateParams = {
  cancel_at_period_end: false,
  pause_collection: '',
  billing_cycle_anchor: { type: 'now' },
  proration_behavior: 'none',
};

/** Stripe would try to charge the unpaid period again, although the subscription is paused. */
async function voidUnpaid(stripe: Stripe, invoice: string, key: string): Promise<void> {
  const { status } = await ask(() => stripe.invoices.retrieve(invoice));
  if (status !== 'open') return;
  await ask(() => stripe.invoices.voidInvoice(invoice, {}, { idempotencyKey: `${key} void` }));
}

async function changePrice(
  stripe: Stripe,
  reference: string,
  { amount, currency, interval }: ChangedPrice,
  key: string,
): Promise<void> {
  const { items } = await ask(() => stripe.subscriptions.retrieve(reference));
  const [item] = items.data;
  const product = idOf(item?.price.product);
  if (!item || product === undefined) throw new Error(`${reference} has no price`);
  await ask(() =>
    stripe.subscriptions.update(
      reference,
      {
        items: [
          {
            id: item.id,
            price_data: {
              currency: currency.toLowerCase(),
              product,
              unit_amount: toStripe(amount, currency),
              recurring: recurringOf(interval),
            },
          },
        ],
        proration_behavior: 'none',
      },
      { idempotencyKey: key },
    ),
  );
}
