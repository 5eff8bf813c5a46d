import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { CATALOGUE } from '../../../tests/support/catalogue.ts';
import { hire, useDatabase } from '../../../tests/support/database.ts';
import { createOrderContext, order } from '../../../tests/support/orders.ts';
import { tracedBy } from '../../../tests/support/team.ts';
import { markPaid } from '../../orders/server/payment/settle-paid.server.ts';
import { orders } from '../../orders/server/tables.server.ts';
import { findForTeam } from './find-for-team.server.ts';

const store = useDatabase();

test('the palette finds what the member may open, by number, buyer or the starts of words', async () => {
  const appContext = createOrderContext(store.db);
  const { maya, number } = await order(appContext, {}, 'elena.ruiz@northfold.example');
  await markPaid(appContext, tracedBy(maya), maya, number, 'INV-7');
  const [leo, henrik] = [await hire(store.db, 'leo'), await hire(store.db, 'henrik')];
  const find = (member: typeof leo, text: string) =>
    findForTeam({ db: store.db, catalogue: CATALOGUE }, member, text);
  const name = `E-${number}`;

  for (const text of [name, String(number), 'RUIZ@north']) {
    expect((await find(maya, text)).orders, text).toMatchObject([
      { name, path: `/team/orders/${name}` },
    ]);
    expect((await find(leo, text)).orders, text).toEqual([]);
    expect((await find(henrik, text)).orders, text).toMatchObject([{ name }]);
  }
  expect((await find(henrik, '%')).orders).toEqual([]);

  const services = async (member: typeof leo, text: string) =>
    (await find(member, text)).services.map(({ name: title, path }) => [title, path.split('/')[1]]);
  expect(await services(leo, 'book des')).toEqual([['Book Design', 'services']]);
  expect(await services(henrik, 'BOOK')).toContainEqual(['Book Design', 'team']);
  expect(await services(henrik, 'ook design')).toEqual([]);

  expect((await find(henrik, 'time')).settings).toMatchObject([
    { name: 'Time zone', path: '/team/settings?focus=SUPPORT_TIMEZONE' },
  ]);
  expect((await find(maya, 'time')).settings).toEqual([]);
});

test('only who may read all invoices finds them', async () => {
  const appContext = createOrderContext(store.db);
  const { maya, number } = await order(appContext);
  await markPaid(appContext, tracedBy(maya), maya, number, 'INV-7');
  const henrik = await hire(store.db, 'henrik');
  const find = (member: typeof maya) =>
    findForTeam({ db: store.db, catalogue: CATALOGUE }, member, `E-${number}`);
  expect((await find(henrik)).invoices).toMatchObject([{ path: `/team/orders/E-${number}` }]);
  expect((await find(maya)).invoices).toEqual([]);
});

test('a whole number or address finds exactly that, and a part of it everything that contains the part', async () => {
  const appContext = createOrderContext(store.db);
  const one = await order(appContext, {}, 'elena.ruiz@northfold.example');
  const other = await order(appContext, {}, `not-elena.ruiz@northfold.example`);
  const third = await order(appContext, {}, `e-${one.number}@northfold.example`);
  await markPaid(appContext, tracedBy(one.maya), one.maya, one.number, 'PP-1');
  await markPaid(appContext, tracedBy(one.maya), one.maya, other.number, 'PP-2');
  const henrik = await hire(store.db, 'henrik');
  const find = async (text: string) => {
    const found = await findForTeam({ db: store.db, catalogue: CATALOGUE }, henrik, text);
    return {
      orders: found.orders.map(({ name }) => name),
      // Those of one moment have no order.
      invoices: found.invoices.map(({ path }) => path.split('/').at(-1) ?? '').toSorted(),
      names: found.invoices.map(({ name }) => name),
    };
  };
  const [first, second] = [`E-${one.number}`, `E-${other.number}`];
  expect(await find(first)).toMatchObject({ orders: [first], invoices: [first] });
  expect(await find('Elena.Ruiz@northfold.example')).toMatchObject({
    orders: [first],
    invoices: [first],
  });
  expect(await find('elena.ruiz@')).toMatchObject({
    orders: [second, first],
    invoices: [first, second],
  });
  expect((await find('northfold')).orders).toEqual([`E-${third.number}`, second, first]);
  const [name = ''] = (await find(second)).names;
  expect(await find(name)).toMatchObject({ orders: [], invoices: [second], names: [name] });
});

test('digits find the invoice of that number and those of the order of that number', async () => {
  const appContext = createOrderContext(store.db, undefined, { INVOICE_NUMBERS: '{number}' });
  const one = await order(appContext);
  const other = await order(appContext);
  for (const { number } of [one, other]) {
    // oxlint-disable-next-line no-await-in-loop -- the invoices are numbered in this order
    await markPaid(appContext, tracedBy(one.maya), one.maya, number, `PP-${number}`);
  }
  await store.db.update(orders).set({ number: 2 }).where(eq(orders.number, one.number));
  const henrik = await hire(store.db, 'henrik');
  const { invoices } = await findForTeam({ db: store.db, catalogue: CATALOGUE }, henrik, '0002');
  expect(invoices.map(({ name }) => name).toSorted()).toEqual(['0001', '0002']);
});
