import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { showPayPage } from './pay-page.ts';

export const STRIPE_SECRET = 'whsec_of_the_tests';

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
export class StripePeer {
  readonly sessions = new Map<string, PeerSession>();
  readonly refunds: {
    readonly id: string;
    readonly payment_intent: string;
    readonly amount: number;
  }[] = [];
  isAway = false;
  /** The buyer presses the button of the page; where their browser goes then. */
  onPay: (sessionId: string) => Promise<string> = (id) => Promise.resolve(this.pay(id).success_url);
  readonly #answers = new Map<string, unknown>();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (part: string) => (body += part));
      request.on('end', () => {
        const key = request.headers['idempotency-key'];
        const path = request.url ?? '';
        if (path.startsWith('/pay/')) {
          showPayPage(request, response, {
            service: 'Stripe',
            button: 'Pay now',
            press: () => this.onPay(path.slice('/pay/'.length)),
          });
          return;
        }
        const [status, answer] = this.#answer(
          request.method ?? '',
          path,
          new URLSearchParams(body),
          typeof key === 'string' ? key : undefined,
        );
        response.writeHead(status, { 'Content-Type': 'application/json' });
        response.end(JSON.stringify(answer));
      });
    });
  }

  static async start(): Promise<StripePeer> {
    const peer = new StripePeer();
    await new Promise<void>((done) => peer.#server.listen(0, '127.0.0.1', done));
    return peer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): Promise<void> {
    return new Promise((done) => void this.#server.close(() => done()));
  }

  /** The buyer pays on Stripe's page. */
  pay(sessionId: string): PeerSession {
    const session = this.sessions.get(sessionId);
    if (!session) throw new Error(`There is no session ${sessionId}`);
    Object.assign(session, {
      payment_status: 'paid',
      status: 'complete',
      payment_intent: `pi_${randomUUID()}`,
    });
    return session;
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

  #answer(
    method: string,
    path: string,
    form: URLSearchParams,
    key: string | undefined,
  ): readonly [number, unknown] {
    if (this.isAway) return [503, { error: { type: 'api_error', message: 'Away' } }];
    const known = key === undefined ? undefined : this.#answers.get(`${path} ${key}`);
    if (known) return [200, known];
    const made = this.#make(method, path, form);
    if (!made) return [404, { error: { type: 'invalid_request_error', message: 'No such thing' } }];
    if (key !== undefined) this.#answers.set(`${path} ${key}`, made);
    return [200, made];
  }

  #make(method: string, path: string, form: URLSearchParams): unknown {
    if (method === 'POST' && path === '/v1/checkout/sessions') {
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
    if (method === 'GET' && path.startsWith('/v1/checkout/sessions')) {
      const data = [...this.sessions.values()].filter(({ status }) => status === 'complete');
      return { object: 'list', data, has_more: false, url: '/v1/checkout/sessions' };
    }
    if (method === 'POST' && path === '/v1/refunds') {
      const refund = {
        id: `re_${randomUUID()}`,
        object: 'refund',
        payment_intent: form.get('payment_intent') ?? '',
        amount: Number(form.get('amount')),
        status: 'succeeded',
      };
      this.refunds.push(refund);
      return refund;
    }
    return undefined;
  }
}
