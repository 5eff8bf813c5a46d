import { createHmac, randomUUID } from 'node:crypto';
import {
  PaymentPeer,
  type PeerAnswer,
  type PeerRefund,
  type PeerRefundState,
  type PeerRequest,
  type ToldSum,
} from './payment-peer.ts';

export const STRIPE_SECRET = 'whsec_of_the_tests';
const HOUR_MS = 60 * 60_000;

/** What a page of Stripe's is asked for, as far as we ask. */
export interface PeerSession {
  readonly id: string;
  readonly url: string;
  readonly client_reference_id: string;
  readonly amount_total: number;
  readonly currency: string;
  /** Where the page leads once it is paid. */
  readonly success_url: string;
  readonly cancel_url: string;
  readonly metadata: Readonly<Record<string, string>>;
  payment_status: 'unpaid' | 'paid';
  status: 'open' | 'complete' | 'expired';
  payment_intent: string | null;
  readonly mode: 'payment' | 'subscription';
  /** A subscription has one once it is paid. */
  invoice: string | null;
  subscription: string | null;
  readonly recurring?: PeerRecurring;
}

interface PeerRecurring {
  readonly interval: string;
  readonly count: number;
  readonly amount: number;
  /** Items that are charged with the first invoice only. */
  readonly once: number;
  readonly metadata: Readonly<Record<string, string>>;
}

/** The fields of a Stripe subscription that the shop reads. */
export interface PeerSubscription {
  readonly id: string;
  readonly object: 'subscription';
  readonly metadata: Readonly<Record<string, string>>;
  readonly interval: string;
  readonly count: number;
  readonly currency: string;
  status: string;
  amount: number;
  cancel_at_period_end: boolean;
  pause_collection: { readonly behavior: string } | null;
  latest_invoice: string;
  periodEnd: Date;
}

interface PeerInvoice {
  readonly id: string;
  readonly object: 'invoice';
  readonly subscription: string;
  readonly amount: number;
  /** The amount of the subscription's line, before discounts. */
  readonly price: number;
  readonly once: number;
  readonly currency: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  status: 'open' | 'paid' | 'void';
  payment: string | null;
  /** The customer's credit at Stripe left nothing to pay. */
  isByCredit?: boolean;
  /** A credit note for the whole amount left nothing to pay. */
  isWaived?: boolean;
}

interface PeerInvoiceDetails {
  readonly subscription: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/** What a payment intent says, as far as we ask. */
interface PeerIntent {
  readonly id: string;
  readonly object: 'payment_intent';
  readonly metadata: Readonly<Record<string, string>>;
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded';
  last_payment_error: { readonly code: string; readonly message: string } | null;
}

const REFUND_STATUS: Readonly<Record<PeerRefundState, string>> = {
  pending: 'pending',
  done: 'succeeded',
  failed: 'failed',
  cancelled: 'canceled',
};
const NO_SUCH_THING: PeerAnswer = [
  404,
  { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such thing' } },
];

/** A local Stripe that speaks the documented shapes: sessions, refunds, idempotency keys, signatures. */
export class StripePeer extends PaymentPeer {
  readonly way = 'stripe';
  protected readonly keyHeader = 'idempotency-key';
  readonly sessions = new Map<string, PeerSession>();
  readonly intents = new Map<string, PeerIntent>();
  readonly #disputes: object[] = [];
  readonly subscriptions = new Map<string, PeerSubscription>();
  readonly invoices = new Map<string, PeerInvoice>();
  readonly #coupons = new Map<string, number>();
  /** Subscriptions that are paid slowly begin at this time. */
  now = (): Date => new Date();

  /** Without a port, the system chooses one. */
  static start(port?: number): Promise<StripePeer> {
    return new StripePeer({ service: 'Stripe', button: 'Pay now' }).listen(port);
  }

  get env(): Readonly<Record<string, string>> {
    return {
      STRIPE_SECRET_KEY: 'sk_test_of_the_tests',
      STRIPE_WEBHOOK_SECRET: STRIPE_SECRET,
      STRIPE_API_URL: this.url,
    };
  }

  /** The buyer pays on Stripe's page. */
  pay(sessionId: string): PeerSession {
    const { id } = this.#intent(sessionId, 'succeeded');
    return Object.assign(this.#session(sessionId), {
      payment_status: 'paid',
      status: 'complete',
      payment_intent: id,
    });
  }

  /** The bank wants to see that it is the buyer, who closes the window. */
  leaveAuthentication(sessionId: string): void {
    this.#session(sessionId).payment_intent = this.#intent(sessionId, 'requires_action').id;
  }

  declined(pageId: string, code = 'card_declined'): string {
    const intent = this.#intent(pageId, 'requires_payment_method');
    intent.last_payment_error = { code, message: 'Your card was declined.' };
    this.#session(pageId).payment_intent = intent.id;
    return this.event({ ...intent }, 'payment_intent.payment_failed');
  }

  paidSlowly(pageId: string): string {
    const session = this.#session(pageId);
    session.status = 'complete';
    if (session.recurring) return this.#beginSlowly(session);
    session.payment_intent = this.#intent(pageId, 'processing').id;
    return this.event(session);
  }

  arrived(pageId: string): string {
    const session = this.#session(pageId);
    this.#intentOf(session).status = 'succeeded';
    session.payment_status = 'paid';
    if (session.invoice !== null) this.#invoice(session.invoice).status = 'paid';
    return this.event(session, 'checkout.session.async_payment_succeeded');
  }

  /** A subscription stays, and the debit is tried again. */
  bounced(pageId: string): string {
    const session = this.#session(pageId);
    if (session.subscription !== null) {
      this.#subscription(session.subscription).status = 'past_due';
    }
    Object.assign(this.#intentOf(session), {
      status: 'requires_payment_method',
      last_payment_error: { code: 'insufficient_funds', message: 'The debit was returned.' },
    });
    return this.event(session, 'checkout.session.async_payment_failed');
  }

  payable(): string[] {
    return [...this.sessions.values()].flatMap(({ id, status }) => (status === 'open' ? [id] : []));
  }

  refundedHere(payment: string, amount: number): string {
    const refund = this.#addRefund(payment, amount, undefined, 'done');
    this.refundsMadeHere.push(refund);
    return this.event(shownRefund(refund), 'refund.created');
  }

  /** How Stripe told of refunds before it had events of their own: by the sum. */
  chargeRefunded(payment: string): string {
    return this.event(this.#charge(payment), 'charge.refunded');
  }

  /** A refund that failed is in the charge's sum no more. */
  #charge(payment: string): object {
    const amount_refunded = this.refundsOf(payment)
      .filter(({ state }) => state === 'pending' || state === 'done')
      .reduce((sum, { amount }) => sum + amount, 0);
    const charge = { object: 'charge', id: `ch_${payment}`, payment_intent: payment };
    return { ...charge, amount_refunded, currency: 'usd' };
  }

  refundTurnsOut(payment: string, state: PeerRefundState): string {
    const refund = this.refundsOf(payment).at(-1);
    if (!refund) throw new Error(`Nothing of ${payment} was refunded`);
    refund.state = state;
    const type = state === 'failed' ? 'refund.failed' : 'refund.updated';
    return this.event(shownRefund(refund), type);
  }

  disputed(payment: string, state: 'open' | 'won' | 'lost', amount = 30_000): string {
    const dispute = {
      id: `du_${payment}`,
      object: 'dispute',
      charge: `ch_${payment}`,
      payment_intent: payment,
      amount,
      currency: 'usd',
      reason: 'fraudulent',
      status: state === 'open' ? 'needs_response' : state,
    };
    this.#disputes.splice(0, Infinity, dispute);
    const type = state === 'open' ? 'charge.dispute.created' : 'charge.dispute.closed';
    return this.event(dispute, type);
  }

  /** The buyer pays the page of a subscription: its first invoice is paid, and both are told. */
  beginSubscription(pageId: string, at: Date, status: 'open' | 'paid' = 'paid') {
    const session = this.#session(pageId);
    const { recurring } = session;
    if (!recurring) throw new Error(`${pageId} begins no subscription`);
    const id = `sub_${randomUUID()}`;
    const subscription: PeerSubscription = {
      id,
      object: 'subscription',
      metadata: recurring.metadata,
      interval: recurring.interval,
      count: recurring.count,
      currency: session.currency,
      status: 'active',
      amount: recurring.amount,
      cancel_at_period_end: false,
      pause_collection: null,
      latest_invoice: '',
      periodEnd: at,
    };
    this.subscriptions.set(id, subscription);
    const invoice = this.#addInvoice(subscription, session.amount_total, status, recurring);
    Object.assign(session, {
      payment_status: status === 'paid' ? 'paid' : 'unpaid',
      status: 'complete',
      subscription: id,
      invoice: invoice.id,
    });
    return {
      id,
      invoice,
      completed: this.event(session),
      invoicePaid: this.event(this.#shownInvoice(invoice), 'invoice.paid'),
    };
  }

  /** The buyer pays by a debit: the subscription is active at once, and its invoice is open until the bank answers. */
  #beginSlowly({ id }: PeerSession): string {
    const { invoice, completed } = this.beginSubscription(id, this.now(), 'open');
    const intent: PeerIntent = {
      id: `pi_${randomUUID()}`,
      object: 'payment_intent',
      metadata: {},
      status: 'processing',
      last_payment_error: null,
    };
    this.intents.set(intent.id, intent);
    invoice.payment = intent.id;
    return completed;
  }

  /** Stripe charges the next period. */
  renewed(id: string, amount?: number): string {
    const subscription = this.#subscription(id);
    subscription.status = 'active';
    const invoice = this.#addInvoice(subscription, amount ?? subscription.amount, 'paid');
    return this.event(this.#shownInvoice(invoice), 'invoice.paid');
  }

  /** The card is declined, or the bank asks for a confirmation. */
  renewalFailed(id: string, type = 'invoice.payment_failed'): string {
    const subscription = this.#subscription(id);
    subscription.status = 'past_due';
    const invoice = this.#addInvoice(subscription, subscription.amount, 'open');
    return this.event(this.#shownInvoice(invoice), type);
  }

  /** A later attempt succeeds, or the buyer pays on the page of the invoice. */
  renewalRetried(id: string): string {
    const subscription = this.#subscription(id);
    subscription.status = 'active';
    const invoice = this.#invoice(subscription.latest_invoice);
    Object.assign(invoice, { status: 'paid', payment: `pi_${randomUUID()}` });
    return this.event(this.#shownInvoice(invoice), 'invoice.paid');
  }

  /** Somebody marks the open invoice as paid or waives it, or the customer's credit at Stripe covers it. */
  settledWithoutPayment(id: string, by: 'mark' | 'credit' | 'credit note'): string {
    const subscription = this.#subscription(id);
    subscription.status = 'active';
    const invoice = this.#invoice(subscription.latest_invoice);
    Object.assign(invoice, {
      status: 'paid',
      payment: null,
      isByCredit: by === 'credit',
      isWaived: by === 'credit note',
    });
    return this.event(this.#shownInvoice(invoice), 'invoice.paid');
  }

  subscriptionEvent(
    id: string,
    changed: Partial<PeerSubscription>,
    type = 'customer.subscription.updated',
  ): string {
    const subscription = Object.assign(this.#subscription(id), changed);
    return this.event(shownSubscription(subscription), type);
  }

  /** The event of an invoice as Stripe sends it to accounts with an earlier version of the API. */
  ofEarlierVersion(event: string, isMarked = true): string {
    const told = JSON.parse(event) as {
      readonly data: {
        readonly object: {
          readonly parent: { readonly subscription_details: PeerInvoiceDetails };
        };
      };
    };
    const { parent, ...invoice } = told.data.object;
    const { subscription, metadata } = parent.subscription_details;
    const marked = isMarked ? { subscription_details: { metadata } } : {};
    return JSON.stringify({
      ...told,
      api_version: '2024-06-20',
      data: { object: { ...invoice, subscription, ...marked } },
    });
  }

  /** An event as Stripe sends it. */
  event(session: object, type = 'checkout.session.completed', id = `evt_${randomUUID()}`): string {
    return JSON.stringify({
      id,
      object: 'event',
      api_version: '2026-01-01',
      created: Math.floor(Date.now() / 1000),
      type,
      data: { object: { object: 'checkout.session', ...session } },
    });
  }

  /** The header it is signed with. */
  sign(body: string, secret = STRIPE_SECRET, at = Date.now()): Headers {
    const time = Math.floor(at / 1000);
    const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
    return new Headers({ 'Stripe-Signature': `t=${time},v1=${signature}` });
  }

  forgeries(body: string): Readonly<Record<string, Headers>> {
    return {
      nobody: new Headers(),
      'another secret': this.sign(body, 'whsec_of_a_stranger'),
      'no secret': this.sign(body, ''),
      'Stripe, an hour ago': this.sign(body, STRIPE_SECRET, Date.now() - HOUR_MS),
      'Stripe, for another text': this.sign(`${body} `),
      'an empty signature': new Headers({ 'Stripe-Signature': 't=,v1=' }),
      'a signature of another kind': new Headers({
        'Stripe-Signature': `t=${Math.floor(Date.now() / 1000)},v1=,v0=`,
      }),
    };
  }

  pageIdOf(address: string): string | undefined {
    return /\/pay\/(cs_test_[\w-]+)/.exec(address)?.[1];
  }

  paid(pageId: string, { amount, currency }: ToldSum = {}): string {
    const session = this.pay(pageId);
    return this.event({
      ...session,
      amount_total: amount ?? session.amount_total,
      currency: currency?.toLowerCase() ?? session.currency,
    });
  }

  paidAgain(pageId: string): string {
    return this.event(this.#session(pageId), 'checkout.session.async_payment_succeeded');
  }

  expired(pageId: string): string {
    const session = this.#session(pageId);
    if (session.status === 'open') session.status = 'expired';
    return this.event(session, 'checkout.session.expired');
  }

  taken(pageId: string): string {
    return this.#session(pageId).payment_intent ?? '';
  }

  paidElsewhere(): string {
    return this.event({
      id: 'cs_of_another_shop',
      payment_status: 'paid',
      payment_intent: `pi_${randomUUID()}`,
      amount_total: 900,
      currency: 'usd',
      metadata: { order_id: '17' },
    });
  }

  paidToLostPage(site: string): string {
    return this.event({
      id: 'cs_of_a_page_nobody_knows',
      payment_status: 'paid',
      payment_intent: `pi_${randomUUID()}`,
      amount_total: 900,
      currency: 'usd',
      metadata: { order: 'E-1', checkout: randomUUID(), site },
    });
  }

  other(): string {
    return this.event({ id: 'cus_1' }, 'customer.created');
  }

  protected returnUrlOf(pageId: string): string {
    return this.#session(pageId).success_url;
  }

  protected otherRequest(): PeerAnswer {
    const message = 'Keys for idempotent requests can only be used with the same parameters.';
    return [400, { error: { type: 'idempotency_error', message } }];
  }

  protected make({ method, path: address, body, headers }: PeerRequest): PeerAnswer {
    const form = new URLSearchParams(body);
    const [path = '', query = ''] = address.split('?');
    const [, sessionId = '', isExpired] =
      /^\/v1\/checkout\/sessions\/(\w[\w-]*)(\/expire)?$/.exec(path) ?? [];
    if (sessionId !== '') {
      const session = this.sessions.get(sessionId);
      if (!session) return NO_SUCH_THING;
      return isExpired ? expire(session) : [200, this.#shown(session, query)];
    }
    const [, kind = '', id = ''] = /^\/v1\/(payment_intents|refunds)\/([\w-]+)$/.exec(path) ?? [];
    if (kind === 'payment_intents') {
      const intent = this.intents.get(id);
      if (!intent) return NO_SUCH_THING;
      const isExpanded = query.includes('latest_charge');
      return [200, { ...intent, latest_charge: isExpanded ? this.#charge(id) : `ch_${id}` }];
    }
    if (kind === 'refunds') {
      const all = [...this.refunds, ...this.refundsMadeHere];
      const refund = all.find((one) => one.id === id);
      return refund ? [200, shownRefund(refund)] : NO_SUCH_THING;
    }
    const billing = this.#bill(method, path, query, form);
    if (billing) return billing;
    if (method === 'POST' && path === '/v1/checkout/sessions') return [200, this.#open(form)];
    if (method === 'GET' && path === '/v1/checkout/sessions') {
      const complete = [...this.sessions.values()].filter(({ status }) => status === 'complete');
      const data = this.isListEmpty ? [] : complete;
      return [200, { object: 'list', data, has_more: false, url: '/v1/checkout/sessions' }];
    }
    if (method === 'GET' && path === '/v1/refunds') {
      const payment = new URLSearchParams(query).get('payment_intent');
      const all = [...this.refunds, ...this.refundsMadeHere];
      const found = payment === null ? all : this.refundsOf(payment);
      const data = found.map(shownRefund);
      return [200, { object: 'list', data, has_more: false, url: '/v1/refunds' }];
    }
    if (method === 'GET' && path === '/v1/disputes') {
      const data = this.#disputes;
      return [200, { object: 'list', data, has_more: false, url: '/v1/disputes' }];
    }
    if (method === 'POST' && path === '/v1/refunds') {
      const key = headers['idempotency-key'];
      return this.#refund(form, typeof key === 'string' ? key : '');
    }
    return NO_SUCH_THING;
  }

  #bill(
    method: string,
    path: string,
    query: string,
    form: URLSearchParams,
  ): PeerAnswer | undefined {
    if (method === 'POST' && path === '/v1/coupons') {
      const id = `coupon_${randomUUID()}`;
      this.#coupons.set(id, Number(form.get('amount_off')));
      return [200, { id, object: 'coupon' }];
    }
    if (method === 'GET' && path === '/v1/invoices') {
      const paid = [...this.invoices.values()].filter(({ status }) => status === 'paid');
      const data = (this.isListEmpty ? [] : paid).map((invoice) => this.#shownInvoice(invoice));
      return [200, { object: 'list', data, has_more: false, url: path }];
    }
    const [, kind = '', id = '', action] =
      /^\/v1\/(invoices|subscriptions)\/([\w-]+)(\/void)?$/.exec(path) ?? [];
    if (kind === 'invoices') {
      const invoice = this.invoices.get(id);
      if (!invoice) return NO_SUCH_THING;
      if (action) invoice.status = 'void';
      return [200, this.#shownInvoice(invoice)];
    }
    if (kind !== 'subscriptions') return undefined;
    const subscription = this.subscriptions.get(id);
    if (!subscription) return NO_SUCH_THING;
    if (method === 'DELETE') {
      if (subscription.status === 'canceled') return NO_SUCH_THING;
      subscription.status = 'canceled';
    }
    if (method === 'POST') this.#update(subscription, form);
    const isExpanded = query.includes('latest_invoice');
    const invoice = this.invoices.get(subscription.latest_invoice);
    return [
      200,
      {
        ...shownSubscription(subscription),
        ...(isExpanded && invoice ? { latest_invoice: this.#shownInvoice(invoice) } : {}),
      },
    ];
  }

  #update(subscription: PeerSubscription, form: URLSearchParams): void {
    const stops = form.get('cancel_at_period_end');
    if (stops !== null) subscription.cancel_at_period_end = stops === 'true';
    const behavior = form.get('pause_collection[behavior]');
    if (behavior !== null) subscription.pause_collection = { behavior };
    if (form.get('pause_collection') === '') subscription.pause_collection = null;
    const amount = form.get('items[0][price_data][unit_amount]');
    if (amount !== null) subscription.amount = Number(amount);
  }

  #addInvoice(
    subscription: PeerSubscription,
    amount: number,
    status: PeerInvoice['status'],
    { amount: price, once }: Pick<PeerRecurring, 'amount' | 'once'> = { amount, once: 0 },
  ): PeerInvoice {
    const startsAt = subscription.periodEnd;
    const endsAt = new Date(startsAt);
    const { interval, count } = subscription;
    if (interval === 'week') endsAt.setUTCDate(endsAt.getUTCDate() + 7 * count);
    else endsAt.setUTCMonth(endsAt.getUTCMonth() + (interval === 'year' ? 12 : 1) * count);
    const invoice: PeerInvoice = {
      id: `in_${randomUUID()}`,
      object: 'invoice',
      subscription: subscription.id,
      amount,
      price,
      once,
      currency: subscription.currency,
      startsAt,
      endsAt,
      status,
      payment: status === 'paid' ? `pi_${randomUUID()}` : null,
    };
    this.invoices.set(invoice.id, invoice);
    Object.assign(subscription, { latest_invoice: invoice.id, periodEnd: endsAt });
    return invoice;
  }

  #subscription(id: string): PeerSubscription {
    const subscription = this.subscriptions.get(id);
    if (!subscription) throw new Error(`There is no subscription ${id}`);
    return subscription;
  }

  #invoice(id: string): PeerInvoice {
    const invoice = this.invoices.get(id);
    if (!invoice) throw new Error(`There is no invoice ${id}`);
    return invoice;
  }

  /** As in the version of the API that we use: the payment and the subscription are nested. */
  #shownInvoice(invoice: PeerInvoice): object {
    const { id, object, status, amount, price, once, currency, payment } = invoice;
    const { metadata } = this.#subscription(invoice.subscription);
    const [start, end] = [invoice.startsAt, invoice.endsAt].map((at) =>
      Math.floor(at.getTime() / 1000),
    );
    return {
      id,
      object,
      status,
      currency,
      total: amount,
      created: start,
      pre_payment_credit_notes_amount: invoice.isWaived ? amount : 0,
      amount_due: invoice.isByCredit || invoice.isWaived ? 0 : amount,
      amount_paid: status === 'paid' && !invoice.isByCredit && !invoice.isWaived ? amount : 0,
      hosted_invoice_url: `${this.url}/invoice/${id}`,
      parent: {
        type: 'subscription_details',
        subscription_details: { subscription: invoice.subscription, metadata },
      },
      lines: {
        object: 'list',
        data: [
          {
            amount: price,
            parent: { type: 'subscription_item_details' },
            period: { start, end },
          },
          ...(once > 0
            ? [
                {
                  amount: once,
                  parent: { type: 'invoice_item_details' },
                  period: { start, end: start },
                },
              ]
            : []),
        ],
      },
      payments: {
        object: 'list',
        data: payment
          ? [
              {
                status: status === 'paid' ? 'paid' : 'open',
                payment: { type: 'payment_intent', payment_intent: payment },
              },
            ]
          : [],
      },
    };
  }

  #refund(form: URLSearchParams, key: string): PeerAnswer {
    const payment = form.get('payment_intent') ?? '';
    const amount = Number(form.get('amount'));
    const next = this.nextRefund;
    if (typeof next !== 'string') {
      return [400, { error: { type: 'invalid_request_error', message: next.refusal } }];
    }
    const session = [...this.sessions.values()].find(({ payment_intent: of }) => of === payment);
    const gone = this.refundsOf(payment)
      .filter(({ state }) => state === 'pending' || state === 'done')
      .reduce((sum, one) => sum + one.amount, 0);
    if (session && gone + amount > session.amount_total) {
      const message = 'Refund amount is greater than unrefunded amount on charge';
      return [400, { error: { type: 'invalid_request_error', message } }];
    }
    const refund = this.#addRefund(payment, amount, key, next);
    this.refunds.push(refund);
    return [200, shownRefund(refund)];
  }

  #addRefund(
    payment: string,
    amount: number,
    key: string | undefined,
    state: PeerRefundState,
  ): PeerRefund {
    return { id: `re_${randomUUID()}`, payment, amount, key, state };
  }

  /** The intent of a page, made when somebody first tries to pay on it. */
  #intent(sessionId: string, status: PeerIntent['status']): PeerIntent {
    const session = this.#session(sessionId);
    const last = this.intents.get(session.payment_intent ?? '');
    // Paid twice, it is another payment.
    const known = last?.status === 'succeeded' ? undefined : last;
    const intent: PeerIntent = known ?? {
      id: `pi_${randomUUID()}`,
      object: 'payment_intent',
      metadata: session.metadata,
      status,
      last_payment_error: null,
    };
    Object.assign(intent, { status, last_payment_error: null });
    this.intents.set(intent.id, intent);
    return intent;
  }

  #intentOf({ payment_intent: id, invoice }: PeerSession): PeerIntent {
    const ofInvoice = invoice === null ? null : this.#invoice(invoice).payment;
    const intent = this.intents.get(id ?? ofInvoice ?? '');
    if (!intent) throw new Error('Nobody has tried to pay');
    return intent;
  }

  #shown(session: PeerSession, query: string): object {
    const isExpanded = new URLSearchParams(query).get('expand[0]') === 'payment_intent';
    const intent = this.intents.get(session.payment_intent ?? '');
    return { ...session, ...(isExpanded && intent ? { payment_intent: intent } : {}) };
  }

  #session(id: string): PeerSession {
    const session = this.sessions.get(id);
    if (!session) throw new Error(`There is no session ${id}`);
    return session;
  }

  #open(form: URLSearchParams): PeerSession {
    const id = `cs_test_${randomUUID()}`;
    const session: PeerSession = {
      id,
      url: `${this.url}/pay/${id}`,
      client_reference_id: form.get('client_reference_id') ?? '',
      amount_total:
        // Each item has quantity one.
        -(this.#coupons.get(form.get('discounts[0][coupon]') ?? '') ?? 0) +
        [...form]
          .filter(([name]) => /^line_items\[\d+\]\[price_data\]\[unit_amount\]$/.test(name))
          .reduce((sum, [, amount]) => sum + Number(amount), 0),
      currency: form.get('line_items[0][price_data][currency]') ?? '',
      success_url: form.get('success_url') ?? '',
      cancel_url: form.get('cancel_url') ?? '',
      metadata: Object.fromEntries(
        [...form].flatMap(([name, value]) => {
          const [, key] = /^metadata\[(\w+)\]$/.exec(name) ?? [];
          return key === undefined ? [] : [[key, value]];
        }),
      ),
      payment_status: 'unpaid',
      status: 'open',
      payment_intent: null,
      mode: form.get('mode') === 'subscription' ? 'subscription' : 'payment',
      invoice: null,
      subscription: null,
      ...(form.get('mode') === 'subscription' && { recurring: recurringOf(form) }),
    };
    this.sessions.set(id, session);
    return session;
  }
}

function recurringOf(form: URLSearchParams): PeerRecurring {
  const item = 'line_items[0][price_data]';
  return {
    interval: form.get(`${item}[recurring][interval]`) ?? '',
    count: Number(form.get(`${item}[recurring][interval_count]`)),
    amount: Number(form.get(`${item}[unit_amount]`)),
    once: Number(form.get('line_items[1][price_data][unit_amount]') ?? 0),
    metadata: Object.fromEntries(
      [...form].flatMap(([name, value]) => {
        const [, key] = /^subscription_data\[metadata\]\[(\w+)\]$/.exec(name) ?? [];
        return key === undefined ? [] : [[key, value]];
      }),
    ),
  };
}

function shownSubscription(subscription: PeerSubscription): object {
  const { interval: _1, count: _2, amount, periodEnd: _3, ...shown } = subscription;
  return {
    ...shown,
    items: {
      object: 'list',
      data: [{ id: 'si_1', price: { product: 'prod_1', unit_amount: amount } }],
    },
  };
}

function expire(session: PeerSession): PeerAnswer {
  if (session.status !== 'open') {
    const message = `Only Checkout Sessions with a status in ["open"] can be expired.`;
    return [400, { error: { type: 'invalid_request_error', message } }];
  }
  session.status = 'expired';
  return [200, session];
}

function shownRefund({ id, payment, amount, key, state }: PeerRefund): object {
  return {
    id,
    object: 'refund',
    payment_intent: payment,
    amount,
    currency: 'usd',
    status: REFUND_STATUS[state],
    metadata: key === undefined ? {} : { refund: key },
    ...(state === 'failed' ? { failure_reason: 'expired_or_canceled_card' } : {}),
  };
}
