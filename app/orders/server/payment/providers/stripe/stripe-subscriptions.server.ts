import type Stripe from 'stripe';
import type { Period } from '../../../../pricing/direct-order.ts';
import type {
  ChangedPrice,
  PeriodPaid,
  ProviderPayment,
  SubscriptionMark,
  SubscriptionProvider,
  SubscriptionStatus,
  SubscriptionWish,
} from '../../provider.ts';
import { ask, fromStripe, idOf, ifForgotten, seconds, toStripe } from './stripe-calls.server.ts';

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

/** Returns the marks and the subscription of an invoice, or `undefined` for an invoice of something else. */
export function markOfInvoice({
  parent,
}: Stripe.Invoice): (SubscriptionMark & { readonly reference: string }) | undefined {
  const details = parent?.subscription_details;
  const reference = idOf(details?.subscription);
  if (!details || reference === undefined) return undefined;
  const { subscription, site } = details.metadata ?? {};
  return { reference, subscription, site };
}

export async function readInvoice(stripe: Stripe, id: string): Promise<PeriodPaid | undefined> {
  const invoice = await ask(() => stripe.invoices.retrieve(id, { expand: ['payments'] }));
  return paidPeriod(invoice);
}

/** Invoices of zero have no payment. */
function paidPeriod(invoice: Stripe.Invoice): PeriodPaid | undefined {
  const mark = markOfInvoice(invoice);
  const payment = paymentOf(invoice);
  // The first invoice may also contain an item that is charged once, whose period is a moment.
  const line = invoice.lines.data.findLast(
    ({ parent }) => parent?.type === 'subscription_item_details',
  );
  if (!mark || !payment || !line || invoice.status !== 'paid' || !invoice.id) return undefined;
  const currency = invoice.currency.toUpperCase();
  return {
    kind: 'period paid',
    ...mark,
    invoice: invoice.id,
    payment,
    amount: fromStripe(invoice.amount_paid, currency),
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

/** Lists paid periods for the daily reconciliation. */
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
      const paid = paidPeriod(invoice);
      if (paid) found.push({ ...paid, checkout: paid.invoice });
    }
  });
  return found;
}

function paymentOf({ payments }: Stripe.Invoice): string | undefined {
  const paid = payments?.data.find(({ status }) => status === 'paid');
  return idOf(paid?.payment.payment_intent);
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
