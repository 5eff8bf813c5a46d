import { expect, test } from 'vitest';
import { CATALOGUE } from '../../../tests/support/catalogue.ts';
import { hire, useDatabase } from '../../../tests/support/database.ts';
import { createOrderContext, order } from '../../../tests/support/orders.ts';
import { tracedBy } from '../../../tests/support/team.ts';
import { markPaid } from '../../orders/server/payment/settle-paid.server.ts';
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
