import { expect, test } from 'vitest';
import { useEmbeddedDatabase } from '../../tests/support/database.ts';
import { createTestAppContext } from '../../tests/support/app-context.ts';
import { request } from '../../tests/support/request.ts';
import { teamServices } from '../../tests/support/team.ts';

const store = useEmbeddedDatabase();

test.each([
  ['/team/audit/export', '/team/audit'],
  ['/team/reviews/export', '/team/reviews'],
  ['/team/outbox/export', '/team/outbox'],
  ['/team/catalogue/export', '/team/catalogue'],
  ['/team/catalogue/services/export', '/team/catalogue'],
  ['/team/coupons/export', '/team/coupons'],
  ['/team/orders/export', '/team/orders'],
  ['/team/reports/export', '/team/reports'],
  ['/team/visitors/list', '/team/visitors'],
  ['/team/visitors/export', '/team/visitors'],
  ['/team/visitors/files', '/team/visitors'],
])('who comes to %s, as after signing in, is led to its page', async (path, page) => {
  const appContext = createTestAppContext(store.db, teamServices(store.db));
  const answer = await request(appContext, 'GET', path);
  expect([answer.status, answer.headers.get('Location')]).toEqual([302, page]);
});
