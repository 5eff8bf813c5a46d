import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import { hire, useDatabase } from '../../../../tests/support/database.ts';
import { createCheckout, openForm } from '../../../../tests/support/order-form.ts';
import { auditOf, tracedBy } from '../../../../tests/support/team.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { readListState } from '../../../platform/lists/list-state.ts';
import { SUBSCRIPTION_LIST } from '../../protocol/subscription-list.ts';
import { markPaid } from '../payment/settle-paid.server.ts';
import { exportSubscriptions, listSubscriptions } from './list-subscriptions.server.ts';
import { subscriptions } from './tables.server.ts';

const store = useDatabase();
let appContext: ReturnType<typeof createCheckout>;
let ines: Member;

/** S-1001 of Elena and S-1002 of Kofi are the same service; S-1003 of Kofi costs another amount. Only S-1001 is paid. */
beforeEach(async () => {
  appContext = createCheckout(store.db);
  ines = await hire(store.db, 'ines');
  for (const [path, email] of [
    ['digital/email-marketing', VISITORS.elena],
    ['digital/email-marketing', VISITORS.kofi],
    ['programming/website-maintenance', VISITORS.kofi],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const form = await openForm(appContext, path, email, { purchase: 'subscribe' });
    // oxlint-disable-next-line no-await-in-loop -- as above
    await form.place({ code: await form.askCode() });
  }
  await markPaid(appContext, tracedBy(ines), ines, 1001, 'PP-1');
});

const list = (search: string, perPage?: number, member = ines) =>
  listSubscriptions(
    appContext,
    member,
    readListState(SUBSCRIPTION_LIST, new URLSearchParams(search)),
    perPage,
  );
const numbers = async (search: string, perPage?: number) =>
  (await list(search, perPage)).rows.map(({ number }) => number);

test('subscriptions are found by state, number, service and buyer', async () => {
  expect(await numbers('')).toEqual(['S-1003', 'S-1002', 'S-1001']);
  expect(await numbers('state=active')).toEqual(['S-1001']);
  expect(await numbers('q=s-1002')).toEqual(['S-1002']);
  expect(await numbers('q=MAINTENANCE')).toEqual(['S-1003']);
  expect(await numbers(`q=${VISITORS.kofi.slice(0, 6)}`)).toEqual(['S-1003', 'S-1002']);
  expect(await numbers('q=%25')).toEqual([]);
  expect(await list('q=email&state=active')).toMatchObject({ count: 1 });
});

test('each order of the list is paged without gaps and repetitions', async () => {
  for (const order of ['', 'sort=until', 'sort=amount', 'sort=-amount', 'sort=-until']) {
    // oxlint-disable-next-line no-await-in-loop -- a table of cases
    const whole = await numbers(order);
    expect(whole.toSorted()).toEqual(['S-1001', 'S-1002', 'S-1003']);
    const paged: string[] = [];
    let after = '';
    do {
      // oxlint-disable-next-line no-await-in-loop -- one page after the other
      const page = await list(`${order}&after=${encodeURIComponent(after)}`, 1);
      paged.push(...page.rows.map(({ number }) => number));
      after = page.next;
    } while (after !== '');
    expect(paged).toEqual(whole);
  }
  // The one with a paid period is first.
  expect(await numbers('sort=until')).toEqual(['S-1001', 'S-1002', 'S-1003']);
  // A cursor of another order begins at the first page.
  const cursorOf = (text: string) => Buffer.from(text).toString('base64url');
  for (const [sort, position] of [
    ['amount', 'until 1002 2026-01-01T00:00:00.000000Z'],
    ['until', 'until 1002 2026-99-01T00:00:00.000000Z'],
    ['until', 'until 1002 2026-02-30T00:00:00.000000Z'],
    ['until', 'until 1002 0000-01-01T00:00:00.000000Z'],
    ['until', 'until 99999999999 2026-01-01T00:00:00.000000Z'],
    ['amount', 'amount 1002 1e9'],
    ['number', 'nonsense'],
  ] as const) {
    for (const name of ['after', 'before']) {
      // oxlint-disable-next-line no-await-in-loop -- a table of cases
      expect(await numbers(`sort=${sort}&${name}=${cursorOf(position)}`)).toHaveLength(3);
    }
  }
});

test('an export has what the list shows and the member may see, and is audited', async () => {
  await store.db
    .update(subscriptions)
    .set({ terms: sql`jsonb_set(${subscriptions.terms}, '{service,title}', '"=HYPERLINK(1)"')` })
    .where(eq(subscriptions.number, 1001));
  const query = readListState(SUBSCRIPTION_LIST, new URLSearchParams('state=active'));
  const file = await exportSubscriptions(appContext, tracedBy(ines), ines, query);
  const [head, row, ...others] = file.trim().split(/\r?\n/);
  expect(head).toContain('Number,State,Service');
  expect(row).toContain(VISITORS.elena);
  expect(row).not.toContain(',=HYPERLINK');
  expect(others).toEqual([]);
  expect(await auditOf(store.db, 'subscriptions-exported')).toHaveLength(1);
  const leo = await hire(store.db, 'leo');
  expect(await list('', 50, leo)).toMatchObject({ rows: [], count: 0 });
  const nothing = await exportSubscriptions(
    appContext,
    tracedBy(leo),
    leo,
    readListState(SUBSCRIPTION_LIST, new URLSearchParams()),
  );
  expect(nothing.trim().split(/\r?\n/)).toHaveLength(1);
});
