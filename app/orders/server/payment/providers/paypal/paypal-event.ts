import * as v from 'valibot';
import type {
  ProviderDispute,
  ProviderNews,
  ProviderRefund,
  SubscriptionCharge,
} from '../../provider.ts';
import { isCurrency } from '../../../../../platform/currencies.ts';
import { parseMoney } from '../../../../protocol/money.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const OTHER = { kind: 'other' } as const;

const money = v.object({ value: v.string(), currency_code: v.string() });
const links = v.optional(v.array(v.looseObject({ rel: v.string(), href: v.string() })), []);

const event = v.object({
  id: v.string(),
  event_type: v.string(),
  resource: v.looseObject({ id: v.optional(v.string()) }),
});

const capture = v.object({ id: v.string(), amount: money, custom_id: v.optional(v.string()) });

const pending = v.object({
  id: v.string(),
  custom_id: v.optional(v.string()),
  supplementary_data: v.optional(
    v.object({ related_ids: v.optional(v.object({ order_id: v.optional(v.string()) })) }),
  ),
});

/** PayPal's refund object names its capture only by the link 'up'. */
const refund = v.object({
  id: v.string(),
  status: v.optional(v.string()),
  status_details: v.optional(v.object({ reason: v.optional(v.string()) })),
  amount: v.optional(money),
  custom_id: v.optional(v.string()),
  links,
});

/** PayPal reports the payments of subscriptions in the format of its first API. */
const oldMoney = v.object({ total: v.string(), currency: v.string() });

const sale = v.object({
  id: v.string(),
  billing_agreement_id: v.string(),
  custom: v.optional(v.string()),
  amount: oldMoney,
  create_time: v.pipe(v.string(), v.isoTimestamp()),
});

const saleRefund = v.object({
  id: v.string(),
  sale_id: v.optional(v.string()),
  amount: v.optional(oldMoney),
  state: v.optional(v.string()),
  custom: v.optional(v.string()),
});

const subscription = v.object({ id: v.string(), custom_id: v.optional(v.string()) });

const reversal = v.object({ order_id: v.optional(v.string()), id: v.optional(v.string()) });

const dispute = v.object({
  dispute_id: v.string(),
  status: v.optional(v.string()),
  dispute_amount: v.optional(money),
  disputed_transactions: v.array(v.object({ seller_transaction_id: v.optional(v.string()) })),
  dispute_outcome: v.optional(
    v.object({ outcome_code: v.optional(v.string()), amount_refunded: v.optional(money) }),
  ),
});

export function readPayPalEvent(body: unknown): ProviderNews {
  const { event_type: type, resource } = v.parse(event, body);
  switch (type) {
    case 'CHECKOUT.ORDER.APPROVED':
      return resource.id ? { kind: 'approved', checkout: resource.id } : OTHER;
    case 'PAYMENT.CAPTURE.COMPLETED':
      return readCapture(resource);
    case 'PAYMENT.CAPTURE.PENDING':
      return page(resource, { kind: 'in progress' });
    case 'PAYMENT.CAPTURE.DENIED':
    case 'PAYMENT.CAPTURE.DECLINED':
      return page(resource, { kind: 'failed', failure: 'declined' });
    case 'CHECKOUT.PAYMENT-APPROVAL.REVERSED':
      return readApprovalReversed(resource);
    case 'PAYMENT.CAPTURE.REVERSED':
      return readReversed(resource);
    case 'PAYMENT.CAPTURE.REFUNDED':
    case 'PAYMENT.REFUND.PENDING':
    case 'PAYMENT.REFUND.COMPLETED':
    case 'PAYMENT.REFUND.FAILED':
    case 'PAYMENT.REFUND.CANCELLED':
      return readRefund(type, resource);
    case 'PAYMENT.SALE.COMPLETED':
    case 'PAYMENT.SALE.PENDING':
    case 'PAYMENT.SALE.DENIED':
      return readSale(type, resource);
    case 'PAYMENT.SALE.REFUNDED':
      return readSaleRefund(resource);
    case 'PAYMENT.SALE.REVERSED':
      return readSaleReversal(resource);
    // 'CREATED' is left out: it may arrive after 'ACTIVATED', and the page of the order tells what it does.
    case 'BILLING.SUBSCRIPTION.ACTIVATED':
    case 'BILLING.SUBSCRIPTION.UPDATED':
    case 'BILLING.SUBSCRIPTION.RE-ACTIVATED':
    case 'BILLING.SUBSCRIPTION.RENEWED':
    case 'BILLING.SUBSCRIPTION.SUSPENDED':
    case 'BILLING.SUBSCRIPTION.CANCELLED':
    case 'BILLING.SUBSCRIPTION.EXPIRED':
    case 'BILLING.SUBSCRIPTION.PAYMENT.FAILED':
      return readSubscription(resource);
    case 'CUSTOMER.DISPUTE.CREATED':
    case 'CUSTOMER.DISPUTE.UPDATED':
    case 'CUSTOMER.DISPUTE.RESOLVED':
      return readDispute(type, resource);
    default:
      return OTHER;
  }
}

function readCapture(resource: unknown): ProviderNews {
  const parsed = v.safeParse(capture, resource);
  if (!parsed.success || !parsed.output.custom_id) return OTHER;
  const { id: payment, amount: sum, custom_id: customId } = parsed.output;
  const amount = toAmount(sum.value, sum.currency_code);
  if (amount === undefined) return OTHER;
  return { kind: 'paid', payment, amount, currency: sum.currency_code, ...readCustomId(customId) };
}

function page(
  resource: unknown,
  status: Extract<ProviderNews, { kind: 'page' }>['status'],
): ProviderNews {
  const parsed = v.safeParse(pending, resource);
  if (!parsed.success) return OTHER;
  const { id, custom_id: customId, supplementary_data: more } = parsed.output;
  const checkout = customId ? readCustomId(customId).checkout : more?.related_ids?.order_id;
  if (!checkout) return OTHER;
  return { kind: 'page', checkout, status, payment: id };
}

/** The approval was not captured in time, or the buyer's funding source failed. */
function readApprovalReversed(resource: unknown): ProviderNews {
  const parsed = v.safeParse(reversal, resource);
  const checkout = parsed.success ? (parsed.output.order_id ?? parsed.output.id) : undefined;
  return checkout ? { kind: 'page', checkout, status: { kind: 'expired' } } : OTHER;
}

/** The resource is either the reversal, which links to its capture, or the capture itself. */
function readReversed(resource: unknown): ProviderNews {
  const parsed = v.safeParse(refund, resource);
  if (!parsed.success) return OTHER;
  const { id, amount: sum } = parsed.output;
  const payment = captureOf(parsed.output.links);
  const amount = sum && toAmount(sum.value.replace(/^-/, ''), sum.currency_code);
  if (payment === undefined) return { kind: 'reversed', payment: id, reference: `reversal ${id}` };
  return { kind: 'reversed', payment, reference: id, ...(amount ? { amount } : {}) };
}

const STATES: Readonly<Record<string, ProviderRefund['state']>> = {
  COMPLETED: 'done',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
  PENDING: 'sent',
};

const STATE_OF_TYPE: Readonly<Record<string, ProviderRefund['state']>> = {
  'PAYMENT.REFUND.FAILED': 'failed',
  'PAYMENT.REFUND.CANCELLED': 'cancelled',
  'PAYMENT.REFUND.PENDING': 'sent',
};

function readRefund(type: string, resource: unknown): ProviderNews {
  const parsed = v.safeParse(refund, resource);
  if (!parsed.success) return OTHER;
  const { id: reference, amount: sum, status = '', custom_id: key } = parsed.output;
  const payment = captureOf(parsed.output.links);
  const amount = sum && toAmount(sum.value.replace(/^-/, ''), sum.currency_code);
  if (!payment || !sum || !amount) return OTHER;
  const state = STATES[status] ?? STATE_OF_TYPE[type] ?? 'done';
  const problem = parsed.output.status_details?.reason?.toLowerCase();
  const currency = sum.currency_code;
  return { kind: 'refund', refund: { reference, payment, amount, currency, state, key, problem } };
}

/** Reads the capture's id from the link 'up', for example '…/v2/payments/captures/2GG279541U471931P'. */
function captureOf(named: v.InferOutput<typeof links>): string | undefined {
  const up = named.find(({ rel, href }) => rel === 'up' && href.includes('/captures/'));
  return up?.href.slice(up.href.lastIndexOf('/') + 1);
}

function readSubscription(resource: unknown): ProviderNews {
  const parsed = v.safeParse(subscription, resource);
  if (!parsed.success) return OTHER;
  const { id: reference, custom_id: customId } = parsed.output;
  return { kind: 'subscription', reference, ...markOf(customId) };
}

function readSale(type: string, resource: unknown): ProviderNews {
  const parsed = v.safeParse(sale, resource);
  // A sale without a subscription was made by another program.
  if (!parsed.success) return OTHER;
  const { id: payment, billing_agreement_id: reference, custom } = parsed.output;
  const { amount: sum, create_time: at } = parsed.output;
  const amount = toAmount(sum.total, sum.currency);
  const charge: SubscriptionCharge | undefined =
    type === 'PAYMENT.SALE.COMPLETED' && amount !== undefined
      ? { payment, amount, currency: sum.currency, at: new Date(at) }
      : undefined;
  return { kind: 'subscription', reference, charge, ...markOf(custom) };
}

const SALE_STATES: Readonly<Record<string, ProviderRefund['state']>> = {
  pending: 'sent',
  failed: 'failed',
  cancelled: 'cancelled',
};

function readSaleRefund(resource: unknown): ProviderNews {
  const parsed = v.safeParse(saleRefund, resource);
  if (!parsed.success) return OTHER;
  const { id: reference, sale_id: payment, amount: sum, state = '', custom: key } = parsed.output;
  const amount = sum && toAmount(sum.total.replace(/^-/, ''), sum.currency);
  if (!payment || !sum || !amount) return OTHER;
  const currency = sum.currency;
  return {
    kind: 'refund',
    refund: {
      reference,
      payment,
      amount,
      currency,
      state: SALE_STATES[state.toLowerCase()] ?? 'done',
      key,
    },
  };
}

/** The resource is either the reversal, which names its sale, or the sale itself. */
function readSaleReversal(resource: unknown): ProviderNews {
  const parsed = v.safeParse(saleRefund, resource);
  if (!parsed.success) return OTHER;
  const { id, sale_id: payment, amount: sum } = parsed.output;
  const amount = sum && toAmount(sum.total.replace(/^-/, ''), sum.currency);
  if (payment === undefined) return { kind: 'reversed', payment: id, reference: `reversal ${id}` };
  return { kind: 'reversed', payment, reference: id, ...(amount ? { amount } : {}) };
}

/** PayPal may leave our id out of the event of a sale. */
export function markOf(customId: string | undefined) {
  if (customId === undefined) return { isUnmarked: true };
  const { checkout, site } = readCustomId(customId);
  return { subscription: checkout, site };
}

const LOST: ReadonlySet<string> = new Set(['RESOLVED_BUYER_FAVOUR', 'ACCEPTED']);

function readDispute(type: string, resource: unknown): ProviderNews {
  const parsed = v.safeParse(dispute, resource);
  if (!parsed.success) return OTHER;
  const { dispute_id: reference, dispute_outcome: outcome, status } = parsed.output;
  const payment = parsed.output.disputed_transactions[0]?.seller_transaction_id;
  const isResolved = type === 'CUSTOMER.DISPUTE.RESOLVED' || status === 'RESOLVED';
  const isLost = isResolved && LOST.has(outcome?.outcome_code ?? '');
  const sum = (isLost ? outcome?.amount_refunded : undefined) ?? parsed.output.dispute_amount;
  const amount = sum && toAmount(sum.value, sum.currency_code);
  if (!payment || !sum || !amount) return OTHER;
  const state: ProviderDispute['state'] = isLost ? 'lost' : isResolved ? 'won' : 'open';
  return {
    kind: 'dispute',
    dispute: { reference, payment, amount, currency: sum.currency_code, state },
  };
}

/**
 * PayPal returns this id of up to 127 characters with every payment. It contains our page or subscription, and the
 * shop's host.
 */
export function toCustomId(id: string, url: string): string {
  return `${id}@${new URL(url).host}`.slice(0, 127);
}

/** An id without a host may come from an earlier version of Embarka. */
export function readCustomId(customId: string): {
  readonly checkout: string;
  readonly site?: string;
  readonly mayBeOurs: boolean;
} {
  const [checkout = '', site] = customId.split('@', 2);
  const mayBeOurs = UUID.test(checkout);
  return mayBeOurs && site ? { checkout, site, mayBeOurs } : { checkout, mayBeOurs };
}

/** Returns the amount in smallest units. Unknown currencies are read as hundredths, to be held for review. */
export function toAmount(value: string, currency: string): number | undefined {
  return parseMoney(value, isCurrency(currency) ? currency : 'USD');
}
