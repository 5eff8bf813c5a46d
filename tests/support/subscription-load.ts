import { setTimeout } from 'node:timers/promises';
import { asc, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import {
  subscriptionEvents,
  subscriptions,
} from '../../app/orders/server/subscription/tables.server.ts';
import { orders, payments } from '../../app/orders/server/tables.server.ts';
import { ORDER_LIST } from '../../app/orders/protocol/order-query.ts';
import type { Database } from '../../app/platform/db/database.server.ts';
import { CAST } from './cast.ts';
import { TestClient } from './cluster.ts';
import { asForm } from './loaded-order.ts';
import { random } from './seed.ts';
import type { TestServer } from './server.ts';

const PAUSE_MS = 20;
const REFUSED_MS = 200;
const DAY_MS = 24 * 3_600_000;
const SERVICE = 'programming/website-maintenance';

/**
 * The team's forms with the transitions that they make. Each series leaves the subscription as it was. A subscription that
 * is past due is paused at once.
 */
const CHANGES = [
  [
    { form: { intent: 'pause', why: '' }, transition: 'pause' },
    { form: { intent: 'undo-pause' }, transition: 'undo-pause' },
    { form: { intent: 'resume' }, transition: 'resume' },
  ],
  [
    { form: { intent: 'cancel', why: '' }, transition: 'cancel' },
    { form: { intent: 'keep' }, transition: 'keep' },
  ],
  [{ form: { intent: 'plan-price' }, transition: 'plan-price' }],
] as const;

interface SentChange {
  readonly transition: string;
  /** False if the answer was lost and the repetition was refused: the first request may have had its effect. */
  readonly isSure: boolean;
}

/**
 * Imported subscriptions that are paid by link: the server opens their periods as its clock advances, a manager records
 * the payments, pauses, cancels and changes prices, whatever the server does.
 */
export class SubscriptionLoad {
  acknowledged = 0;
  /** The orders of periods whose payment was acknowledged. */
  readonly paid = new Set<number>();
  /** How often each status came back; 0 is no answer. */
  readonly answers = new Map<number, number>();
  readonly #server: TestServer;
  readonly #ines = new TestClient();
  readonly #changes = new Map<number, SentChange[]>();
  readonly #over = new AbortController();
  #isSignedIn = false;
  #work: Promise<void>[] = [];

  constructor(server: TestServer) {
    this.#server = server;
  }

  /** Imports subscriptions while the server runs. Their next periods begin on the days after `today`. */
  async add(count: number, today: Date): Promise<void> {
    const numbers = Array.from({ length: count }, (_, at) => 1001 + this.#changes.size + at);
    const rows = numbers.map((number, at) => {
      const next = new Date(today.getTime() + (at + 1) * DAY_MS).toISOString().slice(0, 10);
      return `${number},client-${number}@fleet.example,Client ${number},${SERVICE},80,${next}`;
    });
    const text = ['id,email,name,service,price,next', ...rows].join('\n');
    const form = { intent: 'import', text };
    const henrik = new TestClient();
    const isImported = async () => {
      await henrik.submit(this.#server, '/login', CAST.henrik);
      const done = await henrik.submit(this.#server, '/team/subscriptions/import.data', form);
      await done.text();
      return done.status;
    };
    // A server that has just started may refuse requests for a moment.
    await expect.poll(isImported, { timeout: 60_000, interval: 500 }).toBe(200);
    for (const number of numbers) this.#changes.set(number, []);
  }

  begin(): void {
    this.#work = [this.#payPeriods(), this.#change()];
    // `end` reports the errors.
    for (const work of this.#work) work.catch(() => {});
  }

  /** Must follow each restart with another clock: sessions end as it advances. */
  signInAgain(): void {
    this.#isSignedIn = false;
  }

  async end(): Promise<void> {
    this.#over.abort();
    await Promise.all(this.#work);
  }

  /** The manager looks for orders that wait for a payment, and records it. */
  async #payPeriods(): Promise<void> {
    const fields = Object.fromEntries(
      [...Object.keys(ORDER_LIST.filters), 'sort', 'columns'].map((name) => [name, '']),
    );
    const waiting = { ...fields, show: 'awaiting payment', columns: 'number' };
    while (this.#goesOn) {
      const list = await this.#until('/team/orders/export', waiting);
      for (const [, digits] of list?.text.matchAll(/E-(\d+)/g) ?? []) {
        const form = { intent: 'mark-paid', reference: `PAID-${digits}` };
        // A period is cancelled if its subscription was paused or cancelled meanwhile.
        const answer = await this.#until(`/team/orders/E-${digits}.data`, form);
        if (!answer) return;
        if (answer.status === 200) {
          this.paid.add(Number(digits));
          this.acknowledged += 1;
        }
      }
      await setTimeout(PAUSE_MS);
    }
  }

  async #change(): Promise<void> {
    for (let count = 0; this.#goesOn; count += 1) {
      const numbers = [...this.#changes.keys()];
      const number = numbers[Math.floor(random.next() * numbers.length)] ?? 0;
      for (const { form, transition } of CHANGES[count % CHANGES.length] ?? []) {
        // Each price is another one, because the same is refused as a repetition.
        const fields = { ...form, price: `${50 + (count % 100)}` };
        const answer = await this.#until(`/team/subscriptions/S-${number}.data`, fields);
        const isDone = answer?.status === 200;
        if (isDone) this.acknowledged += 1;
        if (!answer || isDone || answer.isRepeated) {
          this.#changes.get(number)?.push({ transition, isSure: isDone });
        }
        await setTimeout(PAUSE_MS);
      }
    }
  }

  /** Repeats until there is an answer; undefined when everything is over before. A refusal is an answer. */
  async #until(
    path: string,
    fields: Readonly<Record<string, string>>,
  ): Promise<{ status: number; text: string; isRepeated: boolean } | undefined> {
    for (let isRepeated = false; ;) {
      if (!this.#isSignedIn) await this.#signIn();
      const answer = await this.#ines
        .fetch(this.#server, path, { method: 'POST', ...asForm(fields) })
        .then(
          async (response) => ({ status: response.status, text: await response.text() }),
          () => ({ status: 0, text: '' }),
        );
      const { status, text } = answer;
      this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
      // A redirect leads to the sign-in form.
      const isSignedOut = status === 202 || (status >= 300 && status < 400) || status === 403;
      if (isSignedOut) this.#isSignedIn = false;
      else if (status === 200 || status === 409) return { status, text, isRepeated };
      else if (status !== 0 && status !== 429 && status !== 503) {
        throw new Error(`${status}: ${text.replaceAll(/<[^>]+>/g, ' ').slice(0, 600)}`);
      }
      if (!this.#goesOn) return undefined;
      isRepeated ||= status === 0 || status === 503;
      await setTimeout(REFUSED_MS);
    }
  }

  async #signIn(): Promise<void> {
    const answer = await this.#ines
      .submit(this.#server, '/login', CAST.ines)
      .catch(() => undefined);
    this.#isSignedIn = answer !== undefined && answer.status < 400;
  }

  /** Compares what was acknowledged with the database, once nothing runs any more. */
  async compare(db: Database): Promise<void> {
    for (const [number, changes] of this.#changes) {
      const stored = await db
        .select({ transition: subscriptionEvents.transition, actor: subscriptionEvents.actor })
        .from(subscriptionEvents)
        .innerJoin(subscriptions, eq(subscriptions.id, subscriptionEvents.subscriptionId))
        .where(eq(subscriptions.number, number))
        .orderBy(asc(subscriptionEvents.number));
      const ours = new Set<string>(CHANGES.flat().map(({ transition }) => transition));
      const told = stored
        .filter(({ actor }) => actor === 'manager')
        .map(({ transition }) => (transition === 'plan-pause' ? 'pause' : transition))
        .filter((transition) => ours.has(transition));
      const pattern = changes
        .map(({ transition, isSure }) => (isSure ? `${transition};` : `(?:${transition};)?`))
        .join('');
      expect(told.map((transition) => `${transition};`).join(''), `S-${number}`).toMatch(
        new RegExp(`^${pattern}$`),
      );
    }
    const booked = await db
      .select({ number: orders.number, reference: payments.reference })
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.orderId));
    const references = booked.map(({ number }) => number);
    expect(new Set(references).size, 'a period is paid once').toBe(references.length);
    expect([...this.paid].filter((number) => !references.includes(number))).toEqual([]);
  }

  get #goesOn(): boolean {
    return !this.#over.signal.aborted;
  }
}
