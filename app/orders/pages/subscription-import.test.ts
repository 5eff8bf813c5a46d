import { expect, test } from 'vitest';
import { contextOf, createTestAppContext } from '../../../tests/support/app-context.ts';
import { useDatabase } from '../../../tests/support/database.ts';
import { openServer, ORIGIN } from '../../../tests/support/open-app.ts';
import { cookieOf, employ, teamServices } from '../../../tests/support/team.ts';
import { readSettings } from '../../platform/settings.server.ts';
import { action } from './subscription-import-action.server.ts';

const store = useDatabase();

const ROWS = Array.from(
  { length: 1000 },
  (_, at) =>
    `sub-${at},client-${at}@fleet.example,Client ${at} of a large fleet,programming/website-maintenance,80,2026-07-01`,
);

test('a file of a thousand rows is received, and a larger one is refused', async () => {
  const services = teamServices(store.db);
  const settings = readSettings({ PUBLIC_ORIGIN: ORIGIN });
  const appContext = { ...createTestAppContext(store.db, services), settings };
  await employ(store.db, services, 'henrik');
  await employ(store.db, services, 'maya');
  const { post } = openServer({
    appContext,
    handlePage: async (request) => {
      const answer = await action({ context: contextOf(appContext), request, params: {} });
      return Response.json(answer.data, answer.init ?? {});
    },
  });
  const send = async (address: string, who: 'henrik' | 'maya', more = '') => {
    const text = `${['id,email,name,service,price,next', ...ROWS].join('\n')}${more}`;
    const body = new FormData();
    body.set('intent', 'show');
    body.set('text', text);
    return post(address, body, { Cookie: await cookieOf(store.db, services, who) });
  };
  const path = '/team/subscriptions/import';
  expect((await send(path, 'maya')).status).toBe(403);
  expect((await send(path, 'henrik', ' '.repeat(3_000_000))).status).toBe(413);
  for (const address of [path, `${path}.data`]) {
    const seen = await send(address, 'henrik');
    expect(await seen.json()).toMatchObject({
      isDone: false,
      preview: { subscriptionCount: 1000 },
    });
  }
});
