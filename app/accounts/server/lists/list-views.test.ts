import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import { hire, useDatabase } from '../../../../tests/support/database.ts';
import { refusalOf, teamServices } from '../../../../tests/support/team.ts';
import { INVOICE_LIST } from '../../../orders/protocol/invoices.ts';
import { VIEWS_AT_MOST } from '../../../platform/lists/list-views.ts';
import type { Member } from '../../protocol/member.ts';
import { listColumns, listViews, profiles } from '../tables.server.ts';
import {
  chooseColumns,
  deleteView,
  deleteViewsAbout,
  readOwnList,
  saveView,
  setDefaultView,
} from './list-views.server.ts';

const store = useDatabase();
const OTHER_LIST = { ...INVOICE_LIST, path: '/team/other' };
let appContext: ReturnType<typeof teamServices>;
let ines: Member;
let henrik: Member;

beforeEach(async () => {
  appContext = teamServices(store.db);
  ines = await hire(store.db, 'ines');
  henrik = await hire(store.db, 'henrik');
});

const save = (name: string, query = '', isDefault = false, member = ines) =>
  saveView(appContext, member, INVOICE_LIST, { name, query, isDefault });
const viewsOf = async (member: Member) => (await readOwnList(store.db, member, INVOICE_LIST)).views;

test('a view has the valid filters, the order and the columns, and is the member’s own', async () => {
  await save('  Open\n ones ', 'show=open&sort=due&from=nonsense&after=abc&other=1');
  expect(await viewsOf(ines)).toMatchObject([
    {
      name: 'Open ones',
      query: 'show=open&sort=due&columns=number.buyer.order.issued.due.amount',
      isDefault: false,
    },
  ]);
  expect(await viewsOf(henrik)).toEqual([]);
  expect((await readOwnList(store.db, ines, OTHER_LIST)).views).toEqual([]);
});

test('a view of the same name is replaced, and one view opens first', async () => {
  await save('Open', 'show=open', true);
  await save('Paid', 'show=paid', true);
  await save('Open', 'show=overdue');
  const [open, paid] = await viewsOf(ines);
  expect(open?.query).toContain('show=overdue');
  expect([open?.isDefault, paid?.isDefault]).toEqual([false, true]);
  await setDefaultView(appContext, ines, INVOICE_LIST, open?.id ?? '', true);
  expect((await viewsOf(ines)).map(({ isDefault }) => isDefault)).toEqual([true, false]);
  await setDefaultView(appContext, ines, INVOICE_LIST, open?.id ?? '', false);
  expect((await viewsOf(ines)).map(({ isDefault }) => isDefault)).toEqual([false, false]);
});

test('views need a name, and a list has a limited number of them, also at the same time', async () => {
  expect(await refusalOf(save(' \n '))).toMatchObject({ status: 400, field: 'name' });
  const names = Array.from({ length: VIEWS_AT_MOST + 5 }, (_, index) => `View ${index}`);
  const results = await Promise.allSettled(names.map((name) => save(name)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(VIEWS_AT_MOST);
  expect(await viewsOf(ines)).toHaveLength(VIEWS_AT_MOST);
  // A full list still accepts changes of its views and those of colleagues.
  await save((await viewsOf(ines))[0]?.name ?? '', 'show=paid');
  await save('Mine', '', false, henrik);
});

test('the view of another member or of another list is not found', async () => {
  await save('Open');
  const [view] = await viewsOf(ines);
  const id = view?.id ?? '';
  for (const [member, list] of [
    [henrik, INVOICE_LIST],
    [ines, OTHER_LIST],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- a table of cases
    expect(await refusalOf(deleteView(appContext, member, list, id))).toMatchObject({
      status: 404,
    });
    // oxlint-disable-next-line no-await-in-loop -- as above
    const refusal = await refusalOf(setDefaultView(appContext, member, list, id, true));
    expect(refusal).toMatchObject({ status: 404 });
  }
  await deleteView(appContext, ines, INVOICE_LIST, id);
  expect(await refusalOf(deleteView(appContext, ines, INVOICE_LIST, id))).toMatchObject({
    status: 404,
  });
});

test('columns are remembered for each member and list', async () => {
  await chooseColumns(appContext, ines, INVOICE_LIST, ['number', 'email']);
  await chooseColumns(appContext, ines, INVOICE_LIST, ['number', 'due']);
  expect((await readOwnList(store.db, ines, INVOICE_LIST)).chosen).toEqual(['number', 'due']);
  expect((await readOwnList(store.db, ines, OTHER_LIST)).chosen).toBeUndefined();
  expect((await readOwnList(store.db, henrik, INVOICE_LIST)).chosen).toBeUndefined();
});

test('views and columns go with the member, and views about an address with its erasure', async () => {
  await save('Elena', `q=${encodeURIComponent(VISITORS.elena.toUpperCase())}`);
  await save('Kofi', `q=${encodeURIComponent(VISITORS.kofi)}`);
  await deleteViewsAbout(store.db, VISITORS.elena);
  expect((await viewsOf(ines)).map(({ name }) => name)).toEqual(['Kofi']);
  await chooseColumns(appContext, ines, INVOICE_LIST, ['number']);
  await store.db.delete(profiles).where(eq(profiles.id, ines.id));
  expect(await store.db.$count(listViews)).toBe(0);
  expect(await store.db.$count(listColumns)).toBe(0);
});
