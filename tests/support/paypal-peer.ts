import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { showPayPage } from './pay-page.ts';

export const PAYPAL_WEBHOOK = 'WH-OF-THE-TESTS';

interface PeerOrder {
  readonly id: string;
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED';
  readonly custom_id: string;
  readonly amount: { readonly value: string; readonly currency_code: string };
  /** Where the page leads once the buyer has agreed. */
  readonly returnUrl: string;
  capture?: { readonly id: string };
}

interface CreateOrder {
  readonly purchase_units: readonly {
    readonly custom_id: string;
    readonly amount: { readonly value: string; readonly currency_code: string };
  }[];
  readonly payment_source: {
    readonly paypal: { readonly experience_context: { readonly return_url: string } };
  };
}

/** A local PayPal: tokens, orders, captures, refunds, and whether it signed what somebody shows it. */
export class PayPalPeer {
  readonly orders = new Map<string, PeerOrder>();
  readonly refunds: { readonly capture: string; readonly amount: unknown }[] = [];
  captureCount = 0;
  isAway = false;
  /** The buyer presses the button of the page; where their browser goes then. */
  onAgree: (orderId: string) => Promise<string> = (id) => {
    this.approve(id);
    return Promise.resolve(this.#order(id).returnUrl);
  };
  readonly #signed = new Set<string>();
  readonly #answers = new Map<string, unknown>();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (part: string) => (body += part));
      request.on('end', () => {
        const { pathname, searchParams } = new URL(request.url ?? '', this.url);
        if (pathname === '/checkoutnow') {
          showPayPage(request, response, {
            service: 'PayPal',
            button: 'Agree and pay',
            press: () => this.onAgree(searchParams.get('token') ?? ''),
          });
          return;
        }
        const key = request.headers['paypal-request-id'];
        const isKnown = (request.headers.authorization ?? '').startsWith('B');
        const [status, answer] = this.isAway
          ? [503, { name: 'SERVICE_UNAVAILABLE' }]
          : isKnown
            ? this.#answer(request.url ?? '', body, String(key ?? ''))
            : [401, { error: 'invalid_client' }];
        response.writeHead(status, { 'Content-Type': 'application/json' });
        response.end(JSON.stringify(answer));
      });
    });
  }

  static async start(): Promise<PayPalPeer> {
    const peer = new PayPalPeer();
    await new Promise<void>((done) => peer.#server.listen(0, '127.0.0.1', done));
    return peer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): Promise<void> {
    return new Promise((done) => void this.#server.close(() => done()));
  }

  /** The buyer agrees on PayPal's page; the event that tells of it. */
  approve(orderId: string): string {
    const order = this.#order(orderId);
    order.status = 'APPROVED';
    return event('CHECKOUT.ORDER.APPROVED', { id: order.id, status: 'APPROVED' });
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
    return new Headers({
      'PayPal-Auth-Algo': 'SHA256withRSA',
      'PayPal-Cert-Url': 'https://api.paypal.example/cert',
      'PayPal-Transmission-Id': id,
      'PayPal-Transmission-Sig': 'c2lnbmF0dXJl',
      'PayPal-Transmission-Time': new Date().toISOString(),
    });
  }

  #order(id: string): PeerOrder {
    const order = this.orders.get(id);
    if (!order) throw new Error(`There is no order ${id}`);
    return order;
  }

  #answer(url: string, body: string, key: string): readonly [number, unknown] {
    const path = url.replace(/\?.*$/, '');
    const repeated = key === '' ? undefined : this.#answers.get(`${path} ${key}`);
    if (repeated) return [200, repeated];
    const [status, answer] = this.#make(path, body);
    if (key !== '' && status < 300) this.#answers.set(`${path} ${key}`, answer);
    return [status, answer];
  }

  #make(path: string, body: string): readonly [number, unknown] {
    if (path === '/v1/oauth2/token') {
      return [200, { access_token: 'token', token_type: 'Bearer', expires_in: 3600 }];
    }
    if (path === '/v1/notifications/verify-webhook-signature') {
      const asked = JSON.parse(body) as { transmission_id: string; webhook_id: string };
      const shown = /"webhook_event":(.*)\}$/s.exec(body)?.[1] ?? '';
      const isOurs =
        asked.webhook_id === PAYPAL_WEBHOOK &&
        this.#signed.has(`${asked.transmission_id} ${shown}`);
      return [200, { verification_status: isOurs ? 'SUCCESS' : 'FAILURE' }];
    }
    if (path === '/v2/checkout/orders') return [201, this.#create(JSON.parse(body) as CreateOrder)];
    const [, orderId = '', isCapture] =
      /^\/v2\/checkout\/orders\/([\w-]+)(\/capture)?$/.exec(path) ?? [];
    const order = this.orders.get(orderId);
    if (order && isCapture) return this.#capture(order);
    if (order) return [200, shown(order)];
    const [, captureId] = /^\/v2\/payments\/captures\/([\w-]+)\/refund$/.exec(path) ?? [];
    if (captureId !== undefined) {
      const { amount } = JSON.parse(body) as { amount: unknown };
      this.refunds.push({ capture: captureId, amount });
      return [201, { id: `R-${this.refunds.length}`, status: 'COMPLETED' }];
    }
    return [404, { name: 'RESOURCE_NOT_FOUND' }];
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

  #capture(order: PeerOrder): readonly [number, unknown] {
    if (order.status !== 'APPROVED') return [422, { name: 'UNPROCESSABLE_ENTITY' }];
    order.status = 'COMPLETED';
    order.capture = { id: `C${randomUUID().slice(0, 8)}` };
    this.captureCount += 1;
    return [201, shown(order)];
  }
}

function shown({ id, status, capture, amount, custom_id }: PeerOrder): unknown {
  const captures = capture ? [{ ...capture, status: 'COMPLETED', amount, custom_id }] : [];
  return { id, status, purchase_units: [{ custom_id, payments: { captures } }] };
}

function event(type: string, resource: object): string {
  return JSON.stringify({
    id: `WH-${randomUUID()}`,
    event_version: '1.0',
    create_time: new Date().toISOString(),
    event_type: type,
    resource,
  });
}
