import { listActiveMembers } from '../../../accounts/server/members/list-active-members.server.ts';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { hire, useDatabase } from '../../../../tests/support/database.ts';
import { isLong } from '../../../../tests/support/long-form.ts';
import { createOrderContext, order } from '../../../../tests/support/orders.ts';
import { tracedBy } from '../../../../tests/support/team.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { labels } from '../../../chat/server/contacts/tables.server.ts';
import { moveTo } from '../../protocol/move.ts';
import { readListState } from '../../../platform/lists/list-state.ts';
import { ORDER_LIST, readOrderQuery } from '../../protocol/order-query.ts';
import { ORDER_STATES, transitionsFor, TRANSITIONS } from '../../protocol/transitions.ts';
import { listOrders } from '../order/list-orders.server.ts';
import { markPaid } from '../payment/settle-paid.server.ts';
import { deadlineOrCreation } from './order-deadline.ts';
import { readBoard, readColumn } from './read-board.server.ts';
import { readCalendar } from './read-calendar.server.ts';
import { readWorkload } from './read-workload.server.ts';
import { putAssignee, putOrderLabel, setOwner } from './staff-order.server.ts';

const store = useDatabase();
const query = (search: string) => readOrderQuery(new URLSearchParams(search));

/** Orders in progress, an hour after the other, which nobody made in a conversation. */
async function insertMany(count: number, state = 'in progress'): Promise<void> {
  await store.db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`
      with made as (insert into offers (client_id, lines, currency, amount, delivery_days, revisions,
          questions, valid_day, valid_until, created_at, state, answered_at)
        select gen_random_uuid(), lines, currency, amount, 1, 0, '[]', valid_day, valid_until,
          created_at, 'accepted', now() from (select * from offers limit 1) one,
          generate_series(1, ${count}) returning id)
      insert into orders (number, offer_id, secret_hash, state, currency, amount, paid_amount,
        payment_due_at, delivery_due_at, created_at, updated_at, buyer_email)
      select 2000 + n, id, 'hash ' || n, ${state}, 'USD', 1, 1, now(),
        '2026-06-15T04:00:00Z'::timestamptz + n * interval '1 hour', '2026-06-12T10:00:00Z',
        now(), 'buyer' || n || '@example.org'
      from (select id, row_number() over () n from made) numbered`);
  });
}

async function scene() {
  const appContext = createOrderContext(store.db);
  const one = await order(appContext);
  const leo = await hire(store.db, 'leo');
  const ines = await hire(store.db, 'ines');
  const shop = { timeZone: 'America/New_York', now: appContext.clock.now() };
  const numbers = async (member: Member, search: string) =>
    (
      await listOrders(
        store.db,
        member,
        readListState(ORDER_LIST, new URLSearchParams(search)),
        shop,
      )
    ).rows.map(({ number }) => number);
  return { ...one, appContext, leo, ines, shop, numbers };
}

describe('the filters of the orders', () => {
  test('find those of a person, of nobody, with a label, and of a service', async () => {
    const { appContext, maya, leo, ines, number, numbers } = await scene();
    await insertMany(2);
    const own = [`E-${number}`];
    const others = ['E-2002', 'E-2001'];
    expect(await numbers(maya, 'who=mine')).toEqual(own);
    expect(await numbers(ines, 'who=unassigned')).toEqual(others);
    expect(await numbers(leo, 'who=mine')).toEqual([]);
    await putAssignee(appContext, tracedBy(maya), maya, number, leo.id, true);
    expect(await numbers(leo, 'who=mine')).toEqual(own);
    expect(await numbers(ines, `who=${leo.id}`)).toEqual(own);
    await setOwner(appContext, tracedBy(ines), ines, 2001, ines.id);
    expect(await numbers(ines, 'who=mine')).toEqual(['E-2001']);
    expect(await numbers(ines, 'who=unassigned')).toEqual(['E-2002']);
    const [label] = await store.db
      .insert(labels)
      .values({ name: 'Rush', colour: 'red', createdAt: new Date() })
      .returning();
    await putOrderLabel(appContext, tracedBy(ines), ines, 2002, label!.id, true);
    expect(await numbers(ines, `label=${label!.id}`)).toEqual(['E-2002']);
    const service = crypto.randomUUID();
    await store.db.execute(sql`alter table offers disable trigger all`);
    await store.db.execute(sql`
      update offers set lines = jsonb_set(lines, '{0,serviceId}', to_jsonb(${service}::text))
      where id = (select offer_id from orders where number = 2001)`);
    await store.db.execute(sql`alter table offers enable trigger all`);
    expect(await numbers(ines, `service=${service}`)).toEqual(['E-2001']);
    expect(await numbers(ines, `service=${crypto.randomUUID()}`)).toEqual([]);
  });

  test('show an agent only the orders that the agent may see, whatever the address says', async () => {
    const { maya, leo, numbers, shop } = await scene();
    await insertMany(3);
    for (const search of ['', 'who=unassigned', 'show=all', `who=${maya.id}`, 'due=2026-06-15']) {
      // oxlint-disable-next-line no-await-in-loop -- one address after the other
      expect(await numbers(leo, search)).toEqual([]);
    }
    const board = await readBoard(store.db, leo, query('view=board'), shop);
    expect(board.columns.every(({ count, orders }) => count === 0 && orders.length === 0)).toBe(
      true,
    );
    const calendar = await readCalendar(store.db, leo, query('view=calendar'), shop);
    expect(calendar.days.every(({ count }) => count === 0)).toBe(true);
  });

  test('mark an order as at risk two days before its deadline, and as late after it', async () => {
    const { appContext, ines, numbers, shop } = await scene();
    await insertMany(1);
    // Due on June 15, 05:00 UTC.
    const marks = async (at: string) => {
      appContext.clock.advance(Date.parse(at) - appContext.clock.now().getTime());
      shop.now = appContext.clock.now();
      return [await numbers(ines, 'show=risk'), await numbers(ines, 'show=late')];
    };
    expect(await marks('2026-06-13T04:59:00Z')).toEqual([[], []]);
    expect(await marks('2026-06-13T05:00:00Z')).toEqual([['E-2001'], []]);
    expect(await marks('2026-06-15T05:00:00Z')).toEqual([[], ['E-2001']]);
  });
});

test('the workload counts an order once for each person who owns it or is assigned', async () => {
  const { appContext, maya, leo, ines, number, shop } = await scene();
  await insertMany(3);
  await setOwner(appContext, tracedBy(ines), ines, 2001, leo.id);
  // The owner is also assigned, and the order still counts once.
  await putAssignee(appContext, tracedBy(ines), ines, 2001, leo.id, true);
  await putAssignee(appContext, tracedBy(ines), ines, 2001, maya.id, true);
  await putAssignee(appContext, tracedBy(ines), ines, 2002, maya.id, true);
  const people = await listActiveMembers(store.db);
  const counts = async (member: Member, at: string, search = '') => {
    const then = { ...shop, now: new Date(at) };
    const found = await readWorkload(store.db, member, query(search), then, people);
    return found.map(({ person, open, late, atRisk }) => [person?.id, open, late, atRisk]);
  };
  // The order of the conversation awaits payment, which is no deadline of the team.
  expect(await counts(ines, '2026-06-15T05:30:00Z')).toEqual([
    [maya.id, 3, 1, 1],
    [leo.id, 1, 1, 0],
    [undefined, 1, 0, 1],
    [ines.id, 0, 0, 0],
  ]);
  expect(await counts(leo, '2026-06-01T00:00:00Z')).toEqual([
    [leo.id, 1, 0, 0],
    [maya.id, 1, 0, 0],
  ]);
  expect(await counts(maya, '2026-06-01T00:00:00Z', `q=E-${number}`)).toEqual([[maya.id, 1, 0, 0]]);
});

describe('the board', () => {
  test('has a column for each state, with the number of its orders', async () => {
    const { appContext, maya, number, ines, shop } = await scene();
    await insertMany(60);
    await markPaid(appContext, tracedBy(maya), maya, number, 'PP-1');
    const { actor, columns } = await readBoard(store.db, ines, query('view=board'), shop);
    expect(actor).toBe('manager');
    expect(columns.map(({ state }) => state)).toEqual(ORDER_STATES);
    const column = columns.find(({ state }) => state === 'in progress');
    expect([column?.count, column?.orders.length]).toEqual([61, 25]);
  });

  test('pages through a column without a gap, the most urgent first', async () => {
    const { ines, shop } = await scene();
    await insertMany(60);
    const seen: string[] = [];
    let after = '';
    do {
      // oxlint-disable-next-line no-await-in-loop -- a page begins where the last one ended
      const page = await readColumn(store.db, ines, query('view=board'), shop, {
        state: 'in progress',
        after,
        take: 25,
      });
      seen.push(...page.orders.map(({ number }) => number));
      after = page.next;
    } while (after !== '');
    expect(seen).toEqual(Array.from({ length: 60 }, (_, index) => `E-${2001 + index}`));
  });

  test('ignores a cursor that somebody made up', async () => {
    const { ines, shop } = await scene();
    for (const after of [
      'x',
      "1-1'; drop table orders",
      '-1-1',
      '99999999999999999-1',
      '999999999999999-999999999',
      '253402300800000-1',
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- one cursor after the other
      const page = await readColumn(store.db, ines, query('view=board'), shop, {
        state: 'awaiting payment',
        after,
        take: 1,
      });
      expect(page.orders).toHaveLength(1);
    }
  });
});

/** An order that is paid in one sum. */
const card = { amount: 1000, milestone: null, isRequest: false, stateBefore: null } as const;

describe('the moves of a card', () => {
  test('are the transitions of rule 204 and no others, and refusals have a reason', () => {
    for (const actor of ['agent', 'manager'] as const) {
      for (const state of ORDER_STATES) {
        const stateBefore = state === 'refund requested' ? ('delivered' as const) : null;
        const goals = transitionsFor(state, actor).map((name) => {
          const { to } = TRANSITIONS[name];
          // Withdrawing is for requests of a subscription only.
          return name === 'withdraw' ? undefined : to === 'before' ? stateBefore : to;
        });
        for (const to of ORDER_STATES.filter((goal) => goal !== state)) {
          const move = moveTo({ ...card, state, stateBefore }, to, actor);
          const isAllowed = goals.some((goal) => goal === to);
          expect([state, to, move.kind !== 'refused']).toEqual([state, to, isAllowed]);
          expect(move.kind === 'refused' ? move.reason : 'allowed').not.toBe('');
        }
      }
    }
  });
});

describe('a card', () => {
  test('of a request of a subscription can be cancelled before its work starts', () => {
    const request = { ...card, amount: 0, isRequest: true, state: 'paid' } as const;
    expect(moveTo(request, 'cancelled', 'agent')).toEqual({
      kind: 'confirm',
      transition: 'withdraw',
    });
    expect(moveTo({ ...request, isRequest: false }, 'cancelled', 'agent').kind).toBe('refused');
    expect(moveTo(request, 'refunded', 'manager')).toEqual({
      kind: 'refused',
      reason: 'This order had no price to refund.',
    });
  });

  test('of a milestone that is not paid yet cannot be delivered', () => {
    const milestone = { position: 2, count: 3, title: 'Final', isUnpaid: true };
    const waiting = { ...card, milestone, state: 'in progress' } as const;
    expect(moveTo(waiting, 'delivered', 'agent')).toEqual({
      kind: 'refused',
      reason: "This milestone is awaiting payment, so it can't be delivered.",
    });
    const funded = { ...waiting, milestone: { ...milestone, isUnpaid: false } };
    expect(moveTo(funded, 'delivered', 'agent')).toEqual({ kind: 'form', form: 'deliver' });
  });
});

test('an order whose next milestone awaits payment is last, has no day, and is never late', async () => {
  const { ines, shop, numbers } = await scene();
  await insertMany(3);
  await store.db.execute(sql`update orders set delivery_due_at = null where number = 2001`);
  const page = await readColumn(store.db, ines, query('view=board'), shop, {
    state: 'in progress',
    after: '',
    take: 2,
  });
  expect(page.orders.map(({ number }) => number)).toEqual(['E-2002', 'E-2003']);
  const rest = await readColumn(store.db, ines, query('view=board'), shop, {
    state: 'in progress',
    after: page.next,
    take: 2,
  });
  expect(rest.orders.map(({ number, due }) => [number, due])).toEqual([['E-2001', null]]);
  shop.now = new Date('2027-01-01T00:00:00Z');
  expect(await numbers(ines, 'show=late')).toEqual(['E-2003', 'E-2002']);
  const calendar = await readCalendar(store.db, ines, query('view=calendar&day=2026-06-12'), shop);
  expect(calendar.days.reduce((sum, { count }) => sum + count, 0)).toBe(2);
});

describe('the calendar', () => {
  test('has each order on the last day before its deadline, in the shop’s time zone', async () => {
    const { ines, shop } = await scene();
    await insertMany(1);
    const days = async (timeZone: string) => {
      const found = await readCalendar(store.db, ines, query('view=calendar&day=2026-06-01'), {
        ...shop,
        timeZone,
      });
      return found.days.flatMap(({ day, count, orders }) =>
        count > 0 ? [[day, count, orders.map(({ number }) => number)]] : [],
      );
    };
    expect(await days('America/New_York')).toEqual([['2026-06-15', 1, ['E-2001']]]);
    expect(await days('America/Los_Angeles')).toEqual([['2026-06-14', 1, ['E-2001']]]);
  });

  test('shows three orders of a day in a month and counts all, which the list finds by the day', async () => {
    const { ines, shop, numbers } = await scene();
    await insertMany(10);
    const { days, period } = await readCalendar(
      store.db,
      ines,
      query('view=calendar&day=2026-06-20'),
      shop,
    );
    expect([period.days[0], period.days.at(-1)]).toEqual(['2026-06-01', '2026-07-05']);
    const full = days.find(({ day }) => day === '2026-06-15');
    expect([full?.count, full?.orders.length]).toEqual([10, 3]);
    expect(await numbers(ines, 'due=2026-06-15')).toHaveLength(10);
    expect(await numbers(ines, 'due=2026-06-16')).toEqual([]);
  });
});

/** The short form has fewer, because the insert is slow on a busy computer. */
const MANY = isLong ? 10_000 : 1000;

test('a board with thousands of open orders is read with the indexes', async () => {
  const { ines, shop } = await scene();
  await insertMany(MANY);
  await store.db.execute(sql`analyze orders`);
  const { columns } = await readBoard(store.db, ines, query('view=board'), shop);
  expect(columns.find(({ state }) => state === 'in progress')?.count).toBe(MANY);
  const { rows } = await store.db.execute<{ 'QUERY PLAN': string }>(sql`
    explain select number from orders where state = 'in progress'
    order by ${sql.raw(deadlineOrCreation('orders.'))}, number limit 25`);
  // All orders of the test have one state, so that either index serves.
  expect(JSON.stringify(rows)).toMatch(/orders_(?:board|deadline)/);
});
