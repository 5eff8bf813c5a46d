import { sql } from 'drizzle-orm';
import { beforeEach, expect, test, vi } from 'vitest';
import { TestClock, useDatabase } from '../../../../tests/support/database.ts';
import { createOrderContext, order, orderRow } from '../../../../tests/support/orders.ts';
import { refusalOf } from '../../../../tests/support/team.ts';
import { paymentEvents, payments, refunds } from '../tables.server.ts';
import { beginCheckout } from './begin-checkout.server.ts';
import { ProviderAwayError, type PaymentProvider, type ProviderNews } from './provider.ts';
import { bookWaiting, takeWebhook } from './take-webhook.server.ts';

const store = useDatabase();
const PAYMENT = 'tr_1';
const NOBODY_SIGNS = new Headers();

/** A provider like Mollie: an event has no signature, and contains only the id of a payment. */
const peer = vi.hoisted(() => ({
  provider: {} as Partial<PaymentProvider>,
  news: [] as ProviderNews[],
  awayFrom: undefined as 'verify' | 'read' | undefined,
  asked: [] as string[],
}));

vi.mock('./payment-providers.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('./payment-providers.ts')>();
  const openProvider: typeof original.openProvider = async (...asked) => {
    const provider = await original.openProvider(...asked);
    return provider && { ...provider, ...peer.provider };
  };
  return { ...original, openProvider };
});

async function ask(step: 'verify' | 'read', body: string): Promise<readonly ProviderNews[]> {
  const id = new URLSearchParams(body).get('id') ?? '';
  peer.asked.push(`${step} ${id}`);
  // On one connection, this request would wait for a transaction that waits for the provider.
  await store.db.$count(paymentEvents);
  if (peer.awayFrom === step) throw new ProviderAwayError('no connection');
  return id === PAYMENT ? peer.news : [];
}

beforeEach(() => {
  Object.assign(peer, { news: [], awayFrom: undefined, asked: [] });
  peer.provider = {
    open: () =>
      Promise.resolve({ reference: PAYMENT, url: 'https://pay.example/tr_1', expiresAt: null }),
    async verify(body) {
      if (!/^id=tr_\w{1,60}$/.test(body)) return undefined;
      const known = await ask('verify', body);
      if (known.length === 0) return undefined;
      const state = known.map(({ kind }) => kind).join(' ');
      return { id: `${body} ${state}`, type: state };
    },
    read: (body) => ask('read', body),
  };
});

async function begun() {
  const env = { STRIPE_SECRET_KEY: 'key', STRIPE_WEBHOOK_SECRET: 'secret' };
  const appContext = createOrderContext(store.db, new TestClock(), env);
  const one = await order(appContext);
  await beginCheckout(appContext, one.secret, 'stripe');
  const post = (body = `id=${PAYMENT}`) => takeWebhook(appContext, 'stripe', body, NOBODY_SIGNS);
  return { ...one, appContext, post };
}

const paid: ProviderNews = {
  kind: 'paid',
  payment: PAYMENT,
  checkout: PAYMENT,
  amount: 30_000,
  currency: 'USD',
};
const refunded: ProviderNews = {
  kind: 'refund',
  refund: { reference: 're_1', payment: PAYMENT, amount: 1000, currency: 'USD', state: 'done' },
};

const waiting = () => store.db.$count(paymentEvents, sql`booked_at is null`);

test('an event that contains only an id is booked as the provider answers, everything at once and each state once', async () => {
  const one = await begun();
  peer.news = [paid];
  await one.post();
  await one.post();
  expect(await orderRow(store.db, one.number)).toMatchObject({ state: 'in progress' });
  expect(await store.db.$count(payments)).toBe(1);
  peer.news = [paid, refunded];
  await one.post();
  await one.post();
  expect(await store.db.$count(payments)).toBe(1);
  expect(await store.db.$count(refunds)).toBe(1);
  expect(await store.db.$count(paymentEvents)).toBe(2);
  expect(await waiting()).toBe(0);
});

test('an event whose object cannot be read now waits, and is read again', async () => {
  const one = await begun();
  peer.news = [paid];
  peer.awayFrom = 'read';
  await expect(one.post()).rejects.toThrow(ProviderAwayError);
  expect(await waiting()).toBe(1);
  peer.awayFrom = undefined;
  one.appContext.clock.advance(2 * 60_000);
  await bookWaiting(one.appContext);
  expect(await waiting()).toBe(0);
  expect(await orderRow(store.db, one.number)).toMatchObject({ state: 'in progress' });
});

test('an event that nobody has verified is neither saved nor read', async () => {
  const one = await begun();
  expect((await refusalOf(one.post('id=../admin'))).status).toBe(400);
  expect(peer.asked).toEqual([]);
  expect((await refusalOf(one.post('id=tr_of_others'))).status).toBe(400);
  peer.awayFrom = 'verify';
  await expect(one.post()).rejects.toThrow(ProviderAwayError);
  expect(peer.asked).toEqual(['verify tr_of_others', `verify ${PAYMENT}`]);
  expect(await store.db.$count(paymentEvents)).toBe(0);
});
