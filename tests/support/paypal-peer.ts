import { randomUUID } from 'node:crypto';
import { PayPalBilling } from './paypal-billing.ts';
import {
  PaymentPeer,
  type PeerAnswer,
  type PeerRefund,
  type PeerRefundState,
  type PeerRequest,
  type ToldSum,
} from './payment-peer.ts';

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
  capture?: { readonly id: string; status: CaptureStatus };
}

type CaptureStatus = 'COMPLETED' | 'PENDING' | 'DECLINED' | 'REFUNDED' | 'PARTIALLY_REFUNDED';

const REFUND_STATUS: Readonly<Record<PeerRefundState, string>> = {
  pending: 'PENDING',
  done: 'COMPLETED',
  failed: 'FAILED',
  cancelled: 'CANCELLED',
};

interface CreateOrder {
  readonly purchase_units: readonly {
    readonly custom_id: string;
    readonly amount: PayPalAmount;
  }[];
  readonly payment_source: {
    readonly paypal: { readonly experience_context: { readonly return_url: string } };
  };
}

/** A local PayPal: tokens, orders, captures, subscriptions, refunds, its list, and whether it signed what somebody shows it. */
export class PayPalPeer extends PaymentPeer {
  readonly way = 'paypal';
  protected readonly keyHeader = 'paypal-request-id';
  readonly orders = new Map<string, PeerOrder>();
  readonly billing = new PayPalBilling();
  /** What becomes of the next capture; the last is PayPal's answer to a card that is declined. */
  nextCapture: 'COMPLETED' | 'PENDING' | 'DECLINED' | 'INSTRUMENT_DECLINED' = 'COMPLETED';
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

  declined(pageId: string): string {
    this.nextCapture = 'INSTRUMENT_DECLINED';
    return this.approve(pageId);
  }

  paidSlowly(pageId: string): string {
    this.nextCapture = 'PENDING';
    return this.approve(pageId);
  }

  /** The event of a capture that PayPal holds for days. */
  pending(pageId: string): string {
    const { capture, custom_id, amount } = this.#order(pageId);
    const resource = { id: capture?.id, status: 'PENDING', custom_id, amount };
    return event('PAYMENT.CAPTURE.PENDING', resource);
  }

  arrived(pageId: string): string {
    const { capture } = this.#order(pageId);
    if (capture) capture.status = 'COMPLETED';
    return this.captured(pageId);
  }

  bounced(pageId: string): string {
    const { capture, custom_id, amount } = this.#order(pageId);
    if (capture) capture.status = 'DECLINED';
    const resource = { id: capture?.id, status: 'DECLINED', custom_id, amount };
    return event('PAYMENT.CAPTURE.DENIED', resource);
  }

  payable(): string[] {
    return [];
  }

  refundedHere(payment: string, amount: number): string {
    const id = `R-${randomUUID().slice(0, 8)}`;
    const refund: PeerRefund = { id, payment, amount, key: undefined, state: 'done' };
    this.refundsMadeHere.push(refund);
    return event('PAYMENT.CAPTURE.REFUNDED', this.#shownRefund(refund));
  }

  refundTurnsOut(payment: string, state: PeerRefundState): string {
    const refund = this.refundsOf(payment).at(-1);
    if (!refund) throw new Error(`Nothing of ${payment} was refunded`);
    refund.state = state;
    const type = state === 'failed' ? 'PAYMENT.REFUND.FAILED' : 'PAYMENT.CAPTURE.REFUNDED';
    return event(type, this.#shownRefund(refund));
  }

  /** PayPal takes a payment back, because of a dispute or its own rules. */
  reversed(payment: string, amount: number): string {
    const refund = { id: `V-${payment}`, payment, amount, key: undefined, state: 'done' } as const;
    return event('PAYMENT.CAPTURE.REVERSED', this.#shownRefund(refund));
  }

  disputed(payment: string, state: 'open' | 'won' | 'lost', amount = 30_000): string {
    const sum = { value: (amount / 100).toFixed(2), currency_code: 'USD' };
    const outcome_code = state === 'won' ? 'RESOLVED_SELLER_FAVOUR' : 'RESOLVED_BUYER_FAVOUR';
    return event(state === 'open' ? 'CUSTOMER.DISPUTE.CREATED' : 'CUSTOMER.DISPUTE.RESOLVED', {
      dispute_id: `PP-D-${payment}`,
      disputed_transactions: [{ seller_transaction_id: payment }],
      reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
      status: state === 'open' ? 'OPEN' : 'RESOLVED',
      dispute_amount: sum,
      ...(state === 'open' ? {} : { dispute_outcome: { outcome_code, amount_refunded: sum } }),
    });
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
    return /\/(?:checkoutnow\?token=|subscriptions\?ba_token=BA-)([OI][\w-]+)/.exec(address)?.[1];
  }

  /** Of another sum than agreed on, PayPal tells by what it says was fetched. */
  paid(pageId: string, { amount, currency }: ToldSum = {}): string {
    if (pageId.startsWith('I-')) {
      this.billing.approve(pageId);
      return this.billing.event(pageId, 'BILLING.SUBSCRIPTION.CREATED');
    }
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

  paidToLostPage(site: string): string {
    return event('PAYMENT.CAPTURE.COMPLETED', {
      id: `C${randomUUID().slice(0, 8)}`,
      custom_id: `${randomUUID()}@${site}`,
      amount: { value: '9.00', currency_code: 'USD' },
    });
  }

  other(): string {
    return event('CUSTOMER.DISPUTE.CREATED', { dispute_id: 'PP-D-1' });
  }

  protected returnUrlOf(pageId: string): string {
    if (pageId.startsWith('I-')) {
      return `${this.billing.find(pageId).returnUrl}&subscription_id=${pageId}`;
    }
    return this.#order(pageId).returnUrl;
  }

  protected make(request: PeerRequest): PeerAnswer {
    const { path: address, body, headers } = request;
    const path = address.replace(/\?.*$/, '');
    if (!headers.authorization?.startsWith('B')) return [401, { error: 'invalid_client' }];
    if (path === '/v1/oauth2/token') {
      return [200, { access_token: 'token', token_type: 'Bearer', expires_in: 3600 }];
    }
    if (path === '/v1/notifications/verify-webhook-signature') return [200, this.#verify(body)];
    if (path === '/v1/reporting/transactions') return [200, this.#list()];
    if (path === '/v2/checkout/orders') return [201, this.#create(JSON.parse(body) as CreateOrder)];
    const billed = this.billing.answer(request, this.url);
    if (billed) return billed;
    const [, orderId = '', isCapture] =
      /^\/v2\/checkout\/orders\/([\w-]+)(\/capture)?$/.exec(path) ?? [];
    const order = this.orders.get(orderId);
    if (order) return isCapture ? this.#capture(order) : [200, this.#shown(order)];
    const [, refundId] = /^\/v2\/payments\/refunds\/([\w-]+)$/.exec(path) ?? [];
    const refund = [...this.refunds, ...this.refundsMadeHere].find(({ id }) => id === refundId);
    if (refund) return [200, this.#shownRefund(refund)];
    const [, payment] = /^\/v2\/payments\/captures\/([\w-]+)\/refund$/.exec(path) ?? [];
    if (payment === undefined) return [404, { name: 'RESOURCE_NOT_FOUND' }];
    const key = headers['paypal-request-id'];
    return this.#refund(payment, body, typeof key === 'string' ? key : '');
  }

  protected otherRequest(): PeerAnswer {
    return refused('DUPLICATE_REQUEST_ID', 'The request id is known with another request.');
  }

  #refund(payment: string, body: string, key: string): PeerAnswer {
    const { amount: asked } = JSON.parse(body) as { amount: PayPalAmount };
    const amount = Math.round(Number(asked.value) * 100);
    const next = this.nextRefund;
    if (typeof next !== 'string') return refused('REFUND_NOT_ALLOWED', next.refusal);
    const paid =
      [...this.orders.values()].find(({ capture }) => capture?.id === payment) ??
      this.billing.sale(payment);
    const gone = this.refundsOf(payment)
      .filter(({ state }) => state === 'pending' || state === 'done')
      .reduce((sum, one) => sum + one.amount, 0);
    if (paid && gone + amount > Math.round(Number(paid.amount.value) * 100)) {
      return refused('CAPTURE_FULLY_REFUNDED', 'The capture has already been fully refunded');
    }
    const id = `R-${randomUUID().slice(0, 8)}`;
    const refund: PeerRefund = { id, payment, amount, key, state: next };
    this.refunds.push(refund);
    return [201, this.#shownRefund(refund)];
  }

  #shownRefund({ id, payment, amount, key, state }: PeerRefund): object {
    return {
      id,
      status: REFUND_STATUS[state],
      amount: { value: (amount / 100).toFixed(2), currency_code: 'USD' },
      ...(key === undefined ? {} : { custom_id: key }),
      links: [{ rel: 'up', method: 'GET', href: `${this.url}/v2/payments/captures/${payment}` }],
    };
  }

  #shown({ id, status, capture, amount, custom_id }: PeerOrder): unknown {
    const captures = capture ? [{ ...capture, amount, custom_id }] : [];
    const refunds = capture
      ? this.refundsOf(capture.id).map((refund) => this.#shownRefund(refund))
      : [];
    return { id, status, purchase_units: [{ custom_id, payments: { captures, refunds } }] };
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
      capture?.status === 'COMPLETED' ? [{ id: capture.id, amount }] : [],
    );
    const paid = fetched.map(({ id, amount }) => ({
      transaction_info: {
        transaction_id: id,
        transaction_event_code: 'T0006',
        transaction_amount: amount,
      },
    }));
    const back = [...this.refunds, ...this.refundsMadeHere].map(({ id, payment, amount, key }) => ({
      transaction_info: {
        transaction_id: id,
        paypal_reference_id: payment,
        transaction_event_code: 'T1107',
        transaction_amount: { value: `-${(amount / 100).toFixed(2)}`, currency_code: 'USD' },
        ...(key === undefined ? {} : { custom_field: key }),
      },
    }));
    const received = this.isListEmpty ? [] : [...paid, ...this.billing.transactions()];
    return { total_pages: 1, transaction_details: [...received, ...back] };
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
    if (order.status !== 'APPROVED') {
      return refused('ORDER_NOT_APPROVED', 'The payer has not approved the order.');
    }
    const next = this.nextCapture;
    this.nextCapture = 'COMPLETED';
    if (next === 'INSTRUMENT_DECLINED') {
      return refused(next, 'The instrument was declined by the processor or bank.');
    }
    order.status = 'COMPLETED';
    order.capture = { id: `C${randomUUID().slice(0, 8)}`, status: next };
    this.captureCount += 1;
    return [201, this.#shown(order)];
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

function refused(issue: string, description: string): PeerAnswer {
  return [
    422,
    {
      name: 'UNPROCESSABLE_ENTITY',
      message: 'The requested action could not be performed.',
      details: [{ issue, description }],
    },
  ];
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
