import { asc, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { hire, TestClock, useDatabase } from '../../tests/support/database.ts';
import { expectOrdersSound } from '../../tests/support/order-invariants.ts';
import { balances } from '../../tests/support/orders.ts';
import { INVOICE_STATES } from '../../app/orders/protocol/order-view.ts';
import { ORDER_STATES } from '../../app/orders/protocol/transitions.ts';
import { stateOf } from '../../app/orders/server/invoices/read-invoices.server.ts';
import { invoices } from '../../app/billing/server/tables.server.ts';
import { milestones, offers, orders } from '../../app/orders/server/tables.server.ts';
import { loadDemoOrders } from './load-orders.ts';

const store = useDatabase();

test('the demo shows an order in every state, an offer that waits, and books that balance', async () => {
  await hire(store.db, 'maya');
  await hire(store.db, 'ines');
  await loadDemoOrders(store.db, new TestClock(), { maya: 'maya', ines: 'ines' });
  const found = await store.db.select({ state: orders.state, number: orders.number }).from(orders);
  expect(new Set(found.map(({ state }) => state))).toEqual(new Set(ORDER_STATES));
  expect(found.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(
    found.map((_, at) => 1001 + at),
  );
  expect(await store.db.$count(offers, sql`state = 'open'`)).toBe(1);
  const sums = Object.values(await balances(store.db));
  expect(sums.reduce((all, sum) => all + sum, 0)).toBe(0);
  expect(new Set((await store.db.select().from(milestones)).map(({ state }) => state))).toEqual(
    new Set(['accepted', 'funded', 'awaiting payment']),
  );
  const documents = await store.db.select().from(invoices);
  expect(new Set(documents.map(stateOf))).toEqual(new Set(INVOICE_STATES));
  await expectOrdersSound(store.db);
  const byNumber = await store.db
    .select({ kind: invoices.kind, day: invoices.issuedOn })
    .from(invoices)
    .orderBy(asc(invoices.seriesYear), asc(invoices.seriesNumber));
  for (const ofKind of Map.groupBy(byNumber, ({ kind }) => kind).values()) {
    const days = ofKind.map(({ day }) => day);
    expect(days).toEqual(days.toSorted());
  }
  const { rows } = await store.db.execute(
    sql`select count(*)::int as n from visitors where waiting_since is not null`,
  );
  expect(rows).toEqual([{ n: 0 }]);
});
