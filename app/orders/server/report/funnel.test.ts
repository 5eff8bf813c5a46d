import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import { hire, TestClock, useDatabase } from '../../../../tests/support/database.ts';
import { createCheckout, openForm, serviceAt } from '../../../../tests/support/order-form.ts';
import { tracedBy } from '../../../../tests/support/team.ts';
import { toFunnelView } from '../../protocol/funnel.ts';
import { markPaid } from '../payment/settle-paid.server.ts';
import { exportFunnel, readFunnel } from './read-funnel.server.ts';
import { serviceViews } from './tables.server.ts';
import { ViewCounts } from './view-counts.server.ts';

const store = useDatabase();
const TRANSLATION = 'writing/translation';

test('views are added up by service and day, and by several processes', async () => {
  const appContext = createCheckout(store.db);
  const { id } = serviceAt(appContext, TRANSLATION);
  const processes = [new ViewCounts(), new ViewCounts()];
  for (const views of processes) {
    views.count(appContext, id, 'pages');
    views.count(appContext, id, 'pages');
    views.count(appContext, id, 'forms');
  }
  await Promise.all(processes.map((views) => views.flush(appContext)));
  await Promise.all(processes.map((views) => views.flush(appContext)));
  expect(await store.db.select().from(serviceViews)).toMatchObject([
    { serviceId: id, pages: 4, forms: 2 },
  ]);
});

test('counts that could not be saved are saved the next time', async () => {
  const appContext = createCheckout(store.db);
  const { id } = serviceAt(appContext, TRANSLATION);
  const views = new ViewCounts();
  views.count(appContext, id, 'pages');
  await store.db.execute(sql`alter table service_views rename to away`);
  await expect(views.flush(appContext)).rejects.toThrow('service_views');
  await store.db.execute(sql`alter table away rename to service_views`);
  views.count(appContext, id, 'pages');
  await views.flush(appContext);
  expect(await store.db.select().from(serviceViews)).toMatchObject([{ pages: 2 }]);
});

test('orders count on the day in the shop’s time zone on which they were placed', async () => {
  const maya = await hire(store.db, 'maya');
  // 22:30 in New York, already the next day in UTC.
  const clock = new TestClock();
  clock.advance(16.5 * 60 * 60 * 1000);
  const appContext = createCheckout(store.db, clock, { SUPPORT_TIMEZONE: 'America/New_York' });
  const { service, place, askCode } = await openForm(appContext, TRANSLATION, VISITORS.elena, {
    quantity: '1000',
  });
  const views = new ViewCounts();
  views.count(appContext, service.id, 'pages');
  views.count(appContext, service.id, 'forms');
  await views.flush(appContext);
  await place({ code: await askCode() });
  await place({}, { key: crypto.randomUUID() });
  await markPaid(appContext, tracedBy(maya), maya, 1001, 'PAY-1');

  const period = { from: '2026-06-12', to: '2026-06-12' };
  const read = (days = period) =>
    readFunnel(store.db, appContext.catalogue, days, 'America/New_York');
  const rows = await read();
  const counts = { pages: 1, forms: 1, placed: 2, paid: 1 };
  expect(rows).toEqual([
    { serviceId: service.id, title: 'Translation', day: '2026-06-12', ...counts },
  ]);
  expect(await read({ from: '2026-06-13', to: '2026-06-14' })).toEqual([]);
  expect(toFunnelView(rows, ['2026-06-11', '2026-06-12'])).toEqual({
    byDay: [
      { name: '2026-06-11', pages: 0, forms: 0, placed: 0, paid: 0 },
      { name: '2026-06-12', ...counts },
    ],
    byService: [{ name: 'Translation', ...counts }],
    total: counts,
    before: { pages: 0, forms: 0, placed: 0, paid: 0 },
  });
  expect(toFunnelView([], [], rows)).toMatchObject({ before: counts });
  const csv = await exportFunnel(appContext, tracedBy(maya), rows, period, 'csv');
  expect(csv).toContain('2026-06-12,Translation,1,1,2,1');
  const json = await exportFunnel(appContext, tracedBy(maya), rows, period, 'json');
  expect(JSON.parse(json)).toEqual({ ...period, rows });
});
