import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import { hire, TestClock, useDatabase } from '../../../../tests/support/database.ts';
import { createCheckout } from '../../../../tests/support/order-form.ts';
import { expectOrdersSound } from '../../../../tests/support/order-invariants.ts';
import { orderRow } from '../../../../tests/support/orders.ts';
import { auditOf, refusalOf, tracedBy } from '../../../../tests/support/team.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { conversations, visitors } from '../../../chat/server/tables.server.ts';
import { asBuyer } from '../order/as-actor.server.ts';
import { cancelOrder } from '../order/cancel-order.server.ts';
import { runClocks } from '../order/run-clocks.server.ts';
import { markPaid } from '../payment/settle-paid.server.ts';
import { secretOf } from '../access.server.ts';
import { importSubscriptions, previewImport } from './import-subscriptions.server.ts';
import { runSubscriptions } from './run-subscriptions.server.ts';
import { subscriptionPeriods, subscriptions } from './tables.server.ts';

const store = useDatabase();
const DAY_MS = 24 * 3_600_000;
let clock: TestClock;
let appContext: ReturnType<typeof createCheckout>;
let henrik: Member;

/** It is June 12, 2026. */
beforeEach(async () => {
  clock = new TestClock();
  appContext = createCheckout(store.db, clock);
  henrik = await hire(store.db, 'henrik');
});

const HEAD = 'id,email,name,service,price,next';
const ELENA = `sub-1,${VISITORS.elena},Elena Ruiz,programming/website-maintenance,80,2026-06-25`;
const FILE = [
  HEAD,
  ELENA,
  `sub-2,${VISITORS.kofi},Kofi,/services/digital/email-marketing,,2026-07-01`,
  ',client@harbourmail.example,Only a client,,,',
].join('\n');

const load = (text = FILE) =>
  importSubscriptions(appContext, { trace: tracedBy(henrik), member: henrik }, text);
const pass = async (days: number) => {
  for (let day = 0; day < days; day += 1) {
    clock.advance(DAY_MS);
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await runSubscriptions(appContext);
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await runClocks(appContext);
  }
};
const first = async () => {
  const [row] = await store.db.select().from(subscriptions).where(eq(subscriptions.number, 1001));
  return row;
};

test('a file is previewed and imported once, without an email and without filling the inbox', async () => {
  expect(await previewImport(appContext, FILE)).toEqual({
    clientCount: 3,
    subscriptionCount: 2,
    knownCount: 0,
    faults: [],
    faultCount: 0,
  });
  expect(await store.db.$count(subscriptions)).toBe(0);
  expect(await load()).toEqual({ clientCount: 3, subscriptionCount: 2 });
  expect(await load()).toEqual({ clientCount: 0, subscriptionCount: 0 });
  expect(await previewImport(appContext, FILE)).toMatchObject({ knownCount: 2 });
  expect(appContext.mail.sent).toEqual([]);
  expect(await first()).toMatchObject({
    state: 'active',
    externalId: 'sub-1',
    amount: 8000,
    anchorDay: '2026-06-25',
    paymentMethod: 'link',
  });
  const known = await store.db.select().from(visitors);
  expect(known.map(({ state }) => state)).toEqual(['resolved', 'resolved', 'resolved']);
  expect(await store.db.$count(conversations)).toBe(2);
  expect(await auditOf(store.db, 'subscriptions-imported')).toHaveLength(2);
  expect(await auditOf(store.db, 'subscription-changed')).toHaveLength(2);
});

test('two imports of one file at the same moment make each subscription once', async () => {
  await Promise.all([load(), load()]);
  expect(await store.db.$count(subscriptions)).toBe(2);
});

test('an imported subscription asks for its next payment seven days before, and goes on', async () => {
  await load([HEAD, ELENA].join('\n'));
  await pass(4);
  expect(appContext.mail.sent).toEqual([]);
  await pass(2);
  expect(appContext.mail.sent.at(-1)).toMatchObject({
    to: VISITORS.elena,
    text: expect.stringContaining('Period 1 of subscription S-1001'),
  });
  expect(await orderRow(store.db, 1001)).toMatchObject({ amount: 8000 });
  // A later period cannot be cancelled alone.
  const order = await orderRow(store.db, 1001);
  const secret = await secretOf(store.db, order.id);
  const refusal = refusalOf(asBuyer(appContext, secret, (turn) => cancelOrder(turn)));
  expect(await refusal).toMatchObject({ status: 409 });
  await pass(8);
  // It is unpaid on its first day. The clock of orders does not cancel it.
  expect(await first()).toMatchObject({ state: 'past due' });
  expect(await orderRow(store.db, 1001)).toMatchObject({ state: 'awaiting payment' });
  await markPaid(appContext, tracedBy(henrik), henrik, 1001, 'PP-1');
  expect(await first()).toMatchObject({ state: 'active' });
  await pass(28);
  const periods = await store.db.select().from(subscriptionPeriods);
  expect(periods.map(({ number }) => number).toSorted((one, other) => one - other)).toEqual([1, 2]);
  await expectOrdersSound(store.db);
});

test('errors are told by row and column, and import nothing', async () => {
  const bad = [
    'id,email,service,package,quantity,price,next',
    'a,nobody,,,,,',
    'b,x@harbourmail.example,graphics/logo-design,,,,2026-07-01',
    'c,x@harbourmail.example,programming/website-maintenance,gold,,,2026-07-01',
    'd,x@harbourmail.example,programming/website-maintenance,,0,,2026-07-01',
    'e,x@harbourmail.example,programming/website-maintenance,,,much,2026-07-01',
    'f,x@harbourmail.example,programming/website-maintenance,,,,2026-06-12',
    'g,x@harbourmail.example,programming/website-maintenance,,,,2026-08-01',
    ',x@harbourmail.example,programming/website-maintenance,,,,2026-07-01',
    'b,x@harbourmail.example,programming/website-maintenance,,,,2026-07-01',
    'h,x@harbourmail.example,programming/website-maintenance,,0x10,,2026-07-01',
    'i,x@harbourmail.example,programming/website-maintenance,,1e1,,2026-07-01',
    'j,x@harbourmail.example,programming/website-maintenance,,,0.00,2026-07-01',
  ].join('\n');
  const { faults } = await previewImport(appContext, bad);
  expect(faults.map(({ number, field }) => [number, field])).toEqual([
    [2, 'email'],
    [3, 'service'],
    [4, 'package'],
    [5, 'quantity'],
    [6, 'price'],
    [7, 'next'],
    [8, 'next'],
    [9, 'id'],
    [10, 'id'],
    [11, 'quantity'],
    [12, 'quantity'],
    [13, 'price'],
  ]);
  expect(await refusalOf(load(bad))).toMatchObject({ status: 400 });
  expect(await store.db.$count(visitors)).toBe(0);
});

test('a file that is no list of clients, or too long, is refused as a whole', async () => {
  const rows = Array.from({ length: 1001 }, (_, at) => `buyer-${at}@harbourmail.example`);
  for (const text of [
    '',
    'name\nElena',
    'email,colour\nx,y',
    'email\n',
    '"email',
    // A file of Windows that was decoded as UTF-8.
    'email,name\nx@harbourmail.example,J\uFFFDrg',
    'x'.repeat(500_001),
  ]) {
    // oxlint-disable-next-line no-await-in-loop -- a table of cases
    expect(await refusalOf(load(text)), text.slice(0, 20)).toMatchObject({ status: 400 });
  }
  expect(await refusalOf(load(['email', ...rows].join('\n')))).toMatchObject({ status: 400 });
  expect(await load(['email', ...rows.slice(1)].join('\n'))).toMatchObject({ clientCount: 1000 });
});
