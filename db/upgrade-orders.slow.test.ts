import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { afterEach, expect, test } from 'vitest';
import { acceptDelivery, deliver } from '../app/orders/server/delivery/delivery.server.ts';
import { markPaid } from '../app/orders/server/payment/settle-paid.server.ts';
import { decideRefund, requestRefund } from '../app/orders/server/refund/refund-requests.server.ts';
import type { OpenDatabase } from '../app/platform/db/database.server.ts';
import { openInMemory } from '../app/platform/db/embedded.server.ts';
import { migrateDatabase } from '../app/platform/db/migrate.server.ts';
import { hire, openScratchDatabase } from '../tests/support/database.ts';
import { copyMigrationsUpTo } from '../tests/support/old-migrations.ts';
import { expectOrdersSound } from '../tests/support/order-invariants.ts';
import { createOrderContext, creditDecision, meet, order } from '../tests/support/orders.ts';
import { tracedBy } from '../tests/support/team.ts';

const { TEST_DATABASE_URL } = process.env;
/** The newest migrations of the last versions without tax, and without milestones. */
const [BEFORE_TAX, BEFORE_MILESTONES] = [60, 65];

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const work of cleanUp.splice(0).reverse()) await work();
});

async function openEmpty(): Promise<OpenDatabase> {
  const open = TEST_DATABASE_URL
    ? await openScratchDatabase(TEST_DATABASE_URL)
    : await openInMemory();
  cleanUp.push(() => open.close());
  return open;
}

const TABLES = [
  'offers',
  'orders',
  'order_events',
  'payments',
  'refunds',
  'ledger',
  'services',
  'invoices',
];

async function readRows({ pool }: OpenDatabase, names: readonly string[] = TABLES) {
  const tables = names.map(async (table) => {
    const { rows } = await pool.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(${table}) as row from ${table} order by to_jsonb(${table})::text`,
    );
    return [table, rows.map(({ row }) => row)] as const;
  });
  return Object.fromEntries(await Promise.all(tables));
}

/** A database of an earlier version, with the rows of the shop as that version stored them. */
async function openOld(shop: OpenDatabase, newest: number): Promise<OpenDatabase> {
  const open = await openEmpty();
  const folder = copyMigrationsUpTo(newest, cleanUp);
  await migrate(drizzle(open.pool), { migrationsFolder: folder });
  const { rows: tables } = await open.pool.query<{ name: string; columns: string }>(
    `select table_name as name, string_agg(quote_ident(column_name), ', ') as columns
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
      group by table_name`,
  );
  // The rows refer to each other, and the references were checked in the shop.
  await open.pool.query('set session_replication_role = replica');
  for (const { name, columns } of tables) {
    const { rows } = await shop.pool.query<{ all: string }>(
      `select coalesce(jsonb_agg(to_jsonb(row)), '[]')::text as all from ${name} row`,
    );
    await open.pool.query(
      `insert into ${name} (${columns}) overriding system value
        select ${columns} from jsonb_populate_recordset(null::${name}, $1::jsonb)`,
      [rows[0]?.all],
    );
  }
  await open.pool.query('set session_replication_role = origin');
  const sequences = await shop.pool.query<{ name: string; last: string }>(
    `select sequencename as name, last_value as last from pg_sequences
      where schemaname = 'public' and last_value is not null`,
  );
  for (const { name, last } of sequences.rows) {
    await open.pool.query(`select setval('public.${name}', $1)`, [last]);
  }
  return open;
}

test('offers, orders, refunds and the ledger of a shop before tax keep every amount after the upgrade', async () => {
  const shop = await openEmpty();
  await migrateDatabase(shop.pool);
  const appContext = createOrderContext(shop.db);
  const elena = await meet(appContext);
  await elena.offer();
  const one = await order(appContext);
  const ines = await hire(shop.db, 'ines');
  await markPaid(appContext, tracedBy(ines), ines, one.number, 'PP-1');
  await requestRefund(appContext, one.secret, { ground: 'late', explanation: 'Late' });
  await decideRefund(appContext, tracedBy(ines), ines, one.number, creditDecision('part', '10'));
  const open = await openOld(shop, BEFORE_TAX);
  // There were no invoices yet.
  const tables = TABLES.filter((table) => table !== 'invoices');
  const before = await readRows(open, tables);
  expect(before.orders).toHaveLength(1);
  expect(before.refunds).toHaveLength(1);
  expect(before.orders?.[0]).not.toHaveProperty('tax_amount');

  await migrateDatabase(open.pool);
  const after = await readRows(open, tables);
  expect(after).toMatchObject(before);
  expect(after.orders?.[0]).toMatchObject({ tax_amount: 0, buyer_country: null, tax_number: null });
  expect(after.refunds?.[0]).toMatchObject({ tax_amount: 0 });
  await expectOrdersSound(open.db, { paidBeforeInvoices: [1001] });

  // The rest of the order goes on without tax, although tax is on now.
  const taxed = createOrderContext(open.db, undefined, {
    TAX: 'on',
    SELLER_COUNTRY: 'DE',
    TAX_RATES: 'DE 19% VAT',
  });
  await requestRefund(taxed, one.secret, { ground: 'late', explanation: 'Late' });
  await decideRefund(taxed, tracedBy(ines), ines, one.number, creditDecision('full'));
  const { rows } = await open.pool.query<{ total: string }>(
    `select sum(amount) as total from ledger where account in ('orders', 'tax')`,
  );
  expect(Number(rows[0]?.total)).toBe(0);
  await expectOrdersSound(open.db, { paidBeforeInvoices: [1001] });
});

test('orders that were paid, or wait for their payment, go on after the upgrade to milestones', async () => {
  const shop = await openEmpty();
  await migrateDatabase(shop.pool);
  const taxed = {
    TAX: 'on',
    SELLER_NAME: 'Embarka Studio GmbH',
    SELLER_ADDRESS: 'Hafenstraße 12, 20457 Hamburg',
    SELLER_COUNTRY: 'DE',
    TAX_RATES: 'DE 19% VAT',
  };
  const appContext = createOrderContext(shop.db, undefined, taxed);
  const waiting = await order(appContext);
  const paid = await order(appContext);
  const ines = await hire(shop.db, 'ines');
  await markPaid(appContext, tracedBy(ines), ines, paid.number, 'PP-1');
  await requestRefund(appContext, paid.secret, { ground: 'late', explanation: 'Late' });
  await decideRefund(appContext, tracedBy(ines), ines, paid.number, creditDecision('part', '10'));
  const open = await openOld(shop, BEFORE_MILESTONES);
  const before = await readRows(open);
  expect(before.orders).toHaveLength(2);
  expect(before.orders?.[0]).not.toHaveProperty('milestone');
  // The invoice and the credit note.
  expect(before.invoices).toHaveLength(2);

  await migrateDatabase(open.pool);
  const after = await readRows(open);
  expect(after).toMatchObject(before);
  expect(after.orders?.[0]).toMatchObject({ milestone: null });
  await expectOrdersSound(open.db);

  const upgraded = createOrderContext(open.db, undefined, taxed);
  await markPaid(upgraded, tracedBy(ines), ines, waiting.number, 'PP-2');
  await deliver(upgraded, tracedBy(ines), ines, waiting.number, 'Here');
  await acceptDelivery(upgraded, waiting.secret);
  await requestRefund(upgraded, paid.secret, { ground: 'late', explanation: 'Late' });
  await decideRefund(upgraded, tracedBy(ines), ines, paid.number, creditDecision('full'));
  const rows = await readRows(open);
  expect(rows.orders?.map(({ state }) => state).toSorted()).toEqual(['completed', 'refunded']);
  expect(rows.invoices?.map(({ number }) => number).toSorted()).toEqual([
    'CN-2026-0001',
    'CN-2026-0002',
    'INV-2026-0001',
    'INV-2026-0002',
  ]);
  await expectOrdersSound(open.db);
});
