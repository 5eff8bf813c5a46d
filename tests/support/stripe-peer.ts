import { createHmac, randomUUID } from 'node:crypto';
import { PaymentPeer, type PeerAnswer, type PeerRequest, type ToldSum } from './payment-peer.ts';

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
  payment_status: 'unpaid' | 'paid';
  status: 'open' | 'complete' | 'expired';
  payment_intent: string | null;
}

/** A local Stripe that speaks the documented shapes: sessions, refunds, idempotency keys, signatures. */
export class StripePeer extends PaymentPeer {
  readonly way = 'stripe';
  protected readonly keyHeader = 'idempotency-key';
  readonly sessions = new Map<string, PeerSession>();
  readonly #refunds: { readonly payment_intent: string }[] = [];

  static start(): Promise<StripePeer> {
    return new StripePeer({ service: 'Stripe', button: 'Pay now' }).listen();
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
    return Object.assign(this.#session(sessionId), {
      payment_status: 'paid',
      status: 'complete',
      payment_intent: `pi_${randomUUID()}`,
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
    session.status = 'expired';
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
    });
  }

  other(): string {
    return this.event({ id: 'cus_1' }, 'customer.created');
  }

  protected returnUrlOf(pageId: string): string {
    return this.#session(pageId).success_url;
  }

  protected make({ method, path, body }: PeerRequest): PeerAnswer {
    const form = new URLSearchParams(body);
    if (method === 'POST' && path === '/v1/checkout/sessions') return [200, this.#open(form)];
    if (method === 'GET' && path.startsWith('/v1/checkout/sessions')) {
      const data = [...this.sessions.values()].filter(({ status }) => status === 'complete');
      return [200, { object: 'list', data, has_more: false, url: '/v1/checkout/sessions' }];
    }
    if (method === 'GET' && path.startsWith('/v1/refunds?')) {
      const payment = new URLSearchParams(path.split('?')[1]).get('payment_intent');
      const data = this.#refunds.filter(({ payment_intent: of }) => of === payment);
      return [200, { object: 'list', data, has_more: false, url: '/v1/refunds' }];
    }
    if (method === 'POST' && path === '/v1/refunds') {
      const payment = form.get('payment_intent') ?? '';
      const amount = Number(form.get('amount'));
      this.refunds.push({ payment, amount });
      const id = `re_${randomUUID()}`;
      const metadata = { refund: form.get('metadata[refund]') };
      const refund = { id, payment_intent: payment, amount, status: 'succeeded', metadata };
      this.#refunds.push(refund);
      return [200, { object: 'refund', ...refund }];
    }
    return [404, { error: { type: 'invalid_request_error', message: 'No such thing' } }];
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
        Number(form.get('line_items[0][price_data][unit_amount]')) *
        Number(form.get('line_items[0][quantity]')),
      currency: form.get('line_items[0][price_data][currency]') ?? '',
      success_url: form.get('success_url') ?? '',
      payment_status: 'unpaid',
      status: 'open',
      payment_intent: null,
    };
    this.sessions.set(id, session);
    return session;
  }
}
