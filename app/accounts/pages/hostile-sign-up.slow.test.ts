import { describe, expect, test } from 'vitest';
import { useEmbeddedDatabase } from '../../../tests/support/database.ts';
import { contextOf, createTestAppContext } from '../../../tests/support/app-context.ts';
import { NOBODY, teamServices, TEST_ORIGIN } from '../../../tests/support/team.ts';
import { profiles } from '../server/tables.server.ts';
import { verifyEmail } from '../server/sign-in/verify-email.server.ts';
import { action } from './create-account.tsx';

const store = useEmbeddedDatabase();

const FIELDS = {
  firstName: 'Eve',
  lastName: 'Stranger',
  email: 'eve@embarka.example',
  role: 'agent',
  password: 'lantern-tide-41',
  confirmation: 'lantern-tide-41',
};

async function post(body: BodyInit, headers: Record<string, string> = {}): Promise<void> {
  const services = teamServices(store.db);
  const appContext = createTestAppContext(store.db, services);
  const request = new Request(`${TEST_ORIGIN}/create-account`, {
    method: 'POST',
    headers: { Origin: TEST_ORIGIN, ...headers },
    body,
  });
  const args = { context: contextOf(appContext), request, params: {} };
  await Promise.resolve(action(args as unknown as Parameters<typeof action>[0])).catch(() => {});
  // No email was sent when the sign-up was rejected.
  const token = services.mail.lastToken;
  if (token) await verifyEmail(services, NOBODY, token);
}

const form = (...extra: [string, string][]) =>
  new URLSearchParams([...Object.entries(FIELDS), ...extra]);

const multipart = (...extra: [string, string | Blob][]) => {
  const data = new FormData();
  for (const [name, value] of [...Object.entries(FIELDS), ...extra]) data.append(name, value);
  return data;
};

describe('a role at sign-up becomes no role, however it is sent', () => {
  test.each<[string, BodyInit, Record<string, string>?]>([
    ['as the field of the form', new URLSearchParams({ ...FIELDS, role: 'admin' })],
    ['a second time', form(['role', 'admin'])],
    ['as a list', form(['role[]', 'admin'], ['role[0]', 'admin'])],
    ['as columns of the table', form(['status', 'active'], ['requestedRole', 'admin'])],
    ['as a nested object', form(['profile[role]', 'admin'], ['user.role', 'admin'])],
    ['through the prototype', form(['__proto__[role]', 'admin'], ['constructor.role', 'admin'])],
    ['percent-encoded twice', form(['%72ole', 'admin'], ['role', '%61dmin'])],
    ['in a multipart body', multipart(['role', 'admin'], ['status', 'active'])],
    ['as a file', multipart(['role', new Blob(['admin'])])],
    [
      'as JSON',
      JSON.stringify({ ...FIELDS, role: 'admin', status: 'active' }),
      { 'Content-Type': 'application/json' },
    ],
    ['in other letters', new URLSearchParams({ ...FIELDS, role: 'аdmin' })],
    ['with a zero byte', new URLSearchParams({ ...FIELDS, role: 'admin\0' })],
    ['in upper case', new URLSearchParams({ ...FIELDS, role: 'ADMIN' })],
  ])('%s', async (_, body, headers) => {
    await post(body, headers);
    const rows = await store.db.select().from(profiles);
    expect(rows.filter(({ role, status }) => role !== 'agent' || status !== 'waiting')).toEqual([]);
  });

  test('and the form as it should be does make a waiting account', async () => {
    await post(form());
    expect(await store.db.select().from(profiles)).toMatchObject([
      { role: 'agent', status: 'waiting', requestedRole: 'agent' },
    ]);
  });
});
