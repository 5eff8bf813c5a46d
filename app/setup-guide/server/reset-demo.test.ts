import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { useDatabase } from '../../../tests/support/database.ts';
import { createOrderContext, order, orderRow } from '../../../tests/support/orders.ts';
import { tracedBy } from '../../../tests/support/team.ts';
import { invoices, numberSeries } from '../../billing/server/tables.server.ts';
import { visitors } from '../../chat/server/tables.server.ts';
import { markPaid } from '../../orders/server/payment/settle-paid.server.ts';
import { resetDemo } from './reset-demo.server.ts';
import { demoRecords } from './tables.server.ts';

const store = useDatabase();

async function paid() {
  const appContext = createOrderContext(store.db);
  const one = await order(appContext);
  await markPaid(appContext, tracedBy(one.maya), one.maya, one.number, 'PP-1');
  return orderRow(store.db, one.number);
}

const becomeDemo = async (email: string | null) => {
  const [visitor] = await store.db
    .select()
    .from(visitors)
    .where(eq(visitors.email, email ?? ''));
  if (!visitor) throw new Error('There is no visitor');
  await store.db.insert(demoRecords).values({ kind: 'visitor', recordId: visitor.id, text: '' });
};

test('a reset deletes the documents of demo buyers, and the series starts again', async () => {
  const { buyerEmail } = await paid();
  await becomeDemo(buyerEmail);
  await store.db.transaction((tx) => resetDemo(tx));
  expect(await store.db.$count(invoices)).toBe(0);
  expect(await store.db.$count(numberSeries)).toBe(0);
});

test('a reset keeps the documents of buyers who are no demo data', async () => {
  await paid();
  await store.db.transaction((tx) => resetDemo(tx));
  expect(await store.db.$count(invoices)).toBe(1);
  expect(await store.db.$count(numberSeries)).toBe(1);
});
