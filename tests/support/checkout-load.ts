import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { COUPON_FIELD } from '../../app/orders/protocol/order-form.ts';
import { CATALOGUE } from './catalogue.ts';
import { TestClient, type EntryProcess } from './cluster.ts';
import { asForm, asJson } from './loaded-order.ts';
import { random } from './seed.ts';
import type { StripePeer } from './stripe-peer.ts';

/** A service to order once, and one with a price per month to subscribe to, with the fields that buyers fill in. */
const SERVICES = {
  once: {
    section: 'writing',
    slug: 'translation',
    chosen: { quantity: '1000' },
    answers: { 'answer-from-language': 'English', 'answer-to-language': 'German' },
  },
  monthly: {
    section: 'digital',
    slug: 'email-marketing',
    chosen: { purchase: 'subscribe' },
    answers: {},
  },
} as const;
const MOST_RENEWALS = 4;
const PAY_BY_STRIPE = Object.fromEntries(new URLSearchParams('intent=pay&way=stripe'));
const REFUSED_MS = 200;
/** A process that died may have taken the mail with it, so another code is asked for. */
const MAIL_WAIT_MS = 10_000;
/** Far more than quotes and codes that are out of date. */
const MOST_REFUSALS = 20;

/** An order whose placement was confirmed to the buyer. */
export interface PlacedOrder {
  readonly path: string;
  readonly email: string;
  readonly total: number;
  readonly coupon: string | null;
  state: 'awaiting payment' | 'paid' | 'cancelled';
  /** The change that was sent and is not answered yet. */
  sending: 'paid' | 'cancelled' | null;
  /** The periods after the first that the provider has charged, as far as the server has acknowledged them … */
  renewals: number;
  /** … and whether one more was sent. */
  isRenewing: boolean;
}

interface Quote {
  readonly seen: string;
  readonly total: number;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

export interface CheckoutLoadOptions {
  /** The process that gets the next request. */
  readonly target: () => EntryProcess;
  /** The mails so far, newest first. */
  readonly readMails: () => Promise<readonly string[]>;
  readonly stripe: StripePeer;
  /** A code that has fewer redemptions than the buyers want. */
  readonly coupon: string;
  readonly buys: keyof typeof SERVICES;
}

/**
 * Buyers who order a service themselves, prove their address by code, pay or cancel, whatever the servers do. Of a
 * subscription the provider then charges more periods.
 */
export class CheckoutLoad {
  readonly placed: PlacedOrder[] = [];
  /** How often each status came back; 0 is no answer. */
  readonly answers = new Map<number, number>();
  /** Orders that were sent and neither confirmed nor given up. */
  placing = 0;
  acknowledged = 0;
  readonly #options: CheckoutLoadOptions;
  readonly #over = new AbortController();
  /** The provider's ids. */
  readonly #subscriptions = new Map<PlacedOrder, string>();
  #work: Promise<void>[] = [];

  constructor(options: CheckoutLoadOptions) {
    this.#options = options;
  }

  begin(buyers: number): void {
    this.#work = Array.from({ length: buyers }, () => this.#buy());
    // `end` reports the errors.
    for (const work of this.#work) work.catch(() => {});
  }

  /** Ends the load. Requests that are not answered by then are not repeated. */
  async end(): Promise<void> {
    this.#over.abort();
    await Promise.all(this.#work);
  }

  async #buy(): Promise<void> {
    const client = new TestClient();
    const email = `${randomUUID().slice(0, 8)}-buyer@fleet.example`;
    while (this.#goesOn) {
      const order = await this.#place(client, email);
      if (!order) return;
      this.placed.push(order);
      this.acknowledged += 1;
      const isPaid = random.next() < 0.6;
      order.sending = isPaid ? 'paid' : 'cancelled';
      if (!(await (isPaid ? this.#pay(client, order) : this.#cancel(client, order)))) return;
      order.state = order.sending;
      order.sending = null;
      this.acknowledged += 1;
      if (order.state === 'paid' && !(await this.#renew(order))) return;
    }
  }

  /** Placed and confirmed; undefined where that was given up. */
  async #place(client: TestClient, email: string): Promise<PlacedOrder | undefined> {
    // Each order comes from a network of its own, so that the limits of networks do not end the load.
    const network = Array.from({ length: 4 }, () => 1 + Math.floor(random.next() * 250)).join('.');
    const send = (path: string, init: { method?: string; body?: string; headers?: object } = {}) =>
      this.#until(client, path, {
        ...init,
        headers: { ...init.headers, 'X-Forwarded-For': network },
      });
    const { section, slug, chosen: always, answers } = SERVICES[this.#options.buys];
    const form = `/services/${section}/${slug}/order.data`;
    if (!(await send(form))) return undefined;
    const [, key = ''] = /embarka_order_\w+=([\w-]+)/.exec(client.cookie) ?? [];
    let coupon = random.next() < 0.7 ? this.#options.coupon : '';
    let code = '';
    let codeSentTo = '';
    for (let refusals = 0; refusals <= MOST_REFUSALS; refusals += 1) {
      const chosen = { ...always, [COUPON_FIELD]: coupon };
      const quote = await this.#quote(send, chosen);
      if (quote === undefined) return undefined;
      // The coupon is used up for now.
      if (quote === null) {
        coupon = '';
        continue;
      }
      this.placing += 1;
      const answer = await send(form, {
        method: 'POST',
        ...asForm({
          ...chosen,
          name: 'Elena Ruiz',
          email,
          ...answers,
          key,
          seen: quote.seen,
          code,
          codeSentTo,
          intent: 'place',
        }),
      });
      if (!answer) return undefined;
      const [path] = /\/order\/[\w-]{43}/.exec(answer.text) ?? [];
      this.placing -= 1;
      if (path !== undefined) {
        const { total } = quote;
        return {
          path,
          email,
          total,
          coupon: coupon || null,
          state: 'awaiting payment',
          sending: null,
          renewals: 0,
          isRenewing: false,
        };
      }
      if (answer.status >= 300 && refusals === MOST_REFUSALS) {
        throw new Error(`${answer.status}: ${answer.text.slice(0, 2000)}`);
      }
      code = await this.#readCode(email);
      codeSentTo = code === '' ? '' : email;
    }
    throw new Error(`No order after ${MOST_REFUSALS} refusals`);
  }

  /** Null where the coupon is refused, undefined when everything is over before. */
  async #quote(
    send: (path: string, init: ReturnType<typeof asJson>) => Promise<Answer | undefined>,
    fields: Readonly<Record<string, string>>,
  ): Promise<Quote | null | undefined> {
    const { section, slug } = SERVICES[this.#options.buys];
    const service = CATALOGUE.findService(section, slug)?.id;
    const answer = await send('/order-quotes', asJson({ service, fields }));
    if (!answer) return undefined;
    const { quote, errors } = JSON.parse(answer.text) as {
      quote: Quote | null;
      errors: Readonly<Record<string, string>>;
    };
    return quote && Object.keys(errors).length === 0 ? quote : null;
  }

  /** The newest code of the address; '' if none comes. */
  async #readCode(email: string): Promise<string> {
    const until = Date.now() + MAIL_WAIT_MS;
    while (this.#goesOn && Date.now() < until) {
      const mails = await this.#options.readMails();
      const mail = mails.find((one) => one.includes(`To: ${email}`) && /minutes: \d{6}/.test(one));
      const [, code] = /minutes: (\d{6})/.exec(mail ?? '') ?? [];
      if (code !== undefined) return code;
      await setTimeout(REFUSED_MS);
    }
    return '';
  }

  /** The provider tells each payment twice at once, and once more by another event. */
  async #pay(client: TestClient, order: PlacedOrder): Promise<boolean> {
    const form = { method: 'POST', ...asForm(PAY_BY_STRIPE) };
    const page = await this.#until(client, `${order.path}.data`, form);
    if (!page) return false;
    const { stripe } = this.#options;
    const id = stripe.pageIdOf(page.text) ?? '';
    if (this.#options.buys === 'once') {
      return this.#notify([stripe.paid(id), stripe.paidAgain(id)]);
    }
    const { id: subscription, invoicePaid, completed } = stripe.beginSubscription(id, new Date());
    this.#subscriptions.set(order, subscription);
    return this.#notify([invoicePaid, completed]);
  }

  /** The provider charges some periods, of which some are declined at first. */
  async #renew(order: PlacedOrder): Promise<boolean> {
    const { stripe } = this.#options;
    const subscription = this.#subscriptions.get(order);
    if (subscription === undefined) return true;
    for (let count = Math.floor(random.next() * MOST_RENEWALS); count > 0; count -= 1) {
      const isDeclined = random.next() < 0.3;
      if (isDeclined && !(await this.#notify([stripe.renewalFailed(subscription)]))) return false;
      order.isRenewing = true;
      const paid = isDeclined ? stripe.renewalRetried(subscription) : stripe.renewed(subscription);
      if (!(await this.#notify([paid]))) return false;
      order.isRenewing = false;
      order.renewals += 1;
      this.acknowledged += 1;
    }
    return true;
  }

  /** Sends each event twice at once; false when everything is over before. */
  async #notify(events: readonly string[]): Promise<boolean> {
    const { stripe } = this.#options;
    for (const body of events) {
      const post = () =>
        this.#until(new TestClient(), '/webhooks/stripe', {
          method: 'POST',
          body,
          headers: Object.fromEntries(stripe.sign(body)),
        });
      if ((await Promise.all([post(), post()])).includes(undefined)) return false;
    }
    return true;
  }

  async #cancel(client: TestClient, { path }: PlacedOrder): Promise<boolean> {
    const form = { method: 'POST', ...asForm({ intent: 'cancel' }) };
    return (await this.#until(client, `${path}.data`, form)) !== undefined;
  }

  /** Repeated until it is answered; undefined when everything is over before. Refusals of fields are answers. */
  async #until(
    client: TestClient,
    path: string,
    init: { method?: string; body?: string; headers?: object } = {},
  ): Promise<Answer | undefined> {
    for (;;) {
      const answer = await client.fetch(this.#options.target(), path, init as object).then(
        async (response) => ({ status: response.status, text: await response.text() }),
        () => ({ status: 0, text: '' }),
      );
      const { status } = answer;
      this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
      if (status !== 0 && status !== 429 && status < 500) return answer;
      if (!this.#goesOn) return undefined;
      await setTimeout(REFUSED_MS);
    }
  }

  get #goesOn(): boolean {
    return !this.#over.signal.aborted;
  }
}
