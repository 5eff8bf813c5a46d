import {
  ApiError,
  CaptureStatus,
  CheckoutPaymentIntent,
  OrdersController,
  PaymentsController,
  TransactionSearchController,
  type Client,
  type Order,
} from '@paypal/paypal-server-sdk';
import * as v from 'valibot';
import type { PayPalSettings } from '../../platform/settings.server.ts';
import { isCurrency, type Currency } from '../../platform/currencies.ts';
import { parseMoney, toDecimal } from '../wire/money.ts';
import { paypalClient } from './paypal-client.server.ts';
import {
  ProviderAwayError,
  ProviderForgotError,
  ProviderRefusedError,
  type Checkout,
  type CheckoutRequest,
  type PaymentProvider,
  type ProviderNews,
  type ProviderPayment,
} from './provider.ts';
import { stepOf } from './steps.ts';

const TIMEOUT_MS = 15_000;
const HOUR_MS = 60 * 60 * 1000;
/** PayPal keeps an order that nobody approved for three hours. */
const OPEN_MS = 3 * HOUR_MS;

const money = v.object({ value: v.string(), currency_code: v.string() });

const capture = v.object({
  id: v.string(),
  status: v.optional(v.string()),
  amount: money,
  custom_id: v.optional(v.string()),
});

const event = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
  event_type: v.string(),
  resource: v.looseObject({ id: v.optional(v.string()) }),
});

/** PayPal Orders: agreed on PayPal's page, then fetched by us. */
export function paypalProvider(settings: PayPalSettings): PaymentProvider {
  const client = paypalClient(settings);
  const orders = new OrdersController(client);
  return {
    way: 'paypal',
    open: (request) => openOrder(orders, request),
    async verify(body, headers) {
      const parsed = v.safeParse(event, parse(body));
      if (!parsed.success || !(await isSigned(settings, client, body, headers))) return undefined;
      return { id: parsed.output.id, type: parsed.output.event_type };
    },
    read(body) {
      const told = v.parse(event, parse(body));
      if (told.event_type === 'CHECKOUT.ORDER.APPROVED' && told.resource.id) {
        return { kind: 'approved', checkout: told.resource.id };
      }
      return told.event_type === 'PAYMENT.CAPTURE.COMPLETED'
        ? readCapture(told.resource)
        : { kind: 'other' };
    },
    capture: (checkout) => fetchMoney(orders, checkout),
    async refund({ payment, key, amount, currency }) {
      const known = isCurrency(currency) ? currency : undefined;
      const { result } = await ask(() =>
        new PaymentsController(client).refundCapturedPayment({
          captureId: payment,
          paypalRequestId: key,
          ...(known
            ? { body: { amount: { currencyCode: known, value: toPayPal(amount, known) } } }
            : {}),
        }),
      );
      return result.id ?? key;
    },
    list: (since, until) => listReceived(client, since, until),
  };
}

async function openOrder(
  orders: OrdersController,
  { checkoutId, order, title, amount, currency, returnUrl }: CheckoutRequest,
): Promise<Checkout> {
  const { result } = await ask(() =>
    orders.createOrder({
      paypalRequestId: checkoutId,
      prefer: 'return=representation',
      body: {
        intent: CheckoutPaymentIntent.Capture,
        purchaseUnits: [
          {
            referenceId: order,
            customId: checkoutId,
            description: `${order}: ${title}`.slice(0, 127),
            amount: { currencyCode: currency, value: toPayPal(amount, currency) },
          },
        ],
        paymentSource: {
          paypal: {
            experienceContext: { returnUrl: `${returnUrl}?paid=1`, cancelUrl: returnUrl },
          },
        },
      },
    }),
  );
  const url = result.links?.find(({ rel }) => rel === 'payer-action' || rel === 'approve')?.href;
  if (!result.id || !url) throw new ProviderRefusedError('PayPal named no page');
  return { reference: result.id, url, expiresAt: new Date(Date.now() + OPEN_MS) };
}

/** What the buyer has agreed on; fetched before, it is read. */
async function fetchMoney(orders: OrdersController, checkout: string): Promise<ProviderNews> {
  try {
    const { result } = await ask(() =>
      orders.captureOrder({
        id: checkout,
        paypalRequestId: `capture-${checkout}`,
        prefer: 'return=representation',
      }),
    ).catch(async (error: unknown) => {
      // Fetched before, by a try whose answer was lost.
      if (!(error instanceof ProviderRefusedError)) throw error;
      return ask(() => orders.getOrder({ id: checkout }));
    });
    return newsOf(result, checkout);
  } catch (error) {
    // What nobody fetched in time PayPal forgets: there is no money in it, however often it is told of.
    if (error instanceof ProviderForgotError) return { kind: 'other' };
    throw error;
  }
}

async function listReceived(client: Client, since: Date, until: Date): Promise<ProviderPayment[]> {
  const found: ProviderPayment[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    // oxlint-disable-next-line no-await-in-loop -- page by page
    const { result } = await ask(() =>
      new TransactionSearchController(client).searchTransactions({
        startDate: since.toISOString(),
        endDate: until.toISOString(),
        transactionStatus: 'S',
        fields: 'transaction_info',
        pageSize: 100,
        page,
      }),
    );
    pages = result.totalPages ?? 1;
    for (const { transactionInfo: info } of result.transactionDetails ?? []) {
      const value = info?.transactionAmount;
      const code = value?.currencyCode ?? '';
      // What comes in by a checkout; fees and what goes out have other codes.
      if (!info?.transactionId || !info.transactionEventCode?.startsWith('T00')) continue;
      const amount = isCurrency(code) ? parseMoney(value?.value ?? '', code) : undefined;
      if (amount !== undefined) {
        found.push({ payment: info.transactionId, amount, currency: code });
      }
    }
  }
  return found;
}

/** PayPal itself is asked whether it signed this: its certificates are its own affair. */
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
  // As it came: written anew, a number or a letter could be another.
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

function readCapture(resource: unknown): ProviderNews {
  const parsed = v.safeParse(capture, resource);
  if (!parsed.success || !parsed.output.custom_id) return { kind: 'other' };
  const { id, amount, custom_id: checkout } = parsed.output;
  return paid(id, checkout, amount.value, amount.currency_code);
}

function newsOf(order: Order, checkout: string): ProviderNews {
  const done = order.purchaseUnits
    ?.flatMap((unit) => unit.payments?.captures ?? [])
    .find(({ status }) => status === CaptureStatus.Completed);
  if (!done?.id || !done.amount) return { kind: 'other' };
  return paid(done.id, checkout, done.amount.value, done.amount.currencyCode);
}

/** In smallest units; of a currency we do not have, in hundredths, to be held and looked at. */
function paid(payment: string, checkout: string, value: string, currency: string): ProviderNews {
  const amount = parseMoney(value, isCurrency(currency) ? currency : 'USD');
  return amount === undefined
    ? { kind: 'other' }
    : { kind: 'paid', payment, checkout, amount, currency };
}

/** The sum as PayPal writes it: whole where it takes no less, though the currency has smaller units. */
function toPayPal(amount: number, currency: Currency): string {
  const step = stepOf('paypal', currency);
  if (amount % step !== 0) throw new ProviderRefusedError(`PayPal takes whole ${currency} alone`);
  return step === 1 ? toDecimal(amount, currency) : String(amount / step);
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}

/** Says which failures pass. */
async function ask<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const status = error instanceof ApiError ? error.statusCode : 0;
    const isAway = status === 0 || status === 429 || status >= 500;
    if (isAway) throw new ProviderAwayError(String(error));
    throw status === 404
      ? new ProviderForgotError(String(error))
      : new ProviderRefusedError(String(error));
  }
}
