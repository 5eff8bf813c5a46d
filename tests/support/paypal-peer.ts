import { randomUUID } from 'node:crypto';
import { PaymentPeer, type PeerAnswer, type PeerRequest, type ToldSum } from './payment-peer.ts';

const WEBHOOK_ID = 'WH-OF-THE-TESTS';

interface PayPalAmount {
  readonly value: string;
  readonly currency_code: string;
}

interface PeerOrder {
  readonly id: string;
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED';
  readonly custom_id: string;
  readonly amount: PayPalAmount;
  /** Where the page leads once the buyer has agreed. */
  readonly returnUrl: string;
  capture?: { readonly id: string };
}

interface CreateOrder {
  readonly purchase_units: readonly {
    readonly custom_id: string;
    readonly amount: PayPalAmount;
  }[];
  readonly payment_source: {
    readonly paypal: { readonly experience_context: { readonly return_url: string } };
  };
}

/** A local PayPal: tokens, orders, captures, refunds, its list, and whether it signed what somebody shows it. */
export class PayPalPeer extends PaymentPeer {
  readonly way = 'paypal';
  protected readonly keyHeader = 'paypal-request-id';
  readonly orders = new Map<string, PeerOrder>();
  captureCount = 0;
  readonly #signed = new Set<string>();

  static start(): Promise<PayPalPeer> {
    return new PayPalPeer({ service: 'PayPal', button: 'Agree and pay' }).listen();
  }

  get env(): Readonly<Record<string, string>> {
    return {
      PAYPAL_CLIENT_ID: 'client',
      PAYPAL_CLIENT_SECRET: 'secret',
      PAYPAL_WEBHOOK_ID: WEBHOOK_ID,
      PAYPAL_API_URL: this.url,
    };
  }

  /** The buyer agrees on PayPal's page; the event that tells of it. */
  approve(orderId: string): string {
    const order = this.#order(orderId);
    order.status = 'APPROVED';
    return approved(order);
  }

  /** The event that tells that the money was fetched. */
  captured(orderId: string, change: object = {}): string {
    const { capture, custom_id, amount } = this.#order(orderId);
    const resource = { id: capture?.id, status: 'COMPLETED', custom_id, amount, ...change };
    return event('PAYMENT.CAPTURE.COMPLETED', resource);
  }

  sign(body: string): Headers {
    const id = randomUUID();
    this.#signed.add(`${id} ${body}`);
    return headersOf(id);
  }

  forgeries(body: string): Readonly<Record<string, Headers>> {
    const incomplete = this.sign(body);
    incomplete.delete('PayPal-Transmission-Sig');
    return {
      nobody: new Headers(),
      'somebody else': headersOf(randomUUID()),
      'PayPal, for another text': this.sign(`${body} `),
      'a part of a signature': incomplete,
    };
  }

  pageIdOf(address: string): string | undefined {
    return /\/checkoutnow\?token=(O\w+)/.exec(address)?.[1];
  }

  /** Of another sum than agreed on, PayPal tells by what it says was fetched. */
  paid(pageId: string, { amount, currency }: ToldSum = {}): string {
    if (amount === undefined && currency === undefined) return this.approve(pageId);
    const agreed = this.#order(pageId).amount;
    const value = amount === undefined ? agreed.value : (amount / 100).toFixed(2);
    const told = { value, currency_code: currency ?? agreed.currency_code };
    return this.captured(pageId, { id: `C${randomUUID().slice(0, 8)}`, amount: told });
  }

  paidAgain(pageId: string): string {
    return this.captured(pageId);
  }

  /** PayPal forgets an order that nobody fetched: asked about it, it knows none of that name. */
  expired(pageId: string): string {
    const order = this.#order(pageId);
    this.orders.delete(pageId);
    return approved(order);
  }

  taken(pageId: string): string {
    const order = this.#order(pageId);
    this.#capture(order);
    return order.capture?.id ?? '';
  }

  paidElsewhere(): string {
    return event('PAYMENT.CAPTURE.COMPLETED', {
      id: `C${randomUUID().slice(0, 8)}`,
      custom_id: 'of another shop',
      amount: { value: '9.00', currency_code: 'USD' },
    });
  }

  other(): string {
    return event('CUSTOMER.DISPUTE.CREATED', { dispute_id: 'PP-D-1' });
  }

  protected returnUrlOf(pageId: string): string {
    return this.#order(pageId).returnUrl;
  }

  protected make({ path: address, body, headers }: PeerRequest): PeerAnswer {
    const path = address.replace(/\?.*$/, '');
    if (!headers.authorization?.startsWith('B')) return [401, { error: 'invalid_client' }];
    if (path === '/v1/oauth2/token') {
      return [200, { access_token: 'token', token_type: 'Bearer', expires_in: 3600 }];
    }
    if (path === '/v1/notifications/verify-webhook-signature') return [200, this.#verify(body)];
    if (path === '/v1/reporting/transactions') return [200, this.#list()];
    if (path === '/v2/checkout/orders') return [201, this.#create(JSON.parse(body) as CreateOrder)];
    const [, orderId = '', isCapture] =
      /^\/v2\/checkout\/orders\/([\w-]+)(\/capture)?$/.exec(path) ?? [];
    const order = this.orders.get(orderId);
    if (order) return isCapture ? this.#capture(order) : [200, shown(order)];
    const [, payment] = /^\/v2\/payments\/captures\/([\w-]+)\/refund$/.exec(path) ?? [];
    if (payment === undefined) return [404, { name: 'RESOURCE_NOT_FOUND' }];
    const { amount } = JSON.parse(body) as { amount: PayPalAmount };
    this.refunds.push({ payment, amount: Math.round(Number(amount.value) * 100) });
    return [201, { id: `R-${this.refunds.length}`, status: 'COMPLETED' }];
  }

  #order(id: string): PeerOrder {
    const order = this.orders.get(id);
    if (!order) throw new Error(`There is no order ${id}`);
    return order;
  }

  #verify(body: string): unknown {
    const asked = JSON.parse(body) as { transmission_id: string; webhook_id: string };
    const told = /"webhook_event":(.*)\}$/s.exec(body)?.[1] ?? '';
    const isOurs =
      asked.webhook_id === WEBHOOK_ID && this.#signed.has(`${asked.transmission_id} ${told}`);
    return { verification_status: isOurs ? 'SUCCESS' : 'FAILURE' };
  }

  #list(): unknown {
    const fetched = [...this.orders.values()].flatMap(({ capture, amount }) =>
      capture ? [{ id: capture.id, amount }] : [],
    );
    return {
      total_pages: 1,
      transaction_details: fetched.map(({ id, amount }) => ({
        transaction_info: {
          transaction_id: id,
          transaction_event_code: 'T0006',
          transaction_amount: amount,
        },
      })),
    };
  }

  #create({ purchase_units: [unit], payment_source: source }: CreateOrder): unknown {
    if (!unit) throw new Error('An order without units');
    const id = `O${randomUUID().replaceAll('-', '').slice(0, 16).toUpperCase()}`;
    this.orders.set(id, {
      id,
      status: 'PAYER_ACTION_REQUIRED',
      custom_id: unit.custom_id,
      amount: unit.amount,
      returnUrl: source.paypal.experience_context.return_url,
    });
    const href = `${this.url}/checkoutnow?token=${id}`;
    return {
      id,
      status: 'PAYER_ACTION_REQUIRED',
      links: [{ href, rel: 'payer-action', method: 'GET' }],
    };
  }

  #capture(order: PeerOrder): PeerAnswer {
    if (order.status !== 'APPROVED') return [422, { name: 'UNPROCESSABLE_ENTITY' }];
    order.status = 'COMPLETED';
    order.capture = { id: `C${randomUUID().slice(0, 8)}` };
    this.captureCount += 1;
    return [201, shown(order)];
  }
}

function headersOf(transmission: string): Headers {
  return new Headers({
    'PayPal-Auth-Algo': 'SHA256withRSA',
    'PayPal-Cert-Url': 'https://api.paypal.example/cert',
    'PayPal-Transmission-Id': transmission,
    'PayPal-Transmission-Sig': 'c2lnbmF0dXJl',
    'PayPal-Transmission-Time': new Date().toISOString(),
  });
}

function shown({ id, status, capture, amount, custom_id }: PeerOrder): unknown {
  const captures = capture ? [{ ...capture, status: 'COMPLETED', amount, custom_id }] : [];
  return { id, status, purchase_units: [{ custom_id, payments: { captures } }] };
}

const approved = ({ id }: PeerOrder) =>
  event('CHECKOUT.ORDER.APPROVED', { id, status: 'APPROVED' });

function event(type: string, resource: object): string {
  return JSON.stringify({
    id: `WH-${randomUUID()}`,
    event_version: '1.0',
    create_time: new Date().toISOString(),
    event_type: type,
    resource,
  });
}
