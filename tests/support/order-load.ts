import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import { newConversationId } from '../../app/chat/protocol/rules.ts';
import type { ConversationView } from '../../app/chat/protocol/views.ts';
import { CAST } from './cast.ts';
import { TestClient } from './cluster.ts';
import { readMails } from './mails.ts';
import { asForm, asJson, draftOf, LAST_MILESTONE, type LoadedOrder } from './loaded-order.ts';
import {
  BACK_AS_CREDIT,
  BACK_BY_METHOD,
  PLANS,
  type Milestones,
  type Step,
} from './order-plans.ts';
import type { PayPalPeer } from './paypal-peer.ts';
import { digestOf, uploadText, type SentFile } from './sent-file.ts';
import type { TestServer } from './server.ts';
import type { StripePeer } from './stripe-peer.ts';

const PAUSE_MS = 20;
/** Refused for now, or not answered: what a person does then is wait. */
const REFUSED_MS = 200;
const LEAST_PRICE = 5000;

interface Buyer {
  readonly client: TestClient;
  readonly conversationId: string;
  readonly email: string;
  /** What they may spend, in cents. */
  credit: number;
}

interface Peers {
  readonly stripe: StripePeer;
  readonly paypal: PayPalPeer;
}

/** Buyers, an agent and a manager who take orders from an offer to their end, whatever the server does. */
export class OrderLoad {
  readonly orders: LoadedOrder[] = [];
  readonly buyers: Buyer[] = [];
  /** Offers that were acknowledged. */
  offers = 0;
  /** Transitions that were acknowledged. */
  acknowledged = 0;
  /** How often each status came back; 0 is no answer. */
  readonly answers = new Map<number, number>();
  readonly #server: TestServer;
  readonly #peers: Peers;
  readonly #team = { maya: new TestClient(), ines: new TestClient() };
  readonly #over = new AbortController();
  /** What providers have told: they tell it again, long after. */
  readonly #told: (() => Promise<unknown>)[] = [];
  #work: Promise<unknown>[] = [];

  constructor(server: TestServer, peers: Peers) {
    this.#server = server;
    this.#peers = peers;
  }

  /** Needs a server that answers: everybody signs in, and each buyer proves their address by the mailed code. */
  async prepare(buyers: number): Promise<void> {
    const leo = new TestClient();
    await leo.submit(this.#server, '/login', CAST.leo);
    await leo.post(this.#server, '/agentchat/availability', { acceptsChats: false });
    await this.#team.maya.submit(this.#server, '/login', CAST.maya);
    await this.#team.ines.submit(this.#server, '/login', CAST.ines);
    while (this.buyers.length < buyers) this.buyers.push(await this.#meetBuyer());
  }

  begin(): void {
    this.#work = this.buyers.map((buyer, index) => this.#buy(buyer, index * 2));
    // What goes wrong is told at the end.
    for (const work of this.#work) work.catch(() => {});
  }

  /** What is under way is given up where it is. */
  async end(): Promise<void> {
    this.#over.abort();
    await Promise.all(this.#work);
  }

  async #meetBuyer(): Promise<Buyer> {
    const client = new TestClient();
    const id = newConversationId(new Date());
    const email = `${randomUUID().slice(0, 8)}-buyer@fleet.example`;
    const start = { id, email, topic: 'Sales Inquiry', service: null };
    const { conversation } = await client.post<{ conversation: ConversationView }>(
      this.#server,
      '/chat/conversations',
      start,
    );
    if (!conversation.agentName) throw new Error('The buyer was given to nobody');
    const path = `/chat/conversations/${id}`;
    await client.post(this.#server, `${path}/confirmation`, {});
    for (let code: string | undefined; code === undefined;) {
      await setTimeout(PAUSE_MS);
      const mail = (await readMails(this.#server)).find((one) => one.includes(`To: ${email}`));
      code = /minutes: (\d{6})/.exec(mail ?? '')?.[1];
      if (code) await client.post(this.#server, `${path}/code`, { code });
    }
    return { client, conversationId: id, email, credit: 0 };
  }

  async #buy(buyer: Buyer, first: number): Promise<void> {
    for (let count = first; this.#goesOn; count += 1) {
      const plan = PLANS[count % PLANS.length];
      const order = await this.#order(buyer, plan?.milestones);
      for (const step of plan?.steps ?? []) {
        if (!order || !this.#goesOn) break;
        await this.#take(buyer, order, step);
        // Providers tell again what they told, whenever they like.
        if (count % 3 === 0) await this.#told[count % this.#told.length]?.();
        await setTimeout(PAUSE_MS);
      }
    }
  }

  /** Offered and accepted; undefined where that was given up. */
  async #order(buyer: Buyer, milestones?: Milestones): Promise<LoadedOrder | undefined> {
    const { client, conversationId, email } = buyer;
    const spent = buyer.credit;
    // Something is always left to pay.
    const amount = spent + LEAST_PRICE;
    const offerDraft = draftOf(amount, milestones);
    const made = await this.#until((again) =>
      again(
        this.#team.maya,
        `/agentchat/conversations/${conversationId}/offers`,
        asJson(offerDraft),
      ),
    );
    if (!made) return undefined;
    this.offers += 1;
    const { offer } = JSON.parse(made.text) as { offer: { offerId: string } };
    const said = await this.#until((again) =>
      again(
        client,
        `/chat/conversations/${conversationId}/offers/${offer.offerId}`,
        asJson({ answer: 'accepted' }),
      ),
    );
    if (!said) return undefined;
    const { order: name } = JSON.parse(said.text) as { order: string };
    buyer.credit = 0;
    const order: LoadedOrder = {
      number: Number(name.slice(2)),
      email,
      conversationId,
      amount,
      spent,
      events: ['accept'],
      underWay: [],
      files: [],
      payments: [],
      refunded: 0,
      back: { method: 0, credit: 0 },
      path: '',
    };
    this.acknowledged += 1;
    this.orders.push(order);
    const paymentMethod = await this.#until(
      (again) => again(client, `/chat/conversations/${conversationId}/orders/${name}`),
      [303],
    );
    if (!paymentMethod) return undefined;
    order.path = paymentMethod.location;
    return order;
  }

  /** One step of a plan, repeated until it is acknowledged. */
  async #take(buyer: Buyer, order: LoadedOrder, step: Step): Promise<void> {
    const client = step.by === 'maya' || step.by === 'ines' ? this.#team[step.by] : buyer.client;
    const path = client === buyer.client ? order.path : `/team/orders/E-${order.number}`;
    const files = await this.#upload(client, path, step.files);
    if (!files) return;
    order.underWay = step.events;
    const isDone = await (step.by === 'provider'
      ? this.#pay(buyer, order, step)
      : this.#submit(client, path, step.form, files));
    if (!isDone) return;
    order.underWay = [];
    order.files.push(...files);
    order.events.push(...step.events);
    this.acknowledged += step.events.length;
    if (step.events.includes('pay') || step.events.includes('pay-milestone')) {
      order.payments.push({
        way: step.by === 'provider' ? step.way : 'link',
        amount: amountOf(order, step),
      });
    }
    if (step.events.includes('cancel')) buyer.credit += order.spent;
    if (step.gives) this.#note(buyer, order, step.gives);
  }

  #note(buyer: Buyer, order: LoadedOrder, gives: NonNullable<Step['gives']>): void {
    const left = order.amount - order.refunded;
    const sum =
      gives === 'part as credit' ? BACK_AS_CREDIT : gives === 'part' ? BACK_BY_METHOD : left;
    const returnable = order.amount - order.spent - order.back.method;
    const isCredit = gives === 'part as credit' || gives === 'all as credit';
    const toMethod = isCredit ? 0 : Math.min(sum, returnable);
    order.back.method += toMethod;
    order.back.credit += sum - toMethod;
    order.refunded += sum;
    buyer.credit += sum - toMethod;
  }

  /** All that go with a step; undefined when everything is over before. */
  async #upload(
    client: TestClient,
    path: string,
    { to, count }: NonNullable<Step['files']> = { to: '', count: 0 },
  ): Promise<readonly SentFile[] | undefined> {
    const files: SentFile[] = [];
    while (files.length < count) {
      const file = await uploadText(`${path}${to}`, {
        ask: async (address, init) => {
          const answer = await client.fetch(this.#server, address, init).catch(() => undefined);
          this.#count(answer?.status ?? 0);
          if (!answer || answer.status >= 400) await setTimeout(PAUSE_MS);
          return answer;
        },
        goesOn: () => this.#goesOn,
      });
      if (!file) return undefined;
      files.push(file);
    }
    return files;
  }

  /** What was delivered, or sent as a brief or as evidence, opens for the order's buyer, whole. */
  async compareFiles(): Promise<number> {
    let count = 0;
    for (const { client, email } of this.buyers) {
      for (const order of this.orders.filter((one) => one.email === email)) {
        for (const { id, digest } of order.files) {
          const response = await client.fetch(this.#server, `${order.path}/files/${id}`);
          const of = `file ${id} of order ${order.number}`;
          expect(response.status, of).toBe(200);
          expect(digestOf(Buffer.from(await response.arrayBuffer())), of).toBe(digest);
          count += 1;
        }
      }
    }
    return count;
  }

  /** As the pages' scripts send a form: nothing has to be rendered for the answer. */
  async #submit(
    client: TestClient,
    path: string,
    fields: Readonly<Record<string, string>>,
    files: readonly SentFile[],
  ): Promise<boolean> {
    const form = { method: 'POST', ...asForm(fields, files) };
    return (
      (await this.#until((again) => again(client, `${path}.data`, form), [200], [409])) !==
      undefined
    );
  }

  /** To the provider's page and back; what the provider tells comes twice at once, and before the buyer. */
  async #pay(
    buyer: Buyer,
    order: LoadedOrder,
    { way: paymentMethod, milestone = '' }: Extract<Step, { by: 'provider' }>,
  ): Promise<boolean> {
    const form = { method: 'POST', ...asForm({ intent: 'pay', way: paymentMethod, milestone }) };
    const page = await this.#until((again) => again(buyer.client, `${order.path}.data`, form));
    if (!page) return false;
    const peer = this.#peers[paymentMethod];
    const id = peer.pageIdOf(page.text) ?? '';
    const bodies = [peer.paid(id)];
    // A second event of one payment.
    if (paymentMethod === 'stripe') bodies.push(peer.paidAgain(id));
    for (const body of bodies) {
      const postWebhook = () => this.#postWebhook(paymentMethod, body);
      this.#told.push(postWebhook);
      const both = await Promise.all([postWebhook(), postWebhook()]);
      if (both.includes(false)) return false;
    }
    if (paymentMethod === 'paypal') await this.#postWebhook(paymentMethod, peer.paidAgain(id));
    await this.#until((again) => again(buyer.client, `${order.path}.data?paid=1`));
    return true;
  }

  async #postWebhook(paymentMethod: 'stripe' | 'paypal', body: string): Promise<boolean> {
    const signed = () => ({
      method: 'POST',
      body,
      headers: Object.fromEntries(this.#peers[paymentMethod].sign(body)),
    });
    const provider = new TestClient();
    const taken = await this.#until((again) =>
      again(provider, `/webhooks/${paymentMethod}`, signed()),
    );
    return taken !== undefined;
  }

  /**
   * Repeated until it is answered as it should be; undefined when everything is over before. What counts as
   * done only where an answer may have been lost is in `ifLost`: it is an error anywhere else.
   */
  async #until(
    send: (
      again: (client: TestClient, ...sent: Parameters<Send>) => Promise<Response>,
    ) => Promise<Response>,
    done: readonly number[] = [200],
    ifLost: readonly number[] = [],
  ): Promise<{ readonly text: string; readonly location: string } | undefined> {
    let isLost = false;
    for (;;) {
      const answer = await send((client, path, init) =>
        client.fetch(this.#server, path, init),
      ).then(
        async (response) => ({
          status: response.status,
          text: await response.text(),
          location: response.headers.get('Location') ?? '',
        }),
        () => undefined,
      );
      const status = answer?.status ?? 0;
      this.#count(status);
      if (answer && (done.includes(status) || (isLost && ifLost.includes(status)))) return answer;
      if (!this.#goesOn) return undefined;
      // Her proof was too old: she signs in anew, again where nobody answered that.
      if (status === 403) {
        await this.#team.ines.submit(this.#server, '/login', CAST.ines).catch(() => undefined);
      } else if (status >= 400 && status !== 429 && status !== 503) {
        throw new Error(`${status}: ${answer?.text.replace(/<[^>]+>/g, ' ').slice(0, 600)}`);
      }
      isLost ||= status === 0 || status === 503;
      await setTimeout(REFUSED_MS);
    }
  }

  #count(status: number): void {
    this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
  }

  get #goesOn(): boolean {
    return !this.#over.signal.aborted;
  }
}

/** Returns the amount that the buyer pays in this step. Credit was spent on the order, or on its first milestone. */
function amountOf({ amount, spent }: LoadedOrder, step: Step): number {
  const milestone = step.by === 'provider' ? step.milestone : step.form.milestone;
  if (milestone === '2') return LAST_MILESTONE;
  return amount - spent - (milestone === '1' ? LAST_MILESTONE : 0);
}

type Send = (
  path: string,
  init?: { method?: string; body?: string; headers?: Record<string, string> },
) => Promise<Response>;
