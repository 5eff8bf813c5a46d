import { beforeEach, expect, test } from 'vitest';
import { contextOf, createTestAppContext } from '../../../tests/support/app-context.ts';
import { CAST } from '../../../tests/support/cast.ts';
import { useDatabase } from '../../../tests/support/database.ts';
import { cookieOf, employ, teamServices, TEST_ORIGIN } from '../../../tests/support/team.ts';
import { profiles } from '../../accounts/server/tables.server.ts';
import { describeAccount } from '../server/demo-records.server.ts';
import { demoRecords, setupGuide } from '../server/tables.server.ts';
import { action } from './setup-actions.server.ts';

const store = useDatabase();
const OWN_ACCOUNT = {
  intent: 'own-account',
  firstName: 'Ada',
  lastName: 'Own',
  email: 'ada@own.test',
  password: 'harbour lantern 41',
  confirmation: 'harbour lantern 41',
};

let services: ReturnType<typeof teamServices>;
let cookie: string;
beforeEach(async () => {
  services = teamServices(store.db, { isDelivered: true });
  await employ(store.db, services, 'henrik');
  cookie = await cookieOf(store.db, services, 'henrik');
});

async function press(form: Readonly<Record<string, string>>) {
  const request = new Request(`${TEST_ORIGIN}/team/setup`, {
    method: 'POST',
    headers: { Origin: TEST_ORIGIN, Cookie: cookie },
    body: new URLSearchParams(form),
  });
  const context = contextOf(createTestAppContext(store.db, services));
  const outcome = await action({ context, request, params: {} });
  return outcome instanceof Response
    ? { to: outcome.headers.get('Location'), message: '', isDone: true }
    : { to: null, message: outcome.data.message, isDone: outcome.data.isDone };
}

async function becomeDemo() {
  const [henrik] = await store.db.select().from(profiles);
  if (!henrik) throw new Error('Nobody is employed');
  const text = describeAccount(henrik);
  await store.db.insert(demoRecords).values({ kind: 'account', recordId: henrik.id, text });
}

test('creates an admin only from a demo account, with a fresh proof', async () => {
  expect(await press(OWN_ACCOUNT)).toMatchObject({ isDone: false });
  await becomeDemo();
  services.clock.advance(6 * 60_000);
  expect(await press(OWN_ACCOUNT)).toMatchObject({ isDone: false });
  expect(await store.db.$count(profiles)).toBe(1);
  cookie = await cookieOf(store.db, services, 'henrik');
  expect(await press({ ...OWN_ACCOUNT, confirmation: 'another' })).toMatchObject({ isDone: false });
  expect(await press(OWN_ACCOUNT)).toMatchObject({ to: '/login?notice=account-ready' });
  const people = await store.db.select().from(profiles);
  expect(people.find(({ email }) => email === 'ada@own.test')).toMatchObject({ role: 'admin' });
  // The demo account is signed out.
  await expect(press(OWN_ACCOUNT)).rejects.toMatchObject({ status: 302 });
});

test('says what the mail server said, and ticks nothing that it refused', async () => {
  services.mail.isDown = true;
  expect(await press({ intent: 'test-mail' })).toMatchObject({
    isDone: false,
    message: expect.stringMatching(/^The email wasn't sent/) as string,
  });
  expect(await store.db.$count(setupGuide)).toBe(0);
  services.mail.isDown = false;
  expect(await press({ intent: 'test-mail' })).toMatchObject({
    isDone: true,
    message: expect.stringContaining(CAST.henrik.email) as string,
  });
  expect(await store.db.$count(setupGuide)).toBe(1);
});

test('removing needs a fresh proof, and an account of one’s own', async () => {
  await becomeDemo();
  services.clock.advance(6 * 60_000);
  expect(await press({ intent: 'remove-demo' })).toMatchObject({ isDone: false });
  cookie = await cookieOf(store.db, services, 'henrik');
  expect(await press({ intent: 'remove-demo' })).toMatchObject({
    message: expect.stringMatching(/signed in with a demo account/) as string,
  });
});
