import { expect, test } from 'vitest';
import { CAST } from '../../../tests/support/cast.ts';
import { useDatabase } from '../../../tests/support/database.ts';
import { testHost } from '../../../tests/support/host.ts';
import { employ, teamServices, TEST_ORIGIN } from '../../../tests/support/team.ts';
import { createLoadContext, type Host } from '../../host.ts';
import { action } from './login.tsx';

const store = useDatabase();

async function attempt(host: Host, address: string, password: string, cookie = '') {
  const request = new Request(`${TEST_ORIGIN}/login`, {
    method: 'POST',
    headers: { Origin: TEST_ORIGIN, Cookie: cookie },
    body: new URLSearchParams({ email: CAST.maya.email, password }),
  });
  const context = createLoadContext(host, { id: 'request-1', address, nonce: 'nonce' });
  const args = { context, request, params: {} } as unknown as Parameters<typeof action>[0];
  const outcome = await action(args);
  return outcome instanceof Response
    ? { status: outcome.status, cookies: outcome.headers.getSetCookie() }
    : { status: outcome.init?.status ?? 200, cookies: [] };
}

test('a thousand addresses guess one account no faster than a few, and its owner still comes in', async () => {
  const services = teamServices(store.db);
  await employ(store.db, services, 'maya');
  const host = testHost(store.db, services);
  const { cookies } = await attempt(host, '198.51.100.7', CAST.maya.password);
  const cookie = cookies.map((header) => header.split(';')[0]).join('; ');
  // An attacker's own limits would stop them far earlier: each guess comes from elsewhere.
  for (let number = 1; number < 30; number += 1) {
    await host.limits.take({ name: 'sign-in-anywhere', burst: 30, perMinute: 10 }, CAST.maya.email);
  }
  expect((await attempt(host, '203.0.113.1', 'guess')).status).toBe(429);
  expect((await attempt(host, '203.0.113.2', CAST.maya.password)).status).toBe(429);
  expect((await attempt(host, '198.51.100.7', CAST.maya.password, cookie)).status).toBe(302);
});

test('one address that guesses is slowed down, and others in other networks are not', async () => {
  const services = teamServices(store.db);
  await employ(store.db, services, 'maya');
  const host = testHost(store.db, services);
  for (let number = 0; number < 10; number += 1) {
    await host.limits.take(
      { name: 'sign-in-account', burst: 10, perMinute: 5 },
      `2001:db8:0:1 ${CAST.maya.email}`,
    );
  }
  expect((await attempt(host, '2001:db8:0:1::5', 'guess')).status).toBe(429);
  expect((await attempt(host, '2001:db8:0:1:ffff::9', 'guess')).status).toBe(429);
  expect((await attempt(host, '2001:db8:0:2::5', CAST.maya.password)).status).toBe(302);
});
