import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hire, TestClock, useDatabase } from '../../../tests/support/database.ts';
import { balances, order, orderHost, orderRow } from '../../../tests/support/orders.ts';
import { STRIPE_SECRET, StripePeer } from '../../../tests/support/stripe-peer.ts';
import { refusalOf, tracedBy } from '../../../tests/support/team.ts';
import { outbox } from '../../platform/tables.server.ts';
import { asBuyer } from '../order/as-actor.server.ts';
import { cancelOrder } from '../order/cancel-order.server.ts';
import { decideRefund } from '../refund/decide-refund.server.ts';
import { refundKind } from '../refund/refund-kind.server.ts';
import { differences, paymentEvents, payments, refunds } from '../tables.server.ts';
import { beginCheckout } from './begin-checkout.server.ts';
import { bookWaiting, forgetBodies } from './book-event.server.ts';
import { readTroubles } from './read-troubles.server.ts';
import { reconcile } from './reconcile.server.ts';
import { returnPayment } from './return-payment.server.ts';
import { takeWebhook } from './take-webhook.server.ts';

const store = useDatabase();
const HOUR_MS = 60 * 60 * 1000;
let peer: StripePeer;
beforeAll(async () => {
  peer = await StripePeer.start();
});
afterAll(() => peer.close());
beforeEach(() => {
  peer.isAway = false;
  peer.sessions.clear();
  peer.refunds.length = 0;
});

const shop = (clock = new TestClock()) =>
  orderHost(store.db, clock, {
    STRIPE_SECRET_KEY: 'sk_test_of_the_tests',
    STRIPE_WEBHOOK_SECRET: STRIPE_SECRET,
    STRIPE_API_URL: peer.url,
  });

const BOOKED = { 'orders USD': 30_000, 'received:stripe USD': -30_000 };

/** An order whose buyer has been to Stripe's page. */
async function begun(host = shop()) {
  const one = await order(host);
  const url = await beginCheckout(host, one.secret, 'stripe');
  const sessionId = url.split('/').at(-1) ?? '';
  const tell = (body: string, headers = peer.sign(body)) =>
    takeWebhook(host, 'stripe', body, headers);
  return { ...one, host, sessionId, tell };
}

describe('paying by card', () => {
  test('happens on Stripe’s page for this amount, and pressed twice it is one page', async () => {
    const one = await begun();
    const again = await beginCheckout(one.host, one.secret, 'stripe');
    expect(again).toContain(one.sessionId);
    expect([...peer.sessions.values()]).toMatchObject([{ amount_total: 30_000, currency: 'usd' }]);
    expect(await orderRow(store.db, one.number)).toMatchObject({ state: 'awaiting payment' });
  });

  test('is booked when Stripe tells of it: once, however often and late it does', async () => {
    const one = await begun();
    const body = peer.event(peer.pay(one.sessionId));
    one.host.clock.advance(5 * HOUR_MS);
    await Promise.all([one.tell(body), one.tell(body), one.tell(body)]);
    await one.tell(body);
    // The same payment under another event's name.
    const [session] = peer.sessions.values();
    await one.tell(peer.event({ ...session }, 'checkout.session.async_payment_succeeded'));
    expect(await orderRow(store.db, one.number)).toMatchObject({
      state: 'in progress',
      lastEvent: 3,
    });
    expect(await balances(store.db)).toEqual(BOOKED);
    expect(await store.db.$count(payments)).toBe(1);
    expect(await store.db.$count(paymentEvents)).toBe(2);
  });

  test('is not booked for a page that was opened, left or has expired', async () => {
    const one = await begun();
    const session = peer.sessions.get(one.sessionId);
    await one.tell(peer.event({ ...session }));
    await one.tell(peer.event({ ...session, status: 'expired' }, 'checkout.session.expired'));
    await one.tell(peer.event({ id: 'cus_1' }, 'customer.created'));
    expect(await orderRow(store.db, one.number)).toMatchObject({ state: 'awaiting payment' });
    expect(await store.db.$count(payments)).toBe(0);
  });

  test.each([
    ['nobody', () => new Headers()],
    ['another secret', (body: string) => peer.sign(body, 'whsec_of_a_stranger')],
    ['an hour ago', (body: string) => peer.sign(body, STRIPE_SECRET, Date.now() - HOUR_MS)],
    ['for another text', (body: string) => peer.sign(`${body} `)],
    ['in no form', () => new Headers({ 'Stripe-Signature': 't=,v1=' })],
  ])('signed by %s is refused and not kept', async (_, sign) => {
    const one = await begun();
    const body = peer.event(peer.pay(one.sessionId));
    expect((await refusalOf(one.tell(body, sign(body)))).status).toBe(400);
    expect(await store.db.$count(paymentEvents)).toBe(0);
    expect(await orderRow(store.db, one.number)).toMatchObject({ state: 'awaiting payment' });
  });

  test('of another amount or in another currency is held, shown, and given back once', async () => {
    const host = shop();
    const ines = await hire(store.db, 'ines');
    const one = await begun(host);
    await one.tell(peer.event({ ...peer.pay(one.sessionId), amount_total: 29_999 }));
    const other = await begun(host);
    await other.tell(peer.event({ ...peer.pay(other.sessionId), currency: 'eur' }));
    expect(await orderRow(store.db, one.number)).toMatchObject({ state: 'awaiting payment' });
    expect(await balances(store.db)).toEqual({
      'held USD': 29_999,
      'held EUR': 30_000,
      'received:stripe USD': -29_999,
      'received:stripe EUR': -30_000,
    });
    const { held } = await readTroubles(store.db, ines);
    expect(held.map(({ amount }) => amount).toSorted()).toEqual(['$299.99', '€300.00']);
    expect((await readTroubles(store.db, one.maya)).held).toEqual([]);
    const id = held.find(({ amount }) => amount === '$299.99')?.id ?? '';
    expect((await refusalOf(returnPayment(host, tracedBy(one.maya), one.maya, id))).status).toBe(
      403,
    );
    const results = await Promise.allSettled([
      returnPayment(host, tracedBy(ines), ines, id),
      returnPayment(host, tracedBy(ines), ines, id),
    ]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await balances(store.db)).toMatchObject({ 'held USD': 0, 'received:stripe USD': 0 });
    // It can still be paid as it should be.
    await one.tell(peer.event(peer.pay(one.sessionId)));
    expect(await orderRow(store.db, one.number)).toMatchObject({ state: 'in progress' });
  });

  test('of an order that was cancelled, or paid before, is held', async () => {
    const one = await begun();
    await asBuyer(one.host, one.secret, (turn) => cancelOrder(turn));
    await one.tell(peer.event(peer.pay(one.sessionId)));
    const [payment] = await store.db.select().from(payments);
    expect(payment).toMatchObject({ state: 'held', heldBecause: 'The order was cancelled.' });
    const two = await begun(one.host);
    await two.tell(peer.event(peer.pay(two.sessionId)));
    await two.tell(peer.event(peer.pay(two.sessionId)));
    expect(await store.db.$count(payments, sql`held_because = 'The order is paid already.'`)).toBe(
      1,
    );
  });

  test('that names no order of ours is held', async () => {
    const one = await begun();
    await one.tell(peer.event({ ...peer.pay(one.sessionId), id: 'cs_of_another_shop' }));
    expect(await store.db.select().from(payments)).toMatchObject([
      { state: 'held', orderId: null },
    ]);
  });

  test('says so while Stripe is away, and nothing is lost: the same button works afterwards', async () => {
    const host = shop();
    const one = await order(host);
    peer.isAway = true;
    const refusal = await refusalOf(beginCheckout(host, one.secret, 'stripe'));
    expect(refusal).toMatchObject({ status: 503 });
    expect(refusal.message).toContain('Nothing was charged');
    peer.isAway = false;
    expect(await beginCheckout(host, one.secret, 'stripe')).toContain(peer.url);
  });

  test('kept by a process that died before it booked, is booked by the clock', async () => {
    const one = await begun();
    const body = peer.event(peer.pay(one.sessionId));
    await store.db.insert(paymentEvents).values({
      way: 'stripe',
      eventId: 'evt_left',
      type: 'checkout.session.completed',
      body,
      receivedAt: one.host.clock.now(),
    });
    await bookWaiting(one.host);
    expect(await orderRow(store.db, one.number)).toMatchObject({ state: 'awaiting payment' });
    one.host.clock.advance(2 * 60_000);
    await Promise.all([bookWaiting(one.host), bookWaiting(one.host)]);
    expect(await orderRow(store.db, one.number)).toMatchObject({ state: 'in progress' });
    expect(await balances(store.db)).toEqual(BOOKED);
  });
});

describe('what Stripe told', () => {
  test('is forgotten half a year after it was booked, and booked no second time', async () => {
    const one = await begun();
    const body = peer.event(peer.pay(one.sessionId));
    await one.tell(body);
    await forgetBodies(one.host);
    expect(await store.db.select().from(paymentEvents)).toMatchObject([{ body }]);
    one.host.clock.advance(181 * 24 * HOUR_MS);
    await forgetBodies(one.host);
    expect(await store.db.select().from(paymentEvents)).toMatchObject([{ body: '{}' }]);
    await one.tell(body);
    expect(await store.db.$count(payments)).toBe(1);
  });
});

describe('a refund to the card', () => {
  const decision = {
    outcome: 'full',
    way: 'method',
    amount: '',
    reference: '',
    reply: '',
  } as const;

  test('is sent once, although Stripe was away and its answer was lost', async () => {
    const one = await begun();
    const ines = await hire(store.db, 'ines');
    await one.tell(peer.event(peer.pay(one.sessionId)));
    await decideRefund(one.host, tracedBy(ines), ines, one.number, decision);
    expect(await balances(store.db)).toEqual({ 'orders USD': 0, 'received:stripe USD': 0 });
    const kind = refundKind(one.host);
    const [waiting] = await store.db.select().from(outbox);
    const entry = { ...waiting, attempts: 1 } as never;
    const signal = new AbortController().signal;
    peer.isAway = true;
    expect((await kind.deliver(entry, signal)).result).toBe('retry');
    peer.isAway = false;
    expect((await kind.deliver(entry, signal)).result).toBe('done');
    const outcome = await kind.deliver(entry, signal);
    await store.db.transaction(async (tx) => outcome.settle?.(tx));
    expect(peer.refunds).toMatchObject([{ amount: 30_000 }]);
    expect(await store.db.select().from(refunds)).toMatchObject([
      { state: 'done', reference: peer.refunds[0]?.id },
    ]);
  });
});

describe('the daily look', () => {
  test('lists what Stripe has and the books do not, until they agree', async () => {
    const one = await begun(shop());
    const session = peer.pay(one.sessionId);
    await reconcile(one.host);
    expect(await store.db.select().from(differences)).toMatchObject([
      { reference: session.payment_intent, what: 'The provider has it, and the books do not.' },
    ]);
    await reconcile(one.host);
    await one.tell(peer.event(session));
    await reconcile(one.host);
    expect(await store.db.select().from(differences)).toEqual([]);
  });
});
