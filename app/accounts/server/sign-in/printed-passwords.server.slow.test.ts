import { expect, test } from 'vitest';
import { loadDemo } from '../../../../db/demo/load.ts';
import { TestClock, useDatabase } from '../../../../tests/support/database.ts';
import { NOBODY, refusalOf, teamServices } from '../../../../tests/support/team.ts';
import { signIn } from '../sessions/sign-in.server.ts';
import { profiles } from '../tables.server.ts';
import { createAccount } from './create-account.server.ts';
import { hashPassword, setPassword } from './credentials.server.ts';
import { renewPrinted, type PrintedAccount } from './printed-passwords.server.ts';

const store = useDatabase();

const ADMIN = 'henrik.dahl@embarka.example';
const AGENT = 'maya.okafor@embarka.example';

const services = () => teamServices(store.db);
const enter = (email: string, password: string) =>
  signIn(store.db, services(), NOBODY, new Headers(), { email, password });

async function renew(isShared = false): Promise<readonly PrintedAccount[]> {
  const { auth, clock } = services();
  const accounts = await renewPrinted(store.db, auth, clock, isShared);
  if (accounts === 'just printed') throw new Error('They were printed a moment ago');
  return accounts;
}

const passwordOf = (accounts: readonly PrintedAccount[], email: string) =>
  accounts.find((account) => account.email === email)?.password ?? '';

test('each start gives the demo accounts nobody has used new passwords, which alone count', async () => {
  const { auth, clock } = services();
  const first = await loadDemo(store.db, auth, clock);
  const second = await renew();
  const third = await renew();
  expect(third.map(({ email, role }) => `${role} ${email}`).toSorted()).toEqual(
    first.map(({ email, role }) => `${role} ${email}`).toSorted(),
  );
  for (const old of [first, second]) {
    expect((await refusalOf(enter(ADMIN, passwordOf(old, ADMIN)))).status).toBe(401);
  }
  await enter(AGENT, passwordOf(third, AGENT));
});

test('whoever has signed in, or chosen a password, keeps theirs', async () => {
  const { auth, clock } = services();
  const first = await loadDemo(store.db, auth, clock);
  await enter(AGENT, passwordOf(first, AGENT));
  const [leo] = await store.db.select().from(profiles).orderBy(profiles.email).offset(2).limit(1);
  expect(leo?.fullName).toBe('Leo Marchetti');
  const chosen = 'a lantern on the quay';
  await setPassword(store.db, clock, leo?.id ?? '', await hashPassword(auth, chosen));
  const second = await renew();
  expect(second).toHaveLength(first.length - 2);
  expect(passwordOf(second, AGENT) + passwordOf(second, leo?.email ?? '')).toBe('');
  await enter(AGENT, passwordOf(first, AGENT));
  await enter(leo?.email ?? '', chosen);
});

test('once an admin has signed in no start changes or prints a password any more', async () => {
  const { auth, clock } = services();
  const first = await loadDemo(store.db, auth, clock);
  await enter(ADMIN, passwordOf(first, ADMIN));
  expect(await renew()).toEqual([]);
  await enter(AGENT, passwordOf(first, AGENT));
});

test('where somebody made another admin, the demo accounts are left alone', async () => {
  const { auth, clock } = services();
  const first = await loadDemo(store.db, auth, clock);
  await createAccount(store.db, auth, clock, {
    email: 'priya.nair@embarka.example',
    fullName: 'Priya Nair',
    role: 'admin',
    password: 'a lantern on the quay',
  });
  expect(await renew()).toEqual([]);
  await enter(AGENT, passwordOf(first, AGENT));
});

test('an installation without demo accounts has none to print', async () => {
  expect(await renew()).toEqual([]);
});

test('of several processes that start together one prints passwords, which then count', async () => {
  const { auth } = services();
  const clock = new TestClock();
  const first = await loadDemo(store.db, auth, clock);
  expect(await renewPrinted(store.db, auth, clock, true)).toBe('just printed');
  clock.advance(61_000);
  const second = await renewPrinted(store.db, auth, clock, true);
  expect(second).toHaveLength(first.length);
  expect(await renewPrinted(store.db, auth, clock, true)).toBe('just printed');
});

test('demo data that could not be loaded to its end leaves nothing behind', async () => {
  const { auth, clock } = services();
  await store.db.execute(
    'alter table service_reviews add constraint full_stop check (false) not valid',
  );
  await expect(loadDemo(store.db, auth, clock)).rejects.toThrow(/service_reviews/);
  await store.db.execute('alter table service_reviews drop constraint full_stop');
  expect(await store.db.select().from(profiles)).toEqual([]);
  expect(await loadDemo(store.db, auth, clock)).toHaveLength(6);
});
