import { asc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import { insertCoupon } from '../../../../tests/support/coupons.ts';
import { hire, TestClock, useDatabase } from '../../../../tests/support/database.ts';
import { createCheckout, openForm } from '../../../../tests/support/order-form.ts';
import { expectOrdersSound } from '../../../../tests/support/order-invariants.ts';
import { causeOf, orderRow } from '../../../../tests/support/orders.ts';
import { subscribe } from '../../../../tests/support/subscriptions.ts';
import { refusalOf } from '../../../../tests/support/team.ts';
import { invoices } from '../../../billing/server/tables.server.ts';
import { MAX_AMOUNT } from '../../protocol/money.ts';
import { quoteForm } from '../checkout/quote-form.server.ts';
import { asBuyer } from '../order/as-actor.server.ts';
import { cancelOrder } from '../order/cancel-order.server.ts';
import { secretOf } from '../access.server.ts';
import { coupons } from '../tables.server.ts';
import { change } from '../../../platform/change/change.server.ts';
import { eraseOrdersOf, exportOrdersOf, resetOrders } from '../privacy.server.ts';
import {
  asSubscriber,
  cancelSubscription,
  endSubscription,
  keepSubscription,
  pauseSubscription,
  planPrice,
  resumeSubscription,
  undoPause,
} from './act-on-subscription.server.ts';
import { subscriptionEvents, subscriptionPeriods, subscriptions } from './tables.server.ts';

const store = useDatabase();
const TAX = {
  TAX: 'on',
  SELLER_NAME: 'Embarka Studio GmbH',
  SELLER_ADDRESS: 'Hafenstraße 12, 20457 Hamburg',
  SELLER_COUNTRY: 'DE',
  SELLER_TAX_NUMBER: 'DE123456789',
};

const byStart = (one: { from: string } | null, other: { from: string } | null) =>
  (one?.from ?? '') < (other?.from ?? '') ? -1 : 1;
const periods = () =>
  store.db
    .select({
      number: subscriptionPeriods.number,
      state: subscriptionPeriods.state,
      startsAt: subscriptionPeriods.startsAt,
    })
    .from(subscriptionPeriods)
    .orderBy(asc(subscriptionPeriods.number), asc(subscriptionPeriods.startsAt));

const days = async () =>
  (await periods()).map(({ number, state, startsAt }) => [
    number,
    state,
    startsAt?.toISOString().slice(0, 10),
  ]);

const history = async () =>
  (await store.db.select().from(subscriptionEvents).orderBy(asc(subscriptionEvents.number))).map(
    ({ transition }) => transition,
  );

test('nobody subscribes to what is not offered by subscription, and nothing is ordered instead', async () => {
  const appContext = createCheckout(store.db, new TestClock());
  const form = await openForm(appContext, 'writing/translation', VISITORS.elena, {
    quantity: '1000',
    purchase: 'subscribe',
  });
  const code = await form.askCode();
  expect(await form.place({ code })).toMatchObject({
    kind: 'changed',
    differences: [expect.stringContaining('have changed')],
  });
  expect(await store.db.$count(subscriptions)).toBe(0);
  expect(await form.place({ purchase: '', code })).toMatchObject({ kind: 'placed' });
  expect(await store.db.$count(subscriptions)).toBe(0);
});

describe('a subscription by payment link', () => {
  test('starts with its first payment, and asks for each later one seven days before', async () => {
    const { appContext, pay, pass, row } = await subscribe(store.db);
    expect(await row()).toMatchObject({ state: 'awaiting payment', interval: 'month' });
    await pay(1001);
    expect(await row()).toMatchObject({
      state: 'active',
      anchorDay: '2026-06-12',
      // Midnight in New York.
      periodEndsAt: new Date('2026-07-12T04:00:00Z'),
    });
    await pass(22);
    expect(await days()).toEqual([[1, 'paid', '2026-06-12']]);
    await pass(1);
    expect(await days()).toEqual([
      [1, 'paid', '2026-06-12'],
      [2, 'awaiting payment', '2026-07-12'],
    ]);
    expect(appContext.mail.sent.at(-1)).toMatchObject({
      to: VISITORS.elena,
      text: expect.stringContaining('Period 2 of subscription S-1001'),
    });
    const threads = appContext.mail.sent
      .filter(({ kind }) => kind === 'subscription' || kind === 'order')
      .map(({ references = [] }) => references[0]);
    expect(new Set(threads).size).toBe(1);
    expect(threads[0]).toMatch(/^<chat\./);
    await pay(1002);
    expect(await row()).toMatchObject({
      state: 'active',
      periodEndsAt: new Date('2026-08-12T04:00:00Z'),
    });
    await pass(60);
    expect(await history()).toEqual(['place', 'start', 'renew', 'fail', 'pause']);
    await expectOrdersSound(store.db);
  });

  test('each of whose periods has an order in the same thread and an invoice', async () => {
    const { pay, pass } = await subscribe(
      store.db,
      { ...TAX, TAX_RATES: 'DE 19% VAT' },
      { country: 'DE' },
    );
    await pay(1001);
    await pass(25);
    await pay(1002);
    const [first, second] = await Promise.all([orderRow(store.db, 1001), orderRow(store.db, 1002)]);
    expect(second.conversationId).toBe(first.conversationId);
    expect(second).toMatchObject({ amount: first.amount, state: 'in progress' });
    const issued = await store.db.select().from(invoices);
    expect(issued.map(({ grossAmount }) => grossAmount)).toEqual([first.amount, first.amount]);
    expect(issued.map(({ document }) => document.supply).toSorted(byStart)).toEqual([
      { from: '2026-06-12', until: '2026-07-11' },
      { from: '2026-07-12', until: '2026-08-11' },
    ]);
    await expectOrdersSound(store.db);
  });

  test('has the tax of the day on which the period begins', async () => {
    const { pay, pass } = await subscribe(
      store.db,
      { ...TAX, TAX_RATES: 'DE 19% VAT; DE 20% VAT from 2026-07-12' },
      { country: 'DE' },
    );
    await pay(1001);
    // The order is made before the new rate applies.
    await pass(24);
    const [first, second] = await Promise.all([orderRow(store.db, 1001), orderRow(store.db, 1002)]);
    const net = first.amount - first.taxAmount;
    expect(first.taxAmount).toBe(Math.round(net * 0.19));
    expect(second.taxAmount).toBe(Math.round(net * 0.2));
  });

  test('that is unpaid on its first day is past due, reminded on days 1, 4 and 7, and paused on day 10', async () => {
    const { appContext, pay, pass, row } = await subscribe(store.db);
    await pay(1001);
    await pass(29);
    expect((await row()).state).toBe('active');
    await pass(1);
    expect((await row()).state).toBe('past due');
    const reminders = () =>
      appContext.mail.sent.filter(({ text }) => text.includes('has not arrived yet')).length;
    expect(reminders()).toBe(0);
    const counts = [];
    for (let day = 1; day <= 9; day += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one day after the other
      await pass(1);
      counts.push(reminders());
    }
    expect(counts).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3]);
    expect((await row()).state).toBe('past due');
    await pass(1);
    expect((await row()).state).toBe('paused');
    expect((await orderRow(store.db, 1002)).state).toBe('cancelled');
    expect(await days()).toEqual([
      [1, 'paid', '2026-06-12'],
      [2, 'unpaid', '2026-07-12'],
    ]);
    await expectOrdersSound(store.db);
  });

  test('that is paid late keeps its dates', async () => {
    const { pay, pass, row } = await subscribe(store.db);
    await pay(1001);
    await pass(33);
    expect((await row()).state).toBe('past due');
    await pay(1002);
    expect(await row()).toMatchObject({
      state: 'active',
      pastDueAt: null,
      periodEndsAt: new Date('2026-08-12T04:00:00Z'),
    });
  });

  test('whose first order is not paid within the 14 days never starts', async () => {
    const { pass, row } = await subscribe(store.db);
    await pass(20);
    expect((await orderRow(store.db, 1001)).state).toBe('cancelled');
    expect(await row()).toMatchObject({ state: 'ended', startedAt: null });
    await expectOrdersSound(store.db);
  });

  test('with a coupon for every period has the discount in each, and otherwise in the first', async () => {
    const coupon = { scope: 'everything', scopeIds: [], totalLimit: null } as const;
    await insertCoupon(store.db, { ...coupon, code: 'ALWAYS', periods: 'every' });
    const { pay, pass } = await subscribe(store.db, {}, { coupon: 'ALWAYS' });
    await pay(1001);
    await pass(24);
    const [first, second] = await Promise.all([orderRow(store.db, 1001), orderRow(store.db, 1002)]);
    expect(second.amount).toBe(first.amount);
    await expectOrdersSound(store.db);
  });

  test('does not count its later periods among the five unpaid orders of an address', async () => {
    const { appContext, pay, pass } = await subscribe(store.db);
    await pay(1001);
    await pass(24);
    expect((await orderRow(store.db, 1002)).state).toBe('awaiting payment');
    const chosen = { quantity: '1000' };
    const form = await openForm(appContext, 'writing/translation', VISITORS.elena, chosen);
    const code = await form.askCode();
    const kinds: string[] = [];
    for (let count = 0; count < 6; count += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const { kind } = await form.place({ code }, { key: crypto.randomUUID() });
      kinds.push(kind);
    }
    expect(kinds).toEqual([...Array.from({ length: 5 }, () => 'placed'), 'refused']);
  });
});

describe('the form of a subscription', () => {
  const PATH = 'digital/email-marketing';
  const NETWORK = '203.0.113.7';
  const shown = async (typed: Record<string, string>, env: Record<string, string> = {}) => {
    const appContext = createCheckout(store.db, new TestClock(), env);
    const form = await openForm(appContext, PATH, VISITORS.elena, typed);
    const { quote } = await quoteForm(appContext, form.service, form.fill(), NETWORK);
    if (!quote) throw new Error('The form has no total');
    return { ...form, view: quote.view };
  };
  const subscribing = { purchase: 'subscribe' };

  test('says what each later period costs, and the form of a single order does not', async () => {
    const { view } = await shown(subscribing);
    expect(view).toMatchObject({ total: 95_000, later: 'Then $950.00 per month' });
    expect((await shown({ purchase: 'order-once' })).view.later).toBeNull();
  });

  test.each([
    ['first', 'Coupon WELCOME (first period)', 'Then $950.00 per month'],
    ['every', 'Coupon WELCOME (every period)', 'Then $855.00 per month'],
  ] as const)('says that the coupon is for the %s period', async (periods, label, later) => {
    await insertCoupon(store.db, { periods });
    const { view } = await shown({ ...subscribing, coupon: 'WELCOME' });
    expect(view).toMatchObject({ total: 85_500, later });
    expect(view.rows).toContainEqual({ label, amount: -9500 });
    const once = await shown({ purchase: 'order-once', coupon: 'WELCOME' });
    expect(once.view.rows).toContainEqual({ label: 'Coupon WELCOME', amount: -9500 });
  });

  test('shows the tax of the first day of the next period', async () => {
    const TAX_RATES = 'DE 19% VAT; DE 16% VAT from 2026-07-01';
    const { view } = await shown(subscribing, { ...TAX, TAX_RATES });
    expect(view).toMatchObject({ total: 113_050, later: 'Then $1,102.00 per month' });
  });

  test('places nothing if later periods cost something else than it has shown', async () => {
    await insertCoupon(store.db, { periods: 'every' });
    const typed = { ...subscribing, coupon: 'WELCOME' };
    const { askCode, place, view } = await shown(typed);
    await store.db.update(coupons).set({ periods: 'first' });
    const code = await askCode();
    const changed = await place({ code, seen: view.seen });
    expect(changed).toMatchObject({
      kind: 'changed',
      differences: ['Each later period costs $950.00.'],
      quote: { later: 'Then $950.00 per month' },
    });
    expect(await store.db.$count(subscriptions)).toBe(0);
    // Ordering once needs no consent to later periods that do not exist.
    const once = await place({ code, seen: view.seen, purchase: 'order-once' });
    expect(once).toMatchObject({ kind: 'placed' });
  });

  test('has an error if a later period would cost more than an order can', async () => {
    await insertCoupon(store.db, { percentage: 90_000 });
    const { service } = await shown(subscribing);
    const appContext = createCheckout(store.db, new TestClock(), {
      ...TAX,
      TAX_RATES: 'DE 19% VAT',
    });
    const dear = { ...service, price: { ...service.price, amount: MAX_AMOUNT } };
    const { quote, errors } = await quoteForm(
      appContext,
      dear,
      { ...subscribing, quantity: '1', coupon: 'WELCOME' },
      NETWORK,
    );
    expect(quote).toBeNull();
    expect(errors?.total).toContain('at most');
  });
});

describe('the buyer', () => {
  test('cancels to the end of the period, and keeps the subscription until then', async () => {
    const { asElena, pay, pass, row } = await subscribe(store.db);
    await pay(1001);
    await pass(24);
    await asElena(cancelSubscription);
    expect((await row()).state).toBe('ending');
    // The order of the next period is not needed.
    expect((await orderRow(store.db, 1002)).state).toBe('cancelled');
    await asElena(keepSubscription);
    expect((await row()).state).toBe('active');
    await pass(1);
    expect(await days()).toEqual([
      [1, 'paid', '2026-06-12'],
      [2, 'unpaid', '2026-07-12'],
      [2, 'awaiting payment', '2026-07-12'],
    ]);
    await asElena(cancelSubscription);
    await pass(10);
    expect(await row()).toMatchObject({ state: 'ended', endedAt: expect.any(Date) });
    expect((await refusalOf(asElena(keepSubscription))).status).toBe(409);
    await expectOrdersSound(store.db);
  });

  test('cannot cancel the order of a later period without its subscription', async () => {
    const { appContext, pay, pass } = await subscribe(store.db);
    await pay(1001);
    await pass(24);
    const { id } = await orderRow(store.db, 1002);
    const secret = await secretOf(store.db, id);
    const refusal = await refusalOf(asBuyer(appContext, secret, (turn) => cancelOrder(turn)));
    expect(refusal).toMatchObject({ status: 409 });
  });

  test('ends a subscription that is past due at once', async () => {
    const { asElena, pay, pass, row } = await subscribe(store.db);
    await pay(1001);
    await pass(32);
    await asElena(cancelSubscription);
    expect((await row()).state).toBe('ended');
    expect((await orderRow(store.db, 1002)).state).toBe('cancelled');
    await expectOrdersSound(store.db);
  });

  test('needs the secret', async () => {
    const { appContext } = await subscribe(store.db);
    const refusal = await refusalOf(asSubscriber(appContext, 'a'.repeat(43), cancelSubscription));
    expect(refusal.status).toBe(404);
  });
});

describe('the team', () => {
  test('pauses at the end of the paid period, and resumes with a new period of that day', async () => {
    const { asTeam, pay, pass, row } = await subscribe(store.db);
    await pay(1001);
    await asTeam(pauseSubscription);
    expect(await row()).toMatchObject({ state: 'active', isPausing: true });
    await pass(29);
    expect((await row()).state).toBe('active');
    await pass(1);
    expect(await row()).toMatchObject({ state: 'paused', isPausing: false });
    await pass(8);
    await asTeam(resumeSubscription);
    expect(await days()).toEqual([
      [1, 'paid', '2026-06-12'],
      [2, 'awaiting payment', '2026-07-20'],
    ]);
    await pay(1002);
    expect(await row()).toMatchObject({
      state: 'active',
      periodEndsAt: new Date('2026-08-20T04:00:00Z'),
    });
    await expectOrdersSound(store.db);
  });

  test('withdraws a planned pause', async () => {
    const { asTeam, pay, pass, row } = await subscribe(store.db);
    await pay(1001);
    await asTeam(pauseSubscription);
    // Somebody presses twice, or a request whose answer was lost is repeated.
    expect(await refusalOf(asTeam(pauseSubscription))).toMatchObject({
      status: 409,
      message: 'A pause is already planned.',
    });
    await asTeam(undoPause);
    await pass(24);
    expect(await row()).toMatchObject({ state: 'active', isPausing: false });
    expect((await orderRow(store.db, 1002)).state).toBe('awaiting payment');
    expect((await refusalOf(asTeam(undoPause))).status).toBe(409);
  });

  test('ends at once', async () => {
    const { asTeam, pay, row } = await subscribe(store.db);
    await pay(1001);
    await asTeam((turn) => endSubscription(turn, 'By phone'));
    expect(await row()).toMatchObject({ state: 'ended' });
    const [last] = await store.db
      .select()
      .from(subscriptionEvents)
      .where(eq(subscriptionEvents.toState, 'ended'));
    expect(last).toMatchObject({ why: 'By phone', actor: 'agent' });
  });

  test('changes the price from the first period after 30 days', async () => {
    const { asTeam, pay, pass } = await subscribe(store.db);
    await pay(1001);
    const before = (await orderRow(store.db, 1001)).amount;
    await asTeam((turn) => planPrice(turn, '999'));
    expect(await refusalOf(asTeam((turn) => planPrice(turn, '999.00')))).toMatchObject({
      status: 409,
      message: 'This price is already planned.',
    });
    await pass(24);
    // The second period begins on July 12, the notice ends on that day at ten o'clock.
    expect((await orderRow(store.db, 1002)).amount).toBe(before);
    await pay(1002);
    await pass(31);
    expect((await orderRow(store.db, 1003)).amount).toBe(99_900);
    for (const typed of ['-1', '0', '0.00', '٠']) {
      // oxlint-disable-next-line no-await-in-loop -- a table of cases
      expect(await refusalOf(asTeam((turn) => planPrice(turn, typed))), typed).toMatchObject({
        status: 400,
        field: 'price',
      });
    }
  });

  test('other than the visitor’s agent and managers sees no subscription', async () => {
    const { asTeam, pay } = await subscribe(store.db);
    await pay(1001);
    const leo = await hire(store.db, 'leo');
    const refusal = await refusalOf(asTeam(pauseSubscription, leo));
    expect(refusal.status).toBe(404);
  });
});

test('the database refuses a second order of a period, and half of a subscription', async () => {
  const { row } = await subscribe(store.db);
  const { id } = await row();
  const { id: orderId } = await orderRow(store.db, 1001);
  const second = { subscriptionId: id, number: 2, state: 'awaiting payment', orderId } as const;
  expect(await causeOf(store.db.insert(subscriptionPeriods).values(second).execute())).toContain(
    'subscription_periods',
  );
  const set = (changed: Partial<typeof subscriptions.$inferInsert>) =>
    store.db.update(subscriptions).set(changed).where(eq(subscriptions.id, id));
  expect(await causeOf(set({ state: 'active' }).execute())).toContain('subscriptions_');
  expect(await causeOf(set({ state: 'ended' }).execute())).toContain('subscriptions_');
  expect(await causeOf(set({ providerId: 'sub_1' }).execute())).toContain('subscriptions_');
  expect(await causeOf(set({ priceFrom: new Date() }).execute())).toContain('subscriptions_');
});

test('an erasure ends the subscription and keeps its numbers, and a reset removes everything', async () => {
  const { appContext, asElena, pay, pass, row } = await subscribe(store.db, {}, { country: 'DE' });
  await pay(1001);
  await pass(24);
  await asElena((turn) => cancelSubscription(turn, 'Too much'));
  await asElena(keepSubscription);
  expect((await exportOrdersOf(store.db, VISITORS.elena)).subscriptions).toMatchObject([
    { number: 'S-1001', state: 'active', periods: [{ number: 1, order: 'E-1001' }, { number: 2 }] },
  ]);
  await change(appContext, undefined, (tx, after) =>
    eraseOrdersOf(tx, after, appContext, VISITORS.elena),
  );
  expect(await row()).toMatchObject({ state: 'ended', buyerEmail: null, taxNumber: null });
  expect(JSON.stringify(await store.db.select().from(subscriptionEvents))).not.toContain(
    'Too much',
  );
  await change(appContext, undefined, (tx, after) => resetOrders(tx, after, appContext));
  expect(await store.db.$count(subscriptions)).toBe(0);
});
