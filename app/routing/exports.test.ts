import { expect, test } from 'vitest';
import { useEmbeddedDatabase } from '../../tests/support/database.ts';
import { createTestAppContext } from '../../tests/support/app-context.ts';
import { request } from '../../tests/support/request.ts';
import { cookieOf, employ, teamServices } from '../../tests/support/team.ts';

const store = useEmbeddedDatabase();

test.each([
  ['/team/audit/export', '/team/audit'],
  ['/team/reviews/export', '/team/reviews'],
  ['/team/outbox/export', '/team/outbox'],
  ['/team/catalogue/export', '/team/catalogue'],
  ['/team/catalogue/services/export', '/team/catalogue'],
  ['/team/coupons/export', '/team/coupons'],
  ['/team/orders/export', '/team/orders'],
  ['/team/invoices/export', '/team/invoices'],
  ['/team/subscriptions/export', '/team/subscriptions'],
  ['/team/reports/export', '/team/reports'],
  ['/team/visitors/list', '/team/visitors'],
  ['/team/visitors/export', '/team/visitors'],
  ['/team/visitors/files', '/team/visitors'],
])('who comes to %s, as after signing in, is led to its page', async (path, page) => {
  const appContext = createTestAppContext(store.db, teamServices(store.db));
  const answer = await request(appContext, 'GET', path);
  expect([answer.status, answer.headers.get('Location')]).toEqual([302, page]);
});

test('a member exports ten lists a minute, whichever they are', async () => {
  const services = teamServices(store.db);
  const appContext = createTestAppContext(store.db, services);
  await employ(store.db, services, 'henrik');
  const cookie = await cookieOf(store.db, services, 'henrik');
  const paths = [
    '/team/audit/export',
    '/team/outbox/export',
    '/team/catalogue/services/export',
    '/team/coupons/export',
    '/team/invoices/export',
    '/team/orders/export',
    '/team/reviews/export',
    '/team/subscriptions/export',
    '/team/visitors/list',
  ];
  const send = async (path: string) => {
    const answer = await request(appContext, 'POST', path, { cookie, body: new FormData() });
    return answer.status;
  };
  for (const path of paths) expect(await send(path), path).toBe(200);
  expect(await send('/team/orders/export')).toBe(200);
  for (const path of paths) expect(await send(path), path).toBe(429);
  services.clock.advance(60_000);
  expect(await send('/team/orders/export')).toBe(200);
});
