import {
  CaptureStatus,
  CheckoutPaymentIntent,
  OrdersController,
  OrderStatus,
  PaymentsController,
  RefundStatus,
  TransactionSearchController,
  type Client,
  type Order,
  type Refund,
} from '@paypal/paypal-server-sdk';
import * as v from 'valibot';
import type { PayPalSettings } from '../../../../../platform/payment-settings.server.ts';
import { isCurrency } from '../../../../../platform/currencies.ts';
import { parseMoney } from '../../../../protocol/money.ts';
import { ask, parse, TIMEOUT_MS, toPayPal } from './paypal-calls.server.ts';
import { paypalClient } from './paypal-client.server.ts';
import { readPayPalEvent, readCustomId, toAmount, toCustomId } from './paypal-event.ts';
import {
  activateSubscription,
  isSubscription,
  lookAtSubscription,
  openSubscription,
  paypalBilling,
  paypalSubscriptions,
  readMark,
  type PayPalBilling,
} from './paypal-subscriptions.server.ts';
import {
  ProviderAwayError,
  ProviderForgotError,
  ProviderRefusedError,
  type Checkout,
  type CheckoutRequest,
  type PageStatus,
  type PaymentProvider,
  type ProviderNews,
  type ProviderPayment,
  type ProviderRefund,
  type SentRefund,
} from '../../provider.ts';
import { toLine } from '../../../../../platform/shown-text.ts';

const HOUR_MS = 60 * 60 * 1000;
/** PayPal keeps an unapproved order for three hours. */
const OPEN_MS = 3 * HOUR_MS;
/** PayPal's transaction codes for refunds and for reversals. */
const REFUND_CODE = 'T1107';
const TAKEN_BACK_CODES = ['T1106', 'T1201', 'T1202'];

const event = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
  event_type: v.string(),
});

/**
 * The buyer approves a PayPal order or subscription on PayPal's page, and the shop then captures the money or activates
 * the subscription.
 */
export function paypalProvider(settings: PayPalSettings): PaymentProvider {
  const client = paypalClient(settings);
  const orders = new OrdersController(client);
  const payments = new PaymentsController(client);
  const billing = paypalBilling(client, settings);
  const look = (checkout: string) =>
    isSubscription(checkout)
      ? lookAtSubscription(billing, checkout)
      : lookAtOrder(orders, checkout);
  return {
    way: 'paypal',
    open: (request) =>
      request.recurring
        ? openSubscription(billing, request, request.recurring)
        : openOrder(orders, request),
    look,
    // PayPal cannot close a page. Without a capture or an activation, it takes no money.
    async close(checkout) {
      const status = await look(checkout);
      return status.kind === 'open' ? { kind: 'expired' } : status;
    },
    async verify(body, headers) {
      const parsed = v.safeParse(event, parse(body));
      if (!parsed.success || !(await isSigned(settings, client, body, headers))) return undefined;
      return { id: parsed.output.id, type: parsed.output.event_type };
    },
    read: async (body) => [readPayPalEvent(parse(body))],
    capture: (checkout) =>
      isSubscription(checkout)
        ? activateSubscription(billing, checkout)
        : captureMoney(orders, checkout),
    subscriptions: paypalSubscriptions(billing),
    async refund({ payment, key, amount, currency }) {
      const known = isCurrency(currency) ? currency : undefined;
      const { result } = await ask(() =>
        payments.refundCapturedPayment({
          captureId: payment,
          paypalRequestId: key,
          prefer: 'return=representation',
          body: {
            customId: key,
            ...(known ? { amount: { currencyCode: known, value: toPayPal(amount, known) } } : {}),
          },
        }),
      );
      return sentRefund(result, key);
    },
    async lookAtRefund(reference) {
      return sentRefund(
        (await ask(() => payments.getRefund({ refundId: reference }))).result,
        reference,
      );
    },
    async refundsOf(payment, checkout) {
      if (checkout === undefined || isSubscription(checkout)) {
        return searchRefunds(client, payment);
      }
      const { result } = await ask(() => orders.getOrder({ id: checkout }));
      const units = result.purchaseUnits ?? [];
      return units.flatMap((unit) =>
        (unit.payments?.refunds ?? []).flatMap((refund) => readRefund(refund, payment) ?? []),
      );
    },
    // PayPal says that its list is up to three hours late.
    listsAfterMs: 4 * HOUR_MS,
    list: (since, until) => listReceived(billing, since, until),
    listReturns: (since, until) => listReturns(client, since, until),
  };
}

async function openOrder(orders: OrdersController, request: CheckoutRequest): Promise<Checkout> {
  const { checkoutId, order, title, amount, currency, returnUrl, begunAt } = request;
  const isSplit = request.lines.length > 0;
  const { result } = await ask(() =>
    orders.createOrder({
      paypalRequestId: checkoutId,
      prefer: 'return=representation',
      body: {
        intent: CheckoutPaymentIntent.Capture,
        purchaseUnits: [
          {
            referenceId: order,
            customId: toCustomId(checkoutId, returnUrl),
            description: toLine(`${order}: ${title}`, NAME_MAX_LENGTH),
            amount: {
              currencyCode: currency,
              value: toPayPal(amount, currency),
              ...(isSplit && { breakdown: breakdownOf(request) }),
            },
            ...(isSplit && { items: itemsOf(request) }),
          },
        ],
        paymentSource: {
          paypal: {
            experienceContext: {
              returnUrl: `${returnUrl}?paid=1`,
              cancelUrl: `${returnUrl}?paid=0`,
            },
          },
        },
      },
    }),
  );
  const url = result.links?.find(({ rel }) => rel === 'payer-action' || rel === 'approve')?.href;
  if (!result.id || !url) throw new ProviderRefusedError('PayPal returned no payment page');
  return { reference: result.id, url, expiresAt: new Date(begunAt.getTime() + OPEN_MS) };
}

const NAME_MAX_LENGTH = 127;

/** Each line has quantity one, because PayPal multiplies unit prices and unit taxes and refuses other sums. */
function itemsOf({ lines, currency }: CheckoutRequest) {
  return lines.map(({ name, net, tax }) => ({
    name: toLine(name, NAME_MAX_LENGTH),
    quantity: '1',
    unitAmount: { currencyCode: currency, value: toPayPal(net, currency) },
    tax: { currencyCode: currency, value: toPayPal(tax, currency) },
  }));
}

function breakdownOf({ lines, currency }: CheckoutRequest) {
  const sum = (part: 'net' | 'tax') => lines.reduce((total, line) => total + line[part], 0);
  return {
    itemTotal: { currencyCode: currency, value: toPayPal(sum('net'), currency) },
    taxTotal: { currencyCode: currency, value: toPayPal(sum('tax'), currency) },
  };
}

async function lookAtOrder(orders: OrdersController, checkout: string): Promise<PageStatus> {
  try {
    const { result } = await ask(() => orders.getOrder({ id: checkout }));
    return statusOf(result, checkout);
  } catch (error) {
    // PayPal deletes orders that were not captured in time, so that no money is in them.
    if (error instanceof ProviderForgotError) return { kind: 'expired' };
    throw error;
  }
}

/** Capturing twice returns the first capture. */
async function captureMoney(orders: OrdersController, checkout: string): Promise<PageStatus> {
  try {
    const { result } = await ask(() =>
      orders.captureOrder({
        id: checkout,
        paypalRequestId: `capture-${checkout}`,
        prefer: 'return=representation',
      }),
    );
    return statusOf(result, checkout);
  } catch (error) {
    if (error instanceof ProviderForgotError) return { kind: 'expired' };
    if (!(error instanceof ProviderRefusedError)) throw error;
    const status = await lookAtOrder(orders, checkout);
    // The order is still approved although PayPal refused the capture, so the buyer must choose another funding
    // source.
    if (status.kind !== 'approved') return status;
    const isDeclined = error.code === 'INSTRUMENT_DECLINED';
    return { kind: 'failed', failure: isDeclined ? 'declined' : 'refused' };
  }
}

/** The maximum of PayPal's transaction search. */
const SEARCH_PAGE = 500;

async function searchTransactions(client: Client, since: Date, until: Date) {
  const found = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    // oxlint-disable-next-line no-await-in-loop -- page by page
    const { result } = await ask(() =>
      new TransactionSearchController(client).searchTransactions({
        startDate: since.toISOString(),
        endDate: until.toISOString(),
        transactionStatus: 'S',
        fields: 'transaction_info',
        pageSize: SEARCH_PAGE,
        page,
      }),
    );
    pages = result.totalPages ?? 1;
    for (const { transactionInfo: info } of result.transactionDetails ?? []) {
      const code = info?.transactionAmount?.currencyCode ?? '';
      // Outgoing amounts are negative.
      const value = (info?.transactionAmount?.value ?? '').replace(/^-/, '');
      const amount = isCurrency(code) ? parseMoney(value, code) : undefined;
      if (info?.transactionId && amount) found.push({ info, amount, currency: code });
    }
  }
  return found;
}

async function listReceived(
  billing: PayPalBilling,
  since: Date,
  until: Date,
): Promise<ProviderPayment[]> {
  const received: ProviderPayment[] = [];
  const marks = new Map<string, ReturnType<typeof readMark>>();
  for (const { info, amount, currency } of await searchTransactions(billing.client, since, until)) {
    const { transactionId: payment, transactionEventCode: code, customField } = info;
    const { paypalReferenceId: reference = '' } = info;
    // Codes that begin with T00 are incoming checkout payments. Fees and outgoing money have other codes.
    if (payment && code?.startsWith('T00')) {
      const isUnmarked = customField === undefined && isSubscription(reference);
      if (isUnmarked && !marks.has(reference)) marks.set(reference, readMark(billing, reference));
      const named = isUnmarked
        ? // oxlint-disable-next-line no-await-in-loop -- each subscription is asked once
          await marks.get(reference)
        : customField === undefined
          ? { mayBeOurs: true }
          : readCustomId(customField);
      received.push({ payment, checkout: '', amount, currency, ...named });
    }
  }
  return received;
}

/** PayPal allows 31 days in one search. Older refunds were reported when they were made. */
const SEARCHED_MS = 30 * 24 * HOUR_MS;

/** The refunds of a subscription's payment are only listed among all transactions. */
async function searchRefunds(client: Client, payment: string): Promise<ProviderRefund[]> {
  const until = new Date();
  const since = new Date(until.getTime() - SEARCHED_MS);
  const found = await listReturns(client, since, until).catch((error: unknown) => {
    // PayPal refuses searches with too many results, which says nothing about the payment.
    throw error instanceof ProviderRefusedError ? new ProviderAwayError(error.message) : error;
  });
  return found.flatMap((news) =>
    news.kind === 'refund' && news.refund.payment === payment ? [news.refund] : [],
  );
}

async function listReturns(client: Client, since: Date, until: Date): Promise<ProviderNews[]> {
  const found = await searchTransactions(client, since, until);
  return found.flatMap(({ info, amount, currency }): ProviderNews[] => {
    const { transactionId: reference, paypalReferenceId: payment, transactionEventCode } = info;
    if (!reference || !payment || !transactionEventCode) return [];
    if (TAKEN_BACK_CODES.includes(transactionEventCode)) {
      return [{ kind: 'reversed', payment, reference, amount }];
    }
    if (transactionEventCode !== REFUND_CODE) return [];
    const key = info.customField;
    return [
      { kind: 'refund', refund: { reference, payment, amount, currency, state: 'done', key } },
    ];
  });
}

/** PayPal's API verifies the signature, so that no certificates have to be managed here. */
async function isSigned(
  { url, webhookId }: PayPalSettings,
  client: Client,
  body: string,
  headers: Headers,
): Promise<boolean> {
  const header = (name: string) => headers.get(`PayPal-${name}`);
  const proof = {
    auth_algo: header('Auth-Algo'),
    cert_url: header('Cert-Url'),
    transmission_id: header('Transmission-Id'),
    transmission_sig: header('Transmission-Sig'),
    transmission_time: header('Transmission-Time'),
  };
  if (Object.values(proof).includes(null)) return false;
  const { accessToken } = await ask(() => client.clientCredentialsAuthManager.fetchToken());
  // The body is inserted unparsed, because serialising it again could change it and break the signature.
  const asked = `${JSON.stringify({ ...proof, webhook_id: webhookId }).slice(0, -1)},"webhook_event":${body}}`;
  const response = await fetch(`${new URL(url).origin}/v1/notifications/verify-webhook-signature`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${accessToken}`, 'Content-Type': 'application/json' },
    body: asked,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw new ProviderAwayError(String(error));
  });
  if (response.status >= 500) throw new ProviderAwayError(`PayPal answered ${response.status}`);
  const answer: unknown = await response.json().catch(() => undefined);
  return v.is(v.object({ verification_status: v.literal('SUCCESS') }), answer);
}

function statusOf(order: Order, checkout: string): PageStatus {
  const captures = order.purchaseUnits?.flatMap((unit) => unit.payments?.captures ?? []) ?? [];
  // A refunded capture counts as paid too, because the money did come in.
  const done = captures.find(({ status }) => status !== undefined && CAME_IN.has(status));
  if (done?.id && done.amount) {
    const { value, currencyCode: currency } = done.amount;
    const amount = toAmount(value, currency);
    const named = done.customId === undefined ? {} : readCustomId(done.customId);
    if (amount !== undefined) {
      return { kind: 'paid', payment: done.id, amount, currency, ...named, checkout };
    }
  }
  if (captures.some(({ status }) => status === CaptureStatus.Pending)) {
    return { kind: 'in progress' };
  }
  if (captures.length > 0) return { kind: 'failed', failure: 'declined' };
  if (order.status === OrderStatus.Approved) return { kind: 'approved' };
  if (order.status === OrderStatus.Voided) return { kind: 'expired' };
  return { kind: 'open', failure: null };
}

const CAME_IN: ReadonlySet<CaptureStatus> = new Set([
  CaptureStatus.Completed,
  CaptureStatus.PartiallyRefunded,
  CaptureStatus.Refunded,
]);

const REFUND_STATES: Readonly<Record<string, ProviderRefund['state']>> = {
  [RefundStatus.Completed]: 'done',
  [RefundStatus.Failed]: 'failed',
  [RefundStatus.Cancelled]: 'cancelled',
};

function sentRefund({ id, status, statusDetails }: Refund, otherwise: string): SentRefund {
  return {
    reference: id ?? otherwise,
    state: REFUND_STATES[status ?? ''] ?? 'sent',
    problem: statusDetails?.reason?.toLowerCase(),
  };
}

function readRefund(refund: Refund, payment: string): ProviderRefund | undefined {
  const { id, amount: money, customId: key, links } = refund;
  const of = links?.find(({ rel }) => rel === 'up')?.href;
  if (!id || !money || (of !== undefined && !of.endsWith(`/${payment}`))) return undefined;
  const amount = toAmount(money.value, money.currencyCode);
  if (amount === undefined) return undefined;
  return { ...sentRefund(refund, id), payment, amount, currency: money.currencyCode, key };
}
