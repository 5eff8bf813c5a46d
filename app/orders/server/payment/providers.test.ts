import { eq, isNull, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hire, TestClock, useDatabase } from '../../../../tests/support/database.ts';
import { balances, order, createOrderContext, orderRow } from '../../../../tests/support/orders.ts';
import type { PaymentPeer } from '../../../../tests/support/payment-peer.ts';
import { PayPalPeer } from '../../../../tests/support/paypal-peer.ts';
import { StripePeer } from '../../../../tests/support/stripe-peer.ts';
import { refusalOf, tracedBy } from '../../../../tests/support/team.ts';
import { change } from '../../../platform/change/change.server.ts';
import { jobsTable } from '../../../platform/tables.server.ts';
import { asBuyer } from '../order/as-actor.server.ts';
import { cancelOrder } from '../order/cancel-order.server.ts';
import { decideRefund, requestRefund } from '../refund/refund-requests.server.ts';
import { refundKind } from '../refund/refund-kind.server.ts';
import { differences, paymentEvents, payments, refunds } from '../tables.server.ts';
import { beginCheckout } from './begin-checkout.server.ts';
import { bookWaiting, expireEvents, forgetBodies, takeWebhook } from './take-webhook.server.ts';
import { openProvider } from './payment-providers.ts';
import { readTroubles } from './read-troubles.server.ts';
import { reconcile } from './reconcile.server.ts';
import { returnPayment } from './return-payment.server.ts';

const store = useDatabase();
const HOUR_MS = 60 * 60 * 1000;
const NEVER = new AbortController().signal;
const PAID = { state: 'in progress', lastEvent: 3 };
const UNPAID = { state: 'awaiting payment' };

describe.each<[string, () => Promise<PaymentPeer>]>([
  ['Stripe', () => StripePeer.start()],
  ['PayPal', () => PayPalPeer.start()],
])('a payment by %s', (_, start) => {
  let peer: PaymentPeer;
  let booked: Record<string, number>;
  beforeEach(async () => {
    peer = await start();
    booked = { 'orders USD': 30_000, [`received:${peer.way} USD`]: -30_000 };
  });
  afterEach(() => peer.close());

  const shop = (clock = new TestClock()) => createOrderContext(store.db, clock, peer.env);

  async function begun(appContext = shop()) {
    const one = await order(appContext);
    const url = await beginCheckout(appContext, one.secret, peer.way);
    const pageId = peer.pageIdOf(url) ?? '';
    const postWebhook = (body: string, headers = peer.sign(body)) =>
      takeWebhook(appContext, peer.way, body, headers);
    return { ...one, appContext, url, pageId, postWebhook };
  }

  test('has one page, however often its button is pressed', async () => {
    const one = await begun();
    expect(await beginCheckout(one.appContext, one.secret, peer.way)).toBe(one.url);
    expect(await orderRow(store.db, one.number)).toMatchObject(UNPAID);
  });

  test('is booked when it is told of: once, however often, late and from how many sides', async () => {
    const one = await begun();
    const body = peer.paid(one.pageId);
    one.appContext.clock.advance(5 * HOUR_MS);
    await Promise.all([one.postWebhook(body), one.postWebhook(body), one.postWebhook(body)]);
    await one.postWebhook(body);
    // The same payment arrives in another event.
    await one.postWebhook(peer.paidAgain(one.pageId));
    expect(await orderRow(store.db, one.number)).toMatchObject(PAID);
    expect(await balances(store.db)).toEqual(booked);
    expect(await store.db.$count(payments)).toBe(1);
    expect(await store.db.$count(paymentEvents)).toBe(2);
  });

  test('that nobody made is not booked: of a page that is over, and of what is no payment', async () => {
    const one = await begun();
    await one.postWebhook(peer.expired(one.pageId));
    await one.postWebhook(peer.other());
    expect(await orderRow(store.db, one.number)).toMatchObject(UNPAID);
    expect(await store.db.$count(payments)).toBe(0);
    // Neither event is retried.
    expect(await store.db.$count(paymentEvents, sql`booked_at is null`)).toBe(0);
  });

  test('signed by anybody else is refused and not kept', async () => {
    const one = await begun();
    const body = peer.paid(one.pageId);
    for (const [by, headers] of Object.entries(peer.forgeries(body))) {
      expect([by, (await refusalOf(one.postWebhook(body, headers))).status]).toEqual([by, 400]);
    }
    expect((await refusalOf(one.postWebhook('{"id":"x"', peer.sign('{"id":"x"')))).status).toBe(
      400,
    );
    expect(await store.db.$count(paymentEvents)).toBe(0);
    expect(await orderRow(store.db, one.number)).toMatchObject(UNPAID);
  });

  test('of another amount or in another currency is held, shown, and given back once', async () => {
    const appContext = shop();
    const ines = await hire(store.db, 'ines');
    const one = await begun(appContext);
    await one.postWebhook(peer.paid(one.pageId, { amount: 29_999 }));
    const other = await begun(appContext);
    await other.postWebhook(peer.paid(other.pageId, { currency: 'EUR' }));
    expect(await orderRow(store.db, one.number)).toMatchObject(UNPAID);
    expect(await orderRow(store.db, other.number)).toMatchObject(UNPAID);
    const received = `received:${peer.way}`;
    expect(await balances(store.db)).toEqual({
      'held USD': 29_999,
      'held EUR': 30_000,
      [`${received} USD`]: -29_999,
      [`${received} EUR`]: -30_000,
    });
    const { held } = await readTroubles(store.db, ines);
    expect(held.map(({ amount }) => amount).toSorted()).toEqual(['$299.99', '€300.00']);
    expect((await readTroubles(store.db, one.maya)).held).toEqual([]);
    const id = held.find(({ amount }) => amount === '$299.99')?.id ?? '';
    const giveBack = (by: typeof ines) => returnPayment(appContext, tracedBy(by), by, id);
    expect((await refusalOf(giveBack(one.maya))).status).toBe(403);
    const results = await Promise.allSettled([giveBack(ines), giveBack(ines)]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await balances(store.db)).toMatchObject({ 'held USD': 0, [`${received} USD`]: 0 });
    // The order can still be paid correctly.
    await one.postWebhook(peer.paid(one.pageId));
    expect(await orderRow(store.db, one.number)).toMatchObject({ state: 'in progress' });
  });

  test('of an order that was cancelled, or paid before, is held', async () => {
    const one = await begun();
    await asBuyer(one.appContext, one.secret, (turn) => cancelOrder(turn));
    await one.postWebhook(peer.paid(one.pageId, { amount: 30_000 }));
    const two = await begun(one.appContext);
    await two.postWebhook(peer.paid(two.pageId));
    await two.postWebhook(peer.paid(two.pageId, { amount: 30_000 }));
    const held = await store.db
      .select({ because: payments.heldMessage })
      .from(payments)
      .where(eq(payments.state, 'held'))
      .orderBy(sql`${payments.heldMessage} ->> 'key' desc`);
    expect(held).toEqual([
      { because: { key: 'orders.held-paid', values: {} } },
      { because: { key: 'orders.held-cancelled', values: {} } },
    ]);
    expect(await orderRow(store.db, one.number)).toMatchObject({ state: 'cancelled' });
  });

  test('that names no order of ours is held', async () => {
    const one = await begun();
    await one.postWebhook(peer.paidToLostPage(new URL(one.appContext.settings.origin).host));
    expect(await store.db.select().from(payments)).toMatchObject([
      { state: 'held', orderId: null },
    ]);
    expect(await store.db.select().from(paymentEvents)).toMatchObject([{ orderId: null }]);
  });

  test('is connected with its order in every event: paid, held, refunded, disputed, expired', async () => {
    const one = await begun();
    await one.postWebhook(peer.paid(one.pageId));
    const [payment] = await store.db.select().from(payments);
    await one.postWebhook(peer.refundedHere(payment?.reference ?? '', 1000));
    await one.postWebhook(peer.disputed(payment?.reference ?? '', 'open'));
    const eventsOf = (id: string) => store.db.$count(paymentEvents, eq(paymentEvents.orderId, id));
    const orderIdOf = async (number: number) => (await orderRow(store.db, number)).id;
    expect(await eventsOf(await orderIdOf(one.number))).toBe(3);
    const held = await begun(one.appContext);
    await held.postWebhook(peer.paid(held.pageId, { amount: 29_999 }));
    expect(await eventsOf(await orderIdOf(held.number))).toBe(1);
    const expired = await begun(one.appContext);
    await expired.postWebhook(peer.expired(expired.pageId));
    expect(await eventsOf(await orderIdOf(expired.number))).toBe(1);
    await one.postWebhook(peer.other());
    expect(await store.db.$count(paymentEvents, isNull(paymentEvents.orderId))).toBe(1);
  });

  test('kept by a process that died before it booked, is booked by the clock', async () => {
    const one = await begun();
    const body = peer.paid(one.pageId);
    const { id, type, event_type: kind } = JSON.parse(body) as Record<string, string>;
    await store.db.insert(paymentEvents).values({
      way: peer.way,
      eventId: id ?? '',
      type: type ?? kind ?? '',
      body,
      receivedAt: one.appContext.clock.now(),
    });
    await bookWaiting(one.appContext);
    expect(await orderRow(store.db, one.number)).toMatchObject(UNPAID);
    one.appContext.clock.advance(2 * 60_000);
    await Promise.all([bookWaiting(one.appContext), bookWaiting(one.appContext)]);
    expect(await orderRow(store.db, one.number)).toMatchObject(PAID);
    expect(await balances(store.db)).toEqual(booked);
  });

  test('that waits is booked, whatever waits before it and can never be', async () => {
    const one = await begun();
    const at = one.appContext.clock.now();
    const row = (eventId: string, body: string, waits: number) => ({
      way: peer.way,
      eventId,
      type: 'any',
      body,
      receivedAt: new Date(at.getTime() - waits),
    });
    const refused = Array.from({ length: 60 }, (__, n) => row(`refused-${n}`, 'unreadable', n + 1));
    await store.db
      .insert(paymentEvents)
      .values([...refused, row('good', peer.paid(one.pageId), 0)]);
    for (let minute = 0; minute < 2; minute += 1) {
      one.appContext.clock.advance(60_000);
      // oxlint-disable-next-line no-await-in-loop -- one turn after the other
      await bookWaiting(one.appContext);
    }
    expect(await orderRow(store.db, one.number)).toMatchObject(PAID);
    // All events were tried, and the rotation starts again with the first ones.
    const untried = sql`booked_at is null and tried_at is null`;
    expect(await store.db.$count(paymentEvents, untried)).toBe(0);
  });

  test('is begun, booked and compared as ever after an hour in which nobody answered', async () => {
    const appContext = shop();
    const before = await begun(appContext);
    const body = peer.paid(before.pageId);
    const one = await order(appContext);
    peer.isAway = true;
    const refusal = await refusalOf(beginCheckout(appContext, one.secret, peer.way));
    expect(refusal).toMatchObject({ status: 503 });
    expect(refusal.message).toContain('Nothing was charged');
    // The provider that must be asked does not respond, so the event is sent again until it succeeds.
    await before.postWebhook(body).catch(() => undefined);
    await reconcile(appContext);
    expect(await store.db.$count(differences)).toBe(0);
    appContext.clock.advance(HOUR_MS);
    peer.isAway = false;
    expect(await beginCheckout(appContext, one.secret, peer.way)).toContain(peer.url);
    await before.postWebhook(body);
    expect(await orderRow(store.db, before.number)).toMatchObject(PAID);
    expect(await balances(store.db)).toEqual(booked);
  });

  test('is given back once, although nobody answered for an hour and the answer was lost', async () => {
    const one = await begun();
    const ines = await hire(store.db, 'ines');
    await one.postWebhook(peer.paid(one.pageId));
    await decideRefund(one.appContext, tracedBy(ines), ines, one.number, {
      outcome: 'full',
      way: 'method',
      amount: '',
      reference: '',
      reply: '',
    });
    expect(await balances(store.db)).toEqual({
      'orders USD': 0,
      [`received:${peer.way} USD`]: 0,
    });
    const kind = refundKind(one.appContext);
    const [waiting] = await store.db.select().from(jobsTable).where(eq(jobsTable.kind, kind.name));
    const deliver = (attempts: number) => kind.deliver({ ...waiting, attempts } as never, NEVER);
    peer.isAway = true;
    let attempts = 1;
    for (let waited = 0; waited < HOUR_MS; attempts += 1) {
      expect((await deliver(attempts)).result).toBe('retry');
      waited += kind.retryAfterMs[attempts - 1] ?? Infinity;
    }
    peer.isAway = false;
    expect((await deliver(attempts)).result).toBe('done');
    const outcome = await deliver(attempts + 1);
    await change(one.appContext, undefined, async (tx, after) => outcome.settle?.(tx, after));
    expect(peer.refunds).toMatchObject([{ amount: 30_000 }]);
    expect(await store.db.select().from(refunds)).toMatchObject([{ state: 'done' }]);
  });

  test('is given back in part as far as the provider takes it, and the rest as credit', async () => {
    const appContext = shop();
    const ines = await hire(store.db, 'ines');
    const [currency, typed, sent, rest] =
      peer.way === 'stripe' ? ['KWD', '1.005', 1_000, 5] : ['TWD', '10.50', 1_000, 50];
    const one = await order(appContext, { currency });
    const page = peer.pageIdOf(await beginCheckout(appContext, one.secret, peer.way)) ?? '';
    const body = peer.paid(page);
    await takeWebhook(appContext, peer.way, body, peer.sign(body));
    await requestRefund(appContext, one.secret, { ground: 'late', explanation: 'It never came.' });
    await decideRefund(appContext, tracedBy(ines), ines, one.number, {
      outcome: 'part',
      way: 'method',
      amount: typed,
      reference: '',
      reply: 'Half of it was late.',
    });
    const kind = refundKind(appContext);
    const [waiting] = await store.db.select().from(jobsTable).where(eq(jobsTable.kind, kind.name));
    expect((await kind.deliver({ ...waiting, attempts: 1 } as never, NEVER)).result).toBe('done');
    expect(peer.refunds).toMatchObject([{ amount: sent }]);
    expect(await balances(store.db)).toMatchObject({ [`credit ${currency}`]: rest });
    expect(await orderRow(store.db, one.number)).toMatchObject({ refundedAmount: sent + rest });
  });

  test('is looked for every day: what they have and the books do not is listed until they agree', async () => {
    const one = await begun();
    const body = peer.paid(one.pageId);
    const payment = peer.taken(one.pageId);
    await reconcile(one.appContext);
    expect(await store.db.select().from(differences)).toMatchObject([
      { reference: payment, whatMessage: { key: 'orders.not-in-books', values: {} } },
    ]);
    await reconcile(one.appContext);
    await one.postWebhook(body);
    await one.postWebhook(peer.paidAgain(one.pageId));
    await reconcile(one.appContext);
    expect(await store.db.select().from(differences)).toEqual([]);
    expect(await balances(store.db)).toEqual(booked);
  });

  test('that the list lacks is asked about, and a difference if the provider does not know it', async () => {
    const one = await begun();
    await one.postWebhook(peer.paid(one.pageId));
    peer.isListEmpty = true;
    one.appContext.clock.advance(5 * HOUR_MS);
    await reconcile(one.appContext);
    expect(await store.db.select().from(differences)).toEqual([]);
    if (peer instanceof StripePeer) peer.sessions.clear();
    if (peer instanceof PayPalPeer) peer.orders.clear();
    await reconcile(one.appContext);
    expect(await store.db.select().from(differences)).toMatchObject([
      { whatMessage: { key: 'orders.not-at-provider', values: {} } },
    ]);
  });

  test('that was made a moment ago may be missing in the list', async () => {
    const one = await begun();
    await one.postWebhook(peer.paid(one.pageId));
    peer.isListEmpty = true;
    if (peer instanceof StripePeer) peer.sessions.clear();
    if (peer instanceof PayPalPeer) peer.orders.clear();
    const reconcileAfter = async (hours: number) => {
      one.appContext.clock.advance(hours * HOUR_MS);
      await reconcile(one.appContext);
      return store.db.$count(differences);
    };
    expect(await reconcileAfter(peer instanceof PayPalPeer ? 3.5 : 0.5)).toBe(0);
    expect(await reconcileAfter(1)).toBe(1);
  });

  test('is forgotten, in what was told of it, half a year after it was booked, and booked no second time', async () => {
    const one = await begun();
    const body = peer.paid(one.pageId);
    await one.postWebhook(body);
    await forgetBodies(one.appContext);
    expect(await store.db.select().from(paymentEvents)).toMatchObject([{ body }]);
    one.appContext.clock.advance(181 * 24 * HOUR_MS);
    await forgetBodies(one.appContext);
    expect(await store.db.select().from(paymentEvents)).toMatchObject([{ body: '{}' }]);
    await one.postWebhook(body);
    expect(await store.db.$count(payments)).toBe(1);
  });

  test('leaves no event that booked nothing after half a year, and keeps the id of the others (rule 391)', async () => {
    const one = await begun();
    await one.postWebhook(peer.paid(one.pageId));
    await one.postWebhook(peer.other());
    const expire = () => expireEvents(store.db, one.appContext.clock);
    await expire();
    expect(await store.db.$count(paymentEvents)).toBe(2);
    one.appContext.clock.advance(181 * 24 * HOUR_MS);
    await expire();
    expect(await store.db.select().from(paymentEvents)).toMatchObject([{ outcome: 'booked' }]);
  });
});

test('Stripe gives a part back once, although it has forgotten the key when it is asked again', async () => {
  const stripe = await StripePeer.start();
  try {
    const { settings } = createOrderContext(store.db, undefined, stripe.env);
    const provider = await openProvider(settings, 'stripe');
    const part = { payment: 'pi_1', key: 'refund-1', amount: 500, currency: 'USD', isLate: false };
    const first = await provider?.refund(part);
    // Simulates a crash after the request, and a restart days later.
    stripe.forgetKeys();
    expect(await provider?.refund({ ...part, isLate: true })).toEqual(first);
    await provider?.refund({ ...part, key: 'refund-2' });
    expect(stripe.refunds).toMatchObject([{ amount: 500 }, { amount: 500 }]);
  } finally {
    await stripe.close();
  }
});
