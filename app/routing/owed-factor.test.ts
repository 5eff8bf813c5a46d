import { beforeEach, expect, test } from 'vitest';
import { useEmbeddedDatabase } from '../../tests/support/database.ts';
import { contextOf, createTestAppContext } from '../../tests/support/app-context.ts';
import { request } from '../../tests/support/request.ts';
import { cookieOf, employ, teamServices, TEST_ORIGIN } from '../../tests/support/team.ts';
import type { AppContext } from '../app-context.ts';
import { loader as agentchat } from '../chat/pages/agentchat.tsx';
import { loader as account } from '../accounts/pages/account.tsx';
import { loader as confirm } from '../accounts/pages/team-confirm.tsx';

const store = useEmbeddedDatabase();

const HOUR_MS = 60 * 60_000;
let services: ReturnType<typeof teamServices>;
let appContext: AppContext;
let cookie = '';

/** Ines must set up a second factor and has been signed in for an hour. */
beforeEach(async () => {
  services = teamServices(store.db);
  const plain = createTestAppContext(store.db, services);
  appContext = { ...plain, settings: { ...plain.settings, secondFactorFor: 'everybody' } };
  await employ(store.db, services, 'ines');
  cookie = await cookieOf(store.db, services, 'ines');
  services.clock.advance(HOUR_MS);
});

type Handler = (args: never) => unknown;

async function open(loader: Handler, path: string): Promise<unknown> {
  const asked = new Request(TEST_ORIGIN + path, { headers: { Cookie: cookie } });
  try {
    return await loader({ context: contextOf(appContext), request: asked, params: {} } as never);
  } catch (thrown) {
    return thrown;
  }
}

function askToAdd(body: object): Promise<Response> {
  return request(appContext, 'POST', '/login/passkey', { cookie, body });
}

test('who owes a second factor is led to where one is set up', async () => {
  const answer = (await open(agentchat, '/agentchat')) as Response;
  expect(answer.headers.get('Location')).toBe('/team/account?needed');
  expect(await open(account, '/team/account?needed')).toMatchObject({
    factors: { isNeeded: true },
  });
});

test('and proves who they are there after an hour, with JavaScript and without', async () => {
  expect(await open(confirm, '/team/confirm?next=/team/account')).toMatchObject({
    hasFactor: false,
  });
  expect(await open(confirm, '/team/confirm.data')).toMatchObject({ hasFactor: false });
});

test('and is given what makes a passkey, which nobody else is', async () => {
  // The confirmation of identity is an hour old, so the request is rejected. After a fresh confirmation, the
  // options are returned.
  expect((await askToAdd({ purpose: 'add' })).status).toBe(403);
  services.clock.advance(-HOUR_MS);
  const answer = await askToAdd({ purpose: 'add' });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ rp: { id: 'shop.example' } });
  cookie = '';
  expect((await askToAdd({ purpose: 'add' })).status).toBe(401);
});
