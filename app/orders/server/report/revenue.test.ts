import fc from 'fast-check';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import { insertCoupon } from '../../../../tests/support/coupons.ts';
import { hire, TestClock, useDatabase } from '../../../../tests/support/database.ts';
import { createCheckout, openForm, serviceAt } from '../../../../tests/support/order-form.ts';
import { order, refundDecision } from '../../../../tests/support/orders.ts';
import { propertyRuns } from '../../../../tests/support/property-runs.ts';
import { subscribe } from '../../../../tests/support/subscriptions.ts';
import { auditOf, tracedBy } from '../../../../tests/support/team.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import type { Days } from '../../../chat/protocol/report-period.ts';
import { change } from '../../../platform/change/change.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { putAssignee } from '../board/staff-order.server.ts';
import { deliver } from '../delivery/delivery.server.ts';
import { issueInvoiceOnRequest } from '../invoices/manage-invoices.server.ts';
import { markPaid } from '../payment/settle-paid.server.ts';
import { failRefund } from '../refund/book-refund.server.ts';
import { decideRefund, requestRefund } from '../refund/refund-requests.server.ts';
import { pauseSubscription } from '../subscription/act-on-subscription.server.ts';
import { refunds } from '../tables.server.ts';
import { readRevenueFacts, type RevenueContext } from './read-revenue-report.server.ts';
import { exportRevenueTable, showRevenueReport } from './show-revenue-report.server.ts';

const store = useDatabase();
const DAY_MS = 24 * 60 * 60 * 1000;
const TRANSLATION = '/services/writing/translation';
const LOGO = '/services/graphics/logo-design';
const JUNE = { from: '2026-06-01', to: '2026-06-30' };
const TAX = {
  TAX: 'on',
  SELLER_NAME: 'Embarka Studio GmbH',
  SELLER_ADDRESS: 'Hafenstraße 12, 20457 Hamburg',
  SELLER_COUNTRY: 'DE',
  TAX_RATES: 'DE 19% VAT',
};

let ines: Member;
beforeEach(async () => {
  ines = await hire(store.db, 'ines');
});

const shop = (env: Record<string, string> = {}) => createCheckout(store.db, new TestClock(), env);

const line = (title: string, path: string | null, price: string) => ({
  title,
  path,
  quantity: 1,
  price,
});

const factsOf = (appContext: RevenueContext, period: Days = JUNE, currency = '') =>
  readRevenueFacts(appContext, { period, comparison: 'previous', currency }, 100);

const viewOf = (appContext: RevenueContext, period: Days = JUNE) =>
  showRevenueReport(appContext, { period, comparison: 'previous', currency: '' });

const rowsOf = async (appContext: RevenueContext, name: string, period: Days = JUNE) =>
  (await viewOf(appContext, period)).tables
    .find((table) => table.name === name)
    ?.rows.map((row) => row.map(({ text }) => text));

const pay = (appContext: ReturnType<typeof shop>, { maya, number }: Paid, at?: number) =>
  markPaid(appContext, tracedBy(maya), maya, number, `PP-${number}`, at);

type Paid = Pick<Awaited<ReturnType<typeof order>>, 'maya' | 'number'>;

async function refund(
  appContext: ReturnType<typeof shop>,
  one: Awaited<ReturnType<typeof order>>,
  outcome: 'part' | 'full',
  refundMethod: 'credit' | 'method',
  amount = '',
  milestone?: number,
) {
  await requestRefund(appContext, one.secret, {
    ground: 'late',
    explanation: 'Late',
    ...(milestone === undefined ? {} : { milestone }),
  });
  await decideRefund(appContext, tracedBy(ines), ines, one.number, {
    ...refundDecision(outcome, refundMethod, amount),
    reference: 'BACK-1',
    ...(milestone === undefined ? {} : { milestone }),
  });
}

test('revenue is without tax, by service, section, agent, client and coupon, and a refund counts when it is made', async () => {
  const appContext = shop({ ...TAX, SUPPORT_TIMEZONE: 'UTC' });
  const two = await order(appContext, {
    lines: [line('Translation', TRANSLATION, '100'), line('Something else', null, '200')],
    buyer: { country: 'DE', taxNumber: '' },
  });
  await pay(appContext, two);
  const form = await openForm(appContext, 'writing/translation', VISITORS.priya, {
    quantity: '1000',
    country: 'DE',
  });
  await form.place({ code: await form.askCode() });
  await markPaid(appContext, tracedBy(two.maya), two.maya, 1002, 'PP-1002');

  const { total, services, agents, clients } = await factsOf(appContext);
  const direct = total.net - 30_000;
  expect(direct).toBeGreaterThan(0);
  expect(total).toMatchObject({ before: 0, orders: 2, refunded: 0 });
  const { id } = serviceAt(appContext, 'writing/translation');
  expect(services.find((row) => row.id === id)).toMatchObject({ net: 10_000 + direct, orders: 2 });
  expect(services.find((row) => row.id === null)).toMatchObject({ net: 20_000, orders: 1 });
  expect(agents.map(({ name, source, net }) => [name, source, net])).toEqual(
    expect.arrayContaining([
      ['Maya Okafor', 'team', 30_000],
      [null, 'checkout', direct],
    ]),
  );
  expect(clients.map(({ name }) => name)).toEqual([VISITORS.elena, VISITORS.priya]);

  // The refund of a payment in June is negative in July, where June is what was before.
  appContext.clock.advance(25 * DAY_MS);
  await refund(appContext, two, 'part', 'credit', '178.5');
  const july = { from: '2026-07-01', to: '2026-07-30' };
  const later = await factsOf(appContext, july);
  expect(later.total).toMatchObject({ net: -15_000, refunded: 15_000, orders: 0 });
  expect(later.total.before).toBe(30_000 + direct);
  expect(later.services.find((row) => row.id === null)?.net).toBe(-10_000);
  expect((await factsOf(appContext)).total.net).toBe(30_000 + direct);
  const { summary } = await viewOf(appContext, july);
  expect(summary[0]).toMatch(/^Revenue was -\$150\.00, after \$\d+\.\d\d in the 30 days before\.$/);
});

test('credit counts with the order that it pays for, and not before its payment', async () => {
  const appContext = shop({ SUPPORT_TIMEZONE: 'UTC' });
  const one = await order(appContext);
  await pay(appContext, one);
  await refund(appContext, one, 'part', 'credit', '100');
  expect((await factsOf(appContext)).total.net).toBe(20_000);
  const next = await order(appContext);
  expect((await factsOf(appContext)).total.net).toBe(20_000);
  await pay(appContext, next);
  expect((await factsOf(appContext)).total).toMatchObject({ net: 50_000, orders: 2 });
});

test('a refund that fails is revenue again, and milestones count when they are paid', async () => {
  const appContext = shop({ SUPPORT_TIMEZONE: 'UTC' });
  const plan = {
    isAllAtOnce: true,
    milestones: [
      { title: 'Sketches', amount: '100', days: 3 },
      { title: 'Final files', amount: '200', days: 5 },
    ],
  };
  const one = await order(appContext, { plan });
  await pay(appContext, one, 1);
  expect((await factsOf(appContext)).total).toMatchObject({ net: 10_000, orders: 1 });
  await pay(appContext, one, 2);
  expect((await factsOf(appContext)).total).toMatchObject({ net: 30_000, orders: 1 });
  await refund(appContext, one, 'part', 'method', '50', 2);
  expect((await factsOf(appContext)).total).toMatchObject({ net: 25_000, refunded: 5000 });
  const [row] = await store.db.select().from(refunds);
  await change(appContext, tracedBy(ines), (tx, after) =>
    failRefund(tx, after, appContext, { id: row?.id ?? '' }, { state: 'failed' }),
  );
  expect((await factsOf(appContext)).total).toMatchObject({ net: 30_000, refunded: 0 });
});

test('each currency has its own figures, and the one with most orders comes first', async () => {
  const appContext = shop();
  await pay(appContext, await order(appContext));
  await pay(appContext, await order(appContext, { currency: 'EUR' }));
  await pay(appContext, await order(appContext, { currency: 'EUR' }));
  const euros = await factsOf(appContext);
  expect(euros).toMatchObject({ currency: 'EUR', currencies: ['EUR', 'USD'] });
  expect(euros.total.net).toBe(60_000);
  expect((await factsOf(appContext, JUNE, 'USD')).total.net).toBe(30_000);
  expect((await factsOf(appContext, JUNE, 'XXX')).currency).toBe('EUR');
});

const ACTIONS = ['order', 'coupon order', 'part', 'credit', 'full', 'days'] as const;

test('whatever happens, the groups have the same sum, and days add up to their period', async () => {
  const appContext = shop({ ...TAX, SUPPORT_TIMEZONE: 'America/New_York' });
  await insertCoupon(store.db, { code: 'TENTH' });
  const action = fc.tuple(
    fc.constantFrom(...ACTIONS),
    fc.integer({ min: 1, max: 99_999 }),
    fc.nat(),
  );
  const placed: Awaited<ReturnType<typeof order>>[] = [];
  const dayAfter = (days: number) =>
    new Date(appContext.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);
  const price = (cents: number) => (cents / 100).toFixed(2);
  const act = async ([name, cents, choice]: readonly [
    (typeof ACTIONS)[number],
    number,
    number,
  ]) => {
    const one = placed[choice % Math.max(1, placed.length)];
    if (name === 'days') {
      appContext.clock.advance(((choice % 60) * DAY_MS) / 7);
    } else if (name === 'order' || name === 'coupon order') {
      const lines = [
        line('Translation', TRANSLATION, price(cents)),
        line('Logo', LOGO, price(cents + 33)),
        line('Advice', null, '1.01'),
      ].slice(choice % 3);
      const made = await order(
        appContext,
        {
          lines,
          buyer: { country: choice % 2 === 0 ? 'DE' : 'US', taxNumber: '' },
          validDay: dayAfter(30),
          ...(name === 'coupon order' && { coupon: 'TENTH' }),
        },
        choice % 2 === 0 ? VISITORS.elena : VISITORS.noor,
      );
      placed.push(made);
      if (choice % 5 > 0) await pay(appContext, made);
    } else if (one) {
      const refundMethod = name === 'credit' ? 'credit' : 'method';
      await refund(appContext, one, name === 'full' ? 'full' : 'part', refundMethod, price(cents));
    }
  };
  await act(['order', 12_345, 1]);
  await act(['part', 100, 0]);
  expect(await store.db.$count(refunds)).toBe(1);
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 8 }), async (actions) => {
      for (const each of actions) {
        // oxlint-disable-next-line no-await-in-loop -- a sequence
        await act(each).catch((error: unknown) => {
          if (!(error instanceof RefusedError)) throw error;
        });
      }
      const facts = await factsOf(appContext, { from: dayAfter(-40), to: dayAfter(0) });
      const sum = (rows: readonly { readonly net: number }[]) =>
        rows.reduce((all, { net }) => all + net, 0);
      const groups = [facts.services, facts.agents, facts.coupons, facts.clients];
      for (const rows of groups) expect(sum(rows)).toBe(facts.total.net);
      expect(facts.now.reduce((all, net) => all + net, 0)).toBe(facts.total.net);
      expect(facts.before.reduce((all, net) => all + net, 0)).toBe(facts.total.before);
      const middle = '2026-07-01';
      const year = [
        await factsOf(appContext, { from: '2026-01-01', to: '2026-12-31' }),
        await factsOf(appContext, { from: '2026-01-01', to: '2026-06-30' }),
        await factsOf(appContext, { from: middle, to: '2026-12-31' }),
      ].map(({ total }) => total.net);
      expect(year[1]! + year[2]!).toBe(year[0]);
      const { rows } = await store.db.execute<{ sum: string }>(sql`
        select coalesce(sum(l.amount), 0) as sum from ledger l join orders o on o.id = l.order_id
        where l.account = 'orders' and l.currency = 'USD' and o.paid_at is not null`);
      const all = await store.db.execute<{ sum: string }>(
        sql`select coalesce(sum(net), 0) as sum from revenue_lines where currency = 'USD'`,
      );
      expect(Number(all.rows[0]?.sum)).toBe(Number(rows[0]?.sum));
    }),
    propertyRuns(8),
  );
}, 180_000);

describe('recurring revenue', () => {
  test('counts a subscription from its start until it is paused, without tax', async () => {
    const { appContext, pay: payPeriod, pass, asTeam } = await subscribe(store.db);
    await payPeriod(1001);
    await pass(25);
    await payPeriod(1002);
    const rows = await rowsOf(appContext, 'recurring', { from: '2026-07-01', to: '2026-07-07' });
    const [june, july] = [rows?.at(-2), rows?.at(-1)];
    expect(june?.[1]).toBe(june?.[3]);
    expect(june?.[1]).not.toBe('$0.00');
    expect(july).toEqual(['July 2026', june?.[1], '1', '$0.00', '$0.00', '$0.00', '$0.00']);
    await asTeam((turn) => pauseSubscription(turn));
    await pass(40);
    const later = await rowsOf(appContext, 'recurring', { from: '2026-08-01', to: '2026-08-16' });
    expect(later?.at(-1)).toEqual([
      'August 2026',
      '$0.00',
      '0',
      '$0.00',
      `-${june?.[1]}`,
      '$0.00',
      `-${june?.[1]}`,
    ]);
  });
});

test('what buyers owe is listed by age, due with its invoice if there is one', async () => {
  const appContext = shop({ SUPPORT_TIMEZONE: 'UTC', ...TAX });
  const buyer = { country: 'DE', taxNumber: '' };
  const one = await order(appContext, { buyer });
  const other = await order(appContext, { buyer }, VISITORS.priya);
  await issueInvoiceOnRequest(appContext, { trace: tracedBy(ines), member: ines }, one.number, 0);
  const rows = () => rowsOf(appContext, 'outstanding');
  expect((await rows())?.map((row) => row.slice(1))).toEqual([
    ['2', '$714.00'],
    ...Array.from({ length: 4 }, () => ['0', '$0.00']),
  ]);
  appContext.clock.advance(35 * DAY_MS);
  expect((await rows())?.map((row) => row[1])).toEqual(['0', '0', '1', '1', '0']);
  expect((await viewOf(appContext)).summary[2]).toBe(
    '2 payments of $714.00 in total are overdue, one for more than a month.',
  );
  await pay(appContext, one);
  await pay(appContext, other);
  expect((await viewOf(appContext)).summary[2]).toBe('No buyer owes anything.');
});

test('the time to the first delivery counts for each assignee, or for the owner', async () => {
  const appContext = shop({ SUPPORT_TIMEZONE: 'UTC' });
  const shared = await order(appContext);
  const alone = await order(appContext, {}, VISITORS.priya);
  const { maya } = shared;
  for (const one of [shared, alone]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await pay(appContext, one);
  }
  const ben = await hire(store.db, 'henrik');
  for (const member of [ines, ben]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await putAssignee(appContext, tracedBy(ines), ines, shared.number, member.id, true);
  }
  appContext.clock.advance(2 * DAY_MS);
  await deliver(appContext, tracedBy(maya), maya, shared.number, 'Here');
  appContext.clock.advance(2 * DAY_MS);
  await deliver(appContext, tracedBy(maya), maya, alone.number, 'Here');
  const { deliveries } = await factsOf(appContext);
  expect(
    deliveries.map(({ isTotal, name, count, median }) => [
      isTotal ? 'all' : name,
      count,
      median === null ? null : median / 86_400,
    ]),
  ).toEqual([
    ['all', 2, 3],
    [ben.fullName, 1, 2],
    [ines.fullName, 1, 2],
    ['Maya Okafor', 1, 4],
  ]);
});

test('an empty shop has a report that says so', async () => {
  const { summary, tables, currency } = await viewOf(shop());
  expect(currency).toBe('USD');
  expect(summary).toEqual([
    'There was no revenue in this period.',
    'No service was paid or refunded.',
    'No buyer owes anything.',
  ]);
  expect(tables.filter(({ name, rows }) => name !== 'time' && rows.length > 0)).toEqual([]);
});

test('an export has plain numbers, no formulas, and an entry in the audit log', async () => {
  const appContext = shop({ SUPPORT_TIMEZONE: 'UTC' });
  const one = await order(appContext, {}, '=1+1@mail.example');
  await pay(appContext, one);
  const asked = { period: JUNE, comparison: 'previous', currency: 'USD' } as const;
  const csv = await exportRevenueTable(appContext, tracedBy(ines), asked, 'client');
  expect(csv).toContain('Client,Revenue,Orders,Share,Before,Change,Currency\r\n');
  expect(csv).toContain("'=1+1@mail.example,300.00,1,1.0000,0.00,,USD\r\n");
  expect(await auditOf(store.db, 'report-exported')).toHaveLength(1);
});
