import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { hire, useDatabase } from '../../../../tests/support/database.ts';
import { isLong } from '../../../../tests/support/long-form.ts';
import { causeOf, order, createOrderContext, orderRow } from '../../../../tests/support/orders.ts';
import { tracedBy } from '../../../../tests/support/team.ts';
import { readMessagesAfter } from '../../../chat/server/read/read-messages.server.ts';
import { readOwnCredit } from '../credit/credit.server.ts';
import { acceptDelivery, deliver } from '../delivery/delivery.server.ts';
import { markPaid } from '../payment/settle-paid.server.ts';
import { decideRefund, requestRefund } from '../refund/refund-requests.server.ts';
import { formatDueForBuyer, formatDueForTeam } from '../../protocol/due.ts';
import { exportOrders, listOrders } from './list-orders.server.ts';
import { readListState } from '../../../platform/lists/list-state.ts';
import { ORDER_LIST } from '../../protocol/order-query.ts';
import { readOrder } from './read-order.server.ts';
import { readOwnOrders, readVisitorOrders } from './read-visitor-orders.server.ts';
import { runClocks } from './run-clocks.server.ts';

const store = useDatabase();
const DAY_MS = 24 * 60 * 60 * 1000;
const REFUND = { ground: 'late', explanation: 'It never came.' };
const REFUSED = {
  outcome: 'refuse',
  way: 'method',
  amount: '',
  reference: '',
  reply: 'No',
} as const;
const ALL = readListState(ORDER_LIST, new URLSearchParams('show=all'));

describe('the clock of an order', () => {
  test('says the same day to both sides, on every page, in the thread and by mail', async () => {
    const appContext = createOrderContext(store.db);
    const one = await order(appContext);
    const { maya, number } = one;
    const ines = await hire(store.db, 'ines');
    const by = [appContext, tracedBy(maya), maya, number] as const;
    const steps: readonly [string, () => Promise<unknown>][] = [
      ['delivery 2026-06-17', () => markPaid(...by, 'PP-1')],
      ['acceptance 2026-06-19', () => deliver(...by, 'Here it is')],
      // June 12 is a Friday, and five business days follow.
      ['refund 2026-06-19', () => requestRefund(appContext, one.secret, REFUND)],
    ];
    for (const [expected, step] of steps) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await step();
      const shop = { timeZone: 'America/New_York', now: appContext.clock.now() };
      // oxlint-disable-next-line no-await-in-loop -- as above
      const [page, list, own, panel, thread] = await Promise.all([
        readOrder(store.db, one.id, 'buyer', shop),
        listOrders(store.db, ines, ALL, shop),
        readOwnOrders(appContext, one.browserId, one.conversation.id),
        readVisitorOrders(appContext, maya, one.visitorId),
        readMessagesAfter(store.db, one.conversation.id, 0),
      ]);
      const dues = [page?.due, list.rows[0]?.due, own[0]?.due, panel[0]?.due];
      expect(new Set(dues.map((due) => `${due?.what} ${due?.day}`))).toEqual(new Set([expected]));
      const due = page?.due;
      if (!due) throw new Error('No clock runs');
      expect(thread.at(-1)?.text).toContain(formatDueForBuyer(due));
      expect(appContext.mail.sent.at(-1)?.text).toContain(formatDueForBuyer(due));
      // oxlint-disable-next-line no-await-in-loop -- as above
      expect(await exportOrders(appContext, tracedBy(ines), ines, ALL)).toContain(expected);
      expect(formatDueForTeam(due)).toContain('Jun 1');
    }
  });

  test('tells on the third and the sixth day of those that count, with the day it ends', async () => {
    const appContext = createOrderContext(store.db);
    const one = await order(appContext);
    const ines = await hire(store.db, 'ines');
    await markPaid(appContext, tracedBy(one.maya), one.maya, one.number, 'PP');
    await deliver(appContext, tracedBy(one.maya), one.maya, one.number, 'Here it is');
    await requestRefund(appContext, one.secret, REFUND);
    appContext.clock.advance(10 * DAY_MS);
    await decideRefund(appContext, tracedBy(ines), ines, one.number, REFUSED);
    const sent = appContext.mail.sent.length;
    const told: number[] = [];
    for (let day = 1; day <= 6; day += 1) {
      appContext.clock.advance(DAY_MS);
      // oxlint-disable-next-line no-await-in-loop -- day by day
      await Promise.all([runClocks(appContext), runClocks(appContext)]);
      told.push(appContext.mail.sent.length - sent);
    }
    expect(told).toEqual([0, 0, 1, 1, 1, 2]);
    expect(appContext.mail.sent.at(-1)?.text).toContain(
      "If you don't answer, the order is completed automatically after June 29, 2026.",
    );
  });

  test.each([
    [1, [0.5]],
    [2, [1]],
    [3, [2]],
    [4, [3]],
    [5, [3, 4]],
    [6, [3, 5]],
    [30, [3, 6]],
  ])('of %i days tells before its last day, after %j days', async (acceptanceDays, expected) => {
    const env = { ORDER_ACCEPTANCE_DAYS: String(acceptanceDays) };
    const appContext = createOrderContext(store.db, undefined, env);
    const one = await order(appContext);
    await markPaid(appContext, tracedBy(one.maya), one.maya, one.number, 'PP');
    await deliver(appContext, tracedBy(one.maya), one.maya, one.number, 'Here it is');
    let sent = appContext.mail.sent.length;
    const told: number[] = [];
    for (let day = 0.5; day <= Math.min(acceptanceDays, 7); day += 0.5) {
      appContext.clock.advance(DAY_MS / 2);
      // oxlint-disable-next-line no-await-in-loop -- half a day after the other
      await runClocks(appContext);
      if (appContext.mail.sent.length > sent) told.push(day);
      sent = appContext.mail.sent.length;
    }
    expect(told).toEqual(expected);
    expect(await orderRow(store.db, one.number)).toMatchObject({ state: 'delivered' });
  });

  test('goes on for all others, however many there are whose turn fails', async () => {
    const appContext = createOrderContext(store.db);
    const one = await order(appContext);
    // Inserts more broken orders than one batch reads, ordered before the good one.
    await store.db.execute(sql`
      with made as (
        insert into offers (client_id, lines, currency, amount, delivery_days, revisions, questions,
          valid_day, valid_until, created_at)
        select gen_random_uuid(), '[]', 'USD', 1, 1, 0, '[]', '2026-06-30', now(), now()
        from generate_series(1, 60) returning id)
      insert into orders (number, offer_id, secret_hash, state, currency, amount, payment_due_at,
        created_at, updated_at, buyer_email)
      select n, id, 'hash ' || n, 'awaiting payment', 'USD', 1, '2026-01-01', now(), now(),
        'broken@example.org'
      from (select id, row_number() over () n from made) numbered`);
    const send: typeof appContext.mail.send = (after, mail) => {
      if (mail.to === 'broken@example.org') throw new Error('This one always fails');
      appContext.mail.send(after, mail);
    };
    appContext.clock.advance(60 * DAY_MS);
    await runClocks({ ...appContext, mail: { send } });
    expect(await orderRow(store.db, one.number)).toMatchObject({ state: 'cancelled' });
    expect(await orderRow(store.db, 1)).toMatchObject({ state: 'awaiting payment' });
  });

  test('that was set back while a refund was decided takes no days from anybody', async () => {
    const appContext = createOrderContext(store.db);
    const one = await order(appContext);
    const ines = await hire(store.db, 'ines');
    await markPaid(appContext, tracedBy(one.maya), one.maya, one.number, 'PP');
    const { deliveryDueAt } = await orderRow(store.db, one.number);
    await requestRefund(appContext, one.secret, REFUND);
    appContext.clock.advance(-4 * DAY_MS);
    await decideRefund(appContext, tracedBy(ines), ines, one.number, REFUSED);
    expect(await orderRow(store.db, one.number)).toMatchObject({ deliveryDueAt });
  });

  test('asks for a review once, when it is completed, and where one can stand', async () => {
    const appContext = createOrderContext(store.db);
    const path = '/services/graphics/book-design';
    const asked = () =>
      appContext.mail.sent.filter(({ text }) => text.includes('leave a review')).length;
    for (const [line, expected] of [
      [{ title: 'Book Design', path, quantity: 1, price: '300' }, 1],
      [{ title: 'A poem', path: null, quantity: 1, price: '300' }, 1],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const one = await order(appContext, { lines: [line] });
      // oxlint-disable-next-line no-await-in-loop -- as above
      await markPaid(appContext, tracedBy(one.maya), one.maya, one.number, 'PP');
      // oxlint-disable-next-line no-await-in-loop -- as above
      await deliver(appContext, tracedBy(one.maya), one.maya, one.number, 'Here it is');
      // oxlint-disable-next-line no-await-in-loop -- as above
      await Promise.all([
        acceptDelivery(appContext, one.secret),
        acceptDelivery(appContext, one.secret),
      ]);
      appContext.clock.advance(7 * DAY_MS);
      // oxlint-disable-next-line no-await-in-loop -- as above
      await runClocks(appContext);
      expect(asked()).toBe(expected);
    }
  });
});

test('credit is told to who has proved the address, by currency, and to nobody else', async () => {
  const appContext = createOrderContext(store.db);
  const ines = await hire(store.db, 'ines');
  const one = await order(appContext);
  await markPaid(appContext, tracedBy(one.maya), one.maya, one.number, 'PP');
  const credit = () => readOwnCredit(store.db, one.browserId, one.conversation.id);
  expect(await credit()).toEqual([]);
  await requestRefund(appContext, one.secret, REFUND);
  const part = {
    outcome: 'part',
    way: 'credit',
    amount: '20',
    reference: '',
    reply: 'Sorry',
  } as const;
  await decideRefund(appContext, tracedBy(ines), ines, one.number, part);
  expect(await credit()).toEqual([{ currency: 'USD', amount: 2000 }]);
  await store.db.execute(sql`delete from confirmed_browsers`);
  expect(await credit()).toEqual([]);
});

/** The short form has twenty pages, and as large a share of late orders. */
const MANY = isLong ? 10_000 : 1_000;

test('thousands of orders are listed page by page, filtered, found and exported', async () => {
  const appContext = createOrderContext(store.db);
  const one = await order(appContext, {
    lines: [{ title: 'Rare poem', path: null, quantity: 1, price: '9' }],
  });
  const ines = await hire(store.db, 'ines');
  await store.db.transaction(async (tx) => {
    // The insert is slow on a busy computer, and no request waits for it.
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`
    with made as (insert into offers (client_id, lines, currency, amount, delivery_days, revisions,
        questions, valid_day, valid_until, created_at, state, answered_at)
      select gen_random_uuid(), lines, currency, amount, 1, 0, '[]', valid_day, valid_until, created_at,
        'accepted', now() from offers, generate_series(1, ${MANY}) returning id)
    insert into orders (number, offer_id, secret_hash, state, currency, amount, paid_amount,
      payment_due_at, delivery_due_at, created_at, updated_at, buyer_email)
    select 2000 + n, id, 'hash ' || n, case when n % 3 = 0 then 'completed' else 'in progress' end, 'USD',
      1, 1, now(), '2026-01-01'::timestamptz + n * interval '1 hour' * ${10_000 / MANY}::int, now(), now(),
      'buyer' || n || '@example.org'
    from (select id, row_number() over () n from made) numbered`);
  });
  const shop = { timeZone: 'America/New_York', now: appContext.clock.now() };
  const list = (search: string) =>
    listOrders(store.db, ines, readListState(ORDER_LIST, new URLSearchParams(search)), shop);
  const first = await list('show=all');
  expect(first.rows).toHaveLength(50);
  expect(first.rows[0]?.number).toBe(`E-${2000 + MANY}`);
  expect(first).toMatchObject({ previous: '', count: 1001 });
  const numbersOf = ({ rows }: typeof first) => rows.map(({ number }) => number);
  for (const order of ['number', '-number', 'due', '-due', 'amount', '-amount']) {
    // oxlint-disable-next-line no-await-in-loop -- a table of cases
    const begin = await list(`show=all&sort=${order}`);
    // oxlint-disable-next-line no-await-in-loop -- as above
    const second = await list(`show=all&sort=${order}&after=${begin.next}`);
    expect(new Set([...numbersOf(begin), ...numbersOf(second)]).size).toBe(100);
    // oxlint-disable-next-line no-await-in-loop -- as above
    const back = await list(`show=all&sort=${order}&before=${second.previous}`);
    expect(numbersOf(back)).toEqual(numbersOf(begin));
  }
  const oldest = await list('show=all&sort=number');
  expect(oldest.rows[0]?.number).toBe(`E-${one.number}`);
  expect((await list('show=late')).rows.every(({ due }) => due?.isLate)).toBe(true);
  expect((await list('show=all&q=E-2901')).rows.map(({ number }) => number)).toEqual(['E-2901']);
  expect((await list('show=all&q=buyer77@')).rows.map(({ number }) => number)).toEqual(['E-2077']);
  expect((await list('show=all&q=nothing like it')).rows).toEqual([]);
  expect((await list('show=open')).rows).toHaveLength(50);
  const file = await exportOrders(appContext, tracedBy(ines), ines, ALL);
  expect(file.trimEnd().split('\n')).toHaveLength(MANY + 2);
  expect(await causeOf(orderRow(store.db, 2000 + MANY))).toBe('');
});
