import { asc, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import { hire, TestClock, useDatabase } from '../../../../tests/support/database.ts';
import {
  balances,
  causeOf,
  creditDecision,
  meet,
  order,
  createOrderContext,
  orderRow,
} from '../../../../tests/support/orders.ts';
import { propertyRuns } from '../../../../tests/support/property-runs.ts';
import { auditOf, refusalOf, tracedBy } from '../../../../tests/support/team.ts';
import { readMessagesAfter } from '../../../chat/server/read/read-messages.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { acceptDelivery, requestRevision, deliver } from '../delivery/delivery.server.ts';
import { markPaid } from '../payment/settle-paid.server.ts';
import { decideRefund, requestRefund } from '../refund/refund-requests.server.ts';
import { credits, ledger, orderEvents, orders } from '../tables.server.ts';
import { asBuyer, asMember } from './as-actor.server.ts';
import { cancelOrder } from './cancel-order.server.ts';
import { completeBrief } from './complete-brief.server.ts';
import { listOrders } from './list-orders.server.ts';
import { readListState } from '../../../platform/lists/list-state.ts';
import { ORDER_LIST } from '../../protocol/order-query.ts';
import { readOrder, readTeamOrder } from './read-order.server.ts';
import { findOwnOrderPath, readOwnOrders } from './read-visitor-orders.server.ts';
import { runClocks } from './run-clocks.server.ts';

const store = useDatabase();
const DAY_MS = 24 * 60 * 60 * 1000;
const SHOP = { timeZone: 'America/New_York', now: new TestClock().now() };
const REFUND = { ground: 'late', explanation: 'It never came.' };
const PAYPAL = { PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 's', PAYPAL_WEBHOOK_ID: 'w' };
const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
const FULL = {
  outcome: 'full',
  way: 'method',
  amount: '',
  reference: 'BACK-1',
  reply: '',
} as const;

const eventsOf = (id: string) =>
  store.db
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.orderId, id))
    .orderBy(asc(orderEvents.number));

describe('an order', () => {
  test('goes from payment by brief and delivery to its end, told in thread and mail', async () => {
    const appContext = createOrderContext(store.db);
    const one = await order(appContext, { questions: 'Your company name\nColours you like' });
    const by = [appContext, tracedBy(one.maya), one.maya, one.number] as const;
    await markPaid(...by, 'PP-77');
    expect(await orderRow(store.db, one.number)).toMatchObject({
      state: 'paid',
      paidAmount: 30_000,
    });
    await completeBrief(appContext, one.secret, { 'answer-0': 'Northfold', 'answer-1': 'Blue' });
    const begun = await orderRow(store.db, one.number);
    expect(begun).toMatchObject({ state: 'in progress', brief: ['Northfold', 'Blue'] });
    // Five days after June 12, at midnight in New York.
    expect(begun.deliveryDueAt?.toISOString()).toBe('2026-06-18T04:00:00.000Z');
    await deliver(...by, 'It is in the folder we shared.');
    await requestRevision(appContext, one.secret, 'A little larger, please');
    await deliver(...by, 'Larger now.');
    await acceptDelivery(appContext, one.secret);
    await acceptDelivery(appContext, one.secret);

    const events = await eventsOf(one.id);
    expect(events.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(events.map(({ transition }) => transition)).toEqual([
      'accept',
      'pay',
      'begin',
      'deliver',
      'request-revision',
      'deliver',
      'complete',
    ]);
    const messages = await readMessagesAfter(store.db, one.conversation.id, 0);
    expect(messages.filter(({ kind }) => kind === 'order')).toHaveLength(6);
    expect(messages.map(({ number }) => number)).toEqual(messages.map((_, index) => index + 1));
    expect(appContext.mail.sent).toHaveLength(7);
    for (const { text, subject } of appContext.mail.sent) {
      expect(subject).toContain('E-1001');
      expect(text).toContain(`/order/${one.secret}`);
    }
    expect(await balances(store.db)).toEqual({
      'orders USD': 30_000,
      'received:link USD': -30_000,
    });
    expect(await auditOf(store.db, 'order-marked-paid')).toMatchObject([
      { actorId: 'maya', subject: 'E-1001', detail: 'PP-77' },
    ]);
  });

  test('marked as paid by two at once is paid once', async () => {
    const appContext = createOrderContext(store.db);
    const one = await order(appContext);
    const ines = await hire(store.db, 'ines');
    const paying = [one.maya, ines, one.maya].map((member) =>
      markPaid(appContext, tracedBy(member), member, one.number, `by ${member.id}`),
    );
    const results = await Promise.allSettled(paying);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await balances(store.db)).toEqual({
      'orders USD': 30_000,
      'received:link USD': -30_000,
    });
    expect(await orderRow(store.db, one.number)).toMatchObject({ state: 'in progress' });
  });

  test('shows the reference of its payment to the team alone', async () => {
    const appContext = createOrderContext(store.db);
    const one = await order(appContext);
    await markPaid(appContext, tracedBy(one.maya), one.maya, one.number, 'PP-1');
    const reasons = async (reader: 'buyer' | 'agent') =>
      (await readOrder(store.db, one.id, reader, SHOP))?.events.map(({ why }) => why);
    expect(await reasons('agent')).toContain('Reference PP-1');
    expect(await reasons('buyer')).not.toContain('Reference PP-1');
    await store.db
      .update(orderEvents)
      .set({ why: 'Payment pi_1', whyMessage: null })
      .where(eq(orderEvents.transition, 'pay'));
    expect(await reasons('buyer')).not.toContain('Payment pi_1');
  });

  test('paid and cancelled at once is one of both, and the books say which', async () => {
    const appContext = createOrderContext(store.db);
    for (let turn = 0; turn < 4; turn += 1) {
      const one = await order(appContext, {}, VISITORS.elena);
      const pay = () => markPaid(appContext, tracedBy(one.maya), one.maya, one.number, 'PP-1');
      const cancel = () => asBuyer(appContext, one.secret, (each) => cancelOrder(each));
      const results = await Promise.allSettled(turn % 2 ? [pay(), cancel()] : [cancel(), pay()]);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
    const paid = await store.db.$count(orders, sql`paid_amount > 0`);
    expect((await balances(store.db))['orders USD'] ?? 0).toBe(paid * 30_000);
  });

  test('is whose conversation it is, and the managers’; to all others there is none', async () => {
    const appContext = createOrderContext(store.db);
    const one = await order(appContext);
    const leo = await hire(store.db, 'leo');
    const ines = await hire(store.db, 'ines');
    const seen = async (member: typeof leo) =>
      (await readTeamOrder(store.db, member, 'E-1001', SHOP))?.order.number;
    expect(await seen(one.maya)).toBe('E-1001');
    expect(await seen(ines)).toBe('E-1001');
    expect(await seen(leo)).toBeUndefined();
    const query = readListState(ORDER_LIST, new URLSearchParams());
    expect((await listOrders(store.db, leo, query, SHOP)).rows).toEqual([]);
    expect(
      (await refusalOf(markPaid(appContext, tracedBy(leo), leo, one.number, 'x'))).status,
    ).toBe(404);
    await store.db.execute("update visitors set agent_id = 'leo'");
    expect(await seen(leo)).toBe('E-1001');
    expect(await seen(one.maya)).toBeUndefined();
    const refund = decideRefund(appContext, tracedBy(leo), leo, one.number, FULL);
    expect((await refusalOf(refund)).status).toBe(403);
  });

  test('is found by number, title and address, filtered by state and lateness', async () => {
    const appContext = createOrderContext(store.db);
    const one = await order(appContext);
    await order(
      appContext,
      { lines: [{ title: 'Poem', path: null, quantity: 2, price: '9' }] },
      VISITORS.priya,
    );
    const ines = await hire(store.db, 'ines');
    const find = async (query: string) => {
      const read = readListState(ORDER_LIST, new URLSearchParams(query));
      const shop = { ...SHOP, now: appContext.clock.now() };
      const { rows: found } = await listOrders(store.db, ines, read, shop);
      return found.map(({ number }) => number);
    };
    expect(await find('')).toEqual(['E-1002', 'E-1001']);
    expect(await find('q=e-1001')).toEqual(['E-1001']);
    expect(await find('q=poem')).toEqual(['E-1002']);
    expect(await find('q=northfold')).toEqual(['E-1001']);
    expect(await find('q=100%25')).toEqual([]);
    expect(await find('show=paid')).toEqual([]);
    await markPaid(appContext, tracedBy(one.maya), one.maya, one.number, 'PP');
    expect(await find('show=late')).toEqual([]);
    appContext.clock.advance(7 * DAY_MS);
    expect(await find('show=late')).toEqual(['E-1001']);
    expect(
      (await readTeamOrder(store.db, ines, 'E-1001', { ...SHOP, now: appContext.clock.now() }))
        ?.order.due,
    ).toEqual({ what: 'delivery', day: '2026-06-17', isLate: true, isAtRisk: false });
  });

  test('of the address is shown to a browser that has proved it, and to no other', async () => {
    const appContext = createOrderContext(store.db);
    const one = await order(appContext);
    const again = await meet(appContext);
    expect(await readOwnOrders(appContext, again.browserId, again.id)).toMatchObject([
      { number: 'E-1001' },
    ]);
    expect(await findOwnOrderPath(store.db, again.browserId, again.id, 'E-1001')).toBe(
      `/order/${one.secret}`,
    );
    await store.db.execute('delete from confirmed_browsers');
    expect(await readOwnOrders(appContext, again.browserId, again.id)).toEqual([]);
    expect(await findOwnOrderPath(store.db, again.browserId, again.id, 'E-1001')).toBeUndefined();
  });

  test('is opened by its secret alone', async () => {
    const appContext = createOrderContext(store.db);
    await order(appContext);
    for (const wrong of ['', 'E-1001', 'x'.repeat(43), '\0'.repeat(43)]) {
      expect((await refusalOf(acceptDelivery(appContext, wrong))).status).toBe(404);
    }
    expect(JSON.stringify(await store.db.select().from(orders))).not.toContain('/order/');
  });
});

describe('the clocks of an order', () => {
  test('cancel what nobody paid for in fourteen days, once', async () => {
    const appContext = createOrderContext(store.db);
    const one = await order(appContext);
    appContext.clock.advance(14 * DAY_MS);
    await runClocks(appContext);
    expect(await orderRow(store.db, one.number)).toMatchObject({ state: 'awaiting payment' });
    appContext.clock.advance(DAY_MS);
    await Promise.all([runClocks(appContext), runClocks(appContext)]);
    expect(await orderRow(store.db, one.number)).toMatchObject({
      state: 'cancelled',
      lastEvent: 2,
    });
  });

  test('tell of a delivery on the third and the sixth day, and complete after the seventh', async () => {
    const appContext = createOrderContext(store.db);
    const one = await order(appContext);
    await markPaid(appContext, tracedBy(one.maya), one.maya, one.number, 'PP');
    await deliver(appContext, tracedBy(one.maya), one.maya, one.number, 'Here it is');
    const sent = appContext.mail.sent.length;
    const days: string[] = [];
    for (let day = 1; day <= 9; day += 1) {
      appContext.clock.advance(DAY_MS);
      // oxlint-disable-next-line no-await-in-loop -- day by day
      await Promise.all([runClocks(appContext), runClocks(appContext)]);
      // oxlint-disable-next-line no-await-in-loop -- as above
      const { state } = await orderRow(store.db, one.number);
      days.push(`${day}: ${appContext.mail.sent.length - sent} ${state}`);
    }
    expect(days).toEqual([
      '1: 0 delivered',
      '2: 0 delivered',
      '3: 1 delivered',
      '4: 1 delivered',
      '5: 1 delivered',
      '6: 2 delivered',
      '7: 2 delivered',
      '8: 3 completed',
      '9: 3 completed',
    ]);
  });
});

test('days on which a refund was being decided bring no reminder of a delivery nearer', async () => {
  const appContext = createOrderContext(store.db);
  const one = await order(appContext);
  const ines = await hire(store.db, 'ines');
  const by = [appContext, tracedBy(one.maya), one.maya, one.number] as const;
  await markPaid(...by, 'PP');
  await deliver(...by, 'Here it is');
  await requestRefund(appContext, one.secret, REFUND);
  appContext.clock.advance(5 * DAY_MS);
  const no = { ...FULL, outcome: 'refuse', reply: 'It was in time.' } as const;
  await decideRefund(appContext, tracedBy(ines), ines, one.number, no);
  const sent = appContext.mail.sent.length;
  const days: string[] = [];
  for (let day = 1; day <= 8; day += 1) {
    appContext.clock.advance(DAY_MS);
    // oxlint-disable-next-line no-await-in-loop -- day by day
    await runClocks(appContext);
    // oxlint-disable-next-line no-await-in-loop -- as above
    const { state } = await orderRow(store.db, one.number);
    days.push(`${day}: ${appContext.mail.sent.length - sent} ${state}`);
  }
  expect(days).toEqual([
    '1: 0 delivered',
    '2: 0 delivered',
    '3: 1 delivered',
    '4: 1 delivered',
    '5: 1 delivered',
    '6: 2 delivered',
    '7: 2 delivered',
    '8: 3 completed',
  ]);
});

describe('a refund', () => {
  test('is asked for on a ground, answered within five business days, and given in full', async () => {
    const appContext = createOrderContext(store.db);
    const one = await order(appContext);
    const ines = await hire(store.db, 'ines');
    await markPaid(appContext, tracedBy(one.maya), one.maya, one.number, 'PP');
    expect(
      await refusalOf(requestRefund(appContext, one.secret, { ...REFUND, ground: 'mood' })),
    ).toMatchObject({
      status: 400,
      field: 'ground',
    });
    await requestRefund(appContext, one.secret, REFUND);
    // June 12, 2026 is a Friday: the fifth business day after it is the next Friday.
    const asked = await orderRow(store.db, one.number);
    expect(asked.refundDueAt?.toISOString()).toBe('2026-06-20T04:00:00.000Z');
    const without = { ...FULL, reference: '' };
    const decide = (decision: Parameters<typeof decideRefund>[4]) =>
      decideRefund(appContext, tracedBy(ines), ines, one.number, decision);
    expect(await refusalOf(decide(without))).toMatchObject({ status: 400, field: 'reference' });
    await decide(FULL);
    expect(await orderRow(store.db, one.number)).toMatchObject({
      state: 'refunded',
      refundedAmount: 30_000,
    });
    expect(await balances(store.db)).toEqual({ 'orders USD': 0, 'received:link USD': 0 });
    expect((await refusalOf(decide(FULL))).status).toBe(409);
  });

  test('refused after a change of clocks moves a deadline to the end of a day', async () => {
    const clock = new TestClock();
    clock.advance(Date.parse('2026-09-01T15:00:00Z') - clock.now().getTime());
    const appContext = createOrderContext(store.db, clock, {
      SUPPORT_TIMEZONE: 'America/Santiago',
    });
    const one = await order(appContext, { validDay: '2026-09-30', deliveryDays: 3 });
    const ines = await hire(store.db, 'ines');
    await markPaid(appContext, tracedBy(one.maya), one.maya, one.number, 'PP');
    const before = await orderRow(store.db, one.number);
    expect(before.deliveryDueAt?.toISOString()).toBe('2026-09-05T04:00:00.000Z');
    await requestRefund(appContext, one.secret, REFUND);
    clock.advance(2 * DAY_MS + 5 * 60 * 60 * 1000);
    const refused = { ...FULL, outcome: 'refuse', reply: 'It is not due yet.' } as const;
    await decideRefund(appContext, tracedBy(ines), ines, one.number, refused);
    const after = await orderRow(store.db, one.number);
    // The refund was pending for two full days and part of a third. The deadline is the end of September 7,
    // three hours from UTC.
    expect(after.deliveryDueAt?.toISOString()).toBe('2026-09-08T03:00:00.000Z');
  });

  test('refused or given in part leads back to the state before, and the clocks go on', async () => {
    const appContext = createOrderContext(store.db);
    const one = await order(appContext);
    const ines = await hire(store.db, 'ines');
    await markPaid(appContext, tracedBy(one.maya), one.maya, one.number, 'PP');
    const before = await orderRow(store.db, one.number);
    await requestRefund(appContext, one.secret, REFUND);
    appContext.clock.advance(2 * DAY_MS);
    const decide = (change: object) =>
      decideRefund(appContext, tracedBy(ines), ines, one.number, { ...FULL, ...change });
    expect(await refusalOf(decide({ outcome: 'refuse' }))).toMatchObject({ field: 'reply' });
    await decide({ outcome: 'refuse', reply: 'It is not due yet.' });
    const after = await orderRow(store.db, one.number);
    expect(after.state).toBe('in progress');
    expect(Number(after.deliveryDueAt)).toBe(Number(before.deliveryDueAt) + 2 * DAY_MS);
    await requestRefund(appContext, one.secret, REFUND);
    for (const amount of ['', '0', '300', '301', 'all', '1.001']) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const refusal = await refusalOf(decide({ outcome: 'part', amount, reply: 'Half' }));
      expect(refusal).toMatchObject({ status: 400, field: 'amount' });
    }
    await decide({ outcome: 'part', amount: '100.50', reply: 'A third' });
    expect(await orderRow(store.db, one.number)).toMatchObject({
      state: 'in progress',
      refundedAmount: 10_050,
    });
    await decide({ outcome: 'full' });
    expect(await orderRow(store.db, one.number)).toMatchObject({
      state: 'refunded',
      refundedAmount: 30_000,
    });
    expect(await balances(store.db)).toEqual({ 'orders USD': 0, 'received:link USD': 0 });
  });

  test('as credit pays for later orders, the oldest first, each cent once', async () => {
    const appContext = createOrderContext(store.db);
    const ines = await hire(store.db, 'ines');
    const buy = async (price: string) => {
      const lines = [{ title: 'Poem', path: null, quantity: 1, price }];
      const one = await order(appContext, { lines });
      await markPaid(appContext, tracedBy(one.maya), one.maya, one.number, 'PP');
      return one;
    };
    for (const one of [await buy('100'), await buy('50')]) {
      // oxlint-disable-next-line no-await-in-loop -- one is older than the other
      await decideRefund(appContext, tracedBy(ines), ines, one.number, { ...FULL, way: 'credit' });
      appContext.clock.advance(1000);
    }
    const small = await order(appContext, {
      lines: [{ title: 'Haiku', path: null, quantity: 1, price: '120' }],
    });
    expect(await orderRow(store.db, small.number)).toMatchObject({
      state: 'in progress',
      creditAmount: 12_000,
    });
    expect(
      (await store.db.select().from(credits).orderBy(credits.createdAt)).map(({ left }) => left),
    ).toEqual([0, 3000]);
    const euros = await order(appContext, { currency: 'EUR' });
    expect(await orderRow(store.db, euros.number)).toMatchObject({ creditAmount: 0 });
    const large = await order(appContext);
    expect(await orderRow(store.db, large.number)).toMatchObject({
      state: 'awaiting payment',
      creditAmount: 3000,
    });
    await asBuyer(appContext, large.secret, (turn) => cancelOrder(turn));
    const last = await order(appContext);
    expect(await orderRow(store.db, last.number)).toMatchObject({ creditAmount: 3000 });
    await markPaid(appContext, tracedBy(last.maya), last.maya, last.number, 'PP');
    const books = await balances(store.db);
    expect(books).toEqual({
      'credit USD': 0,
      'orders USD': 12_000 + 30_000,
      'received:link USD': -(10_000 + 5000 + 27_000),
    });
  });
});

test.each([
  // PayPal takes no decimals in this currency.
  ['PayPal', PAYPAL, 'TWD', '100.50', '280', 10_000, 50],
  // Ten cents would be below the smallest charge.
  ['Stripe', STRIPE, 'USD', '279.90', '280', 27_950, 40],
  ['a method that takes the rest', { ...PAYPAL, ...STRIPE }, 'TWD', '100.50', '280', 10_050, 0],
] as const)(
  'credit is spent as far as %s takes the rest',
  async (_, env, currency, credit, price, spent, left) => {
    const appContext = createOrderContext(store.db, new TestClock(), env);
    const ines = await hire(store.db, 'ines');
    const poem = (cost: string) => [{ title: 'Poem', path: null, quantity: 1, price: cost }];
    const byLink = createOrderContext(store.db, appContext.clock);
    const earlier = await order(byLink, { currency, lines: poem(credit) });
    await markPaid(byLink, tracedBy(ines), ines, earlier.number, 'PP');
    const decision = creditDecision('full');
    await decideRefund(byLink, tracedBy(ines), ines, earlier.number, decision);
    const one = await order(appContext, { currency, lines: poem(price) });
    expect(await orderRow(store.db, one.number)).toMatchObject({
      state: 'awaiting payment',
      creditAmount: spent,
    });
    expect(await store.db.select().from(credits)).toMatchObject([{ left }]);
  },
);

describe('the books', () => {
  test('refuse a booking with one side, and a change of any', async () => {
    const side = (amount: number, number: number) =>
      sql`insert into ledger (booking_id, side, key, account, amount, currency, at)
        values ('00000000-0000-4000-8000-000000000001', ${number}, 'test', 'orders', ${amount}, 'USD', now())`;
    await expect(causeOf(store.db.transaction((tx) => tx.execute(side(5, 1))))).resolves.toContain(
      'add up to nothing',
    );
    await store.db.transaction(async (tx) => {
      await tx.execute(side(5, 1));
      await tx.execute(side(-5, 2));
    });
    await expect(
      causeOf(store.db.execute(sql`update ledger set amount = 6 where side = 1`)),
    ).resolves.toContain('never changed');
    await expect(
      causeOf(store.db.execute(sql`delete from ledger where side = 1`)),
    ).resolves.toContain('add up to nothing');
  });

  test('after any sequence of what anybody tries, balance and agree with the orders', async () => {
    const appContext = createOrderContext(store.db);
    const ines = await hire(store.db, 'ines');
    const tries = fc.array(
      fc.constantFrom(
        'pay',
        'cancel',
        'brief',
        'deliver',
        'revise',
        'accept',
        'ask',
        'part',
        'refuse',
        'full',
        'clock',
      ),
      { minLength: 1, maxLength: 14 },
    );
    await fc.assert(
      fc.asyncProperty(tries, fc.boolean(), async (steps, hasBrief) => {
        const one = await order(appContext, {
          questions: hasBrief ? 'Your name' : '',
          revisions: 1,
          validDay: '2027-01-30',
        });
        const team = [appContext, tracedBy(one.maya), one.maya, one.number] as const;
        const lead = [appContext, tracedBy(ines), ines, one.number] as const;
        const doing: Record<string, () => Promise<unknown>> = {
          pay: () => markPaid(...team, 'PP'),
          cancel: () => asMember(...team, (turn) => cancelOrder(turn)),
          brief: () => completeBrief(appContext, one.secret, { 'answer-0': 'Elena' }),
          deliver: () => deliver(...team, 'Here'),
          revise: () => requestRevision(appContext, one.secret, 'Larger'),
          accept: () => acceptDelivery(appContext, one.secret),
          ask: () => requestRefund(appContext, one.secret, REFUND),
          part: () =>
            decideRefund(...lead, { ...FULL, outcome: 'part', amount: '10', reply: 'Some' }),
          refuse: () => decideRefund(...lead, { ...FULL, outcome: 'refuse', reply: 'No' }),
          full: () => decideRefund(...lead, FULL),
          clock: () => runClocks(appContext),
        };
        for (const step of steps) {
          // oxlint-disable-next-line no-await-in-loop -- a sequence
          await doing[step]?.().catch((error: unknown) => {
            if (!(error instanceof RefusedError)) throw error;
          });
        }
        const row = await orderRow(store.db, one.number);
        const events = await eventsOf(one.id);
        expect(events.map(({ number }) => number)).toEqual(events.map((_, index) => index + 1));
        expect(events.at(-1)?.toState).toBe(row.state);
        expect(row.lastEvent).toBe(events.length);
        expect(events.slice(1).map(({ fromState }) => fromState)).toEqual(
          events.slice(0, -1).map(({ toState }) => toState),
        );
        const [own] = await store.db
          .select({ sum: sql<string>`coalesce(sum(${ledger.amount}), 0)` })
          .from(ledger)
          .where(sql`${ledger.orderId} = ${one.id} and ${ledger.account} = 'orders'`);
        expect(Number(own?.sum)).toBe(row.paidAmount - row.refundedAmount);
      }),
      propertyRuns(20),
    );
    const { rows } = await store.db.execute(sql`select sum(amount)::int as sum from ledger`);
    expect(rows).toEqual([{ sum: 0 }]);
  });
});
