import { asc, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { hire, TestClock, useDatabase } from '../../tests/support/database.ts';
import { expectOrdersSound } from '../../tests/support/order-invariants.ts';
import {
  subscriptionRequests,
  subscriptions,
} from '../../app/orders/server/subscription/tables.server.ts';
import { loadDemoOrders } from './load-orders.ts';

const store = useDatabase();

test('the demo has an active, an ending and a past due subscription, and a request', async () => {
  await hire(store.db, 'maya');
  await hire(store.db, 'ines');
  await loadDemoOrders(store.db, new TestClock(), { maya: 'maya', ines: 'ines' });
  const found = await store.db
    .select({ number: subscriptions.number, state: subscriptions.state })
    .from(subscriptions)
    .orderBy(asc(subscriptions.number));
  expect(found).toEqual([
    { number: 1001, state: 'past due' },
    { number: 1002, state: 'ending' },
    { number: 1003, state: 'active' },
  ]);
  expect(await store.db.$count(subscriptionRequests)).toBe(1);
  await expectOrdersSound(store.db);
  const { rows } = await store.db.execute(
    sql`select count(*)::int as n from visitors where waiting_since is not null`,
  );
  expect(rows).toEqual([{ n: 0 }]);
});
