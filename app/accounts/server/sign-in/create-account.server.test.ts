import { beforeEach, expect, test } from 'vitest';
import { CAST } from '../../../../tests/support/cast.ts';
import { TestClock, useDatabase } from '../../../../tests/support/database.ts';
import { createAuth, type Auth } from './auth.server.ts';
import { createAccount, randomPassword } from './create-account.server.ts';
import { isRole, ROLES } from '../../protocol/roles.ts';
import { authAccounts, authSessions, authUsers, profiles } from '../tables.server.ts';

const store = useDatabase();
const { maya } = CAST;
const clock = new TestClock();

let auth: Auth;

beforeEach(() => {
  auth = createAuth(store.db, { origin: 'http://localhost:3000', secret: 'x'.repeat(43) });
});

test('a created account is approved, has its role and is under its address in lower case', async () => {
  const email = ' Maya.Okafor@Embarka.Example';
  const id = await createAccount(store.db, auth, clock, { ...maya, email });
  expect(await store.db.select().from(profiles)).toMatchObject([
    {
      id,
      email: maya.email,
      fullName: maya.fullName,
      role: maya.role,
      status: 'active',
      acceptsChats: true,
      connectedUntil: null,
      lastAssignedAt: null,
      createdAt: clock.now(),
    },
  ]);
});

test('a password is stored only as a salted hash', async () => {
  await createAccount(store.db, auth, clock, maya);
  await createAccount(store.db, auth, clock, { ...CAST.leo, password: maya.password });
  const accounts = await store.db.select().from(authAccounts);
  const hashes = accounts.map(({ password }) => password ?? '');
  expect(hashes.every((hash) => hash.length >= 64)).toBe(true);
  expect(new Set(hashes).size).toBe(2);
  expect(JSON.stringify(accounts)).not.toContain(maya.password);
});

test('creating an account signs nobody in', async () => {
  await createAccount(store.db, auth, clock, maya);
  expect(await store.db.select().from(authSessions)).toEqual([]);
});

test('a second account for an address, in whatever case, is refused by its field', async () => {
  await createAccount(store.db, auth, clock, maya);
  const again = createAccount(store.db, auth, clock, {
    ...CAST.leo,
    email: maya.email.toUpperCase(),
  });
  await expect(again).rejects.toMatchObject({ status: 409, field: 'email' });
  expect(await store.db.select().from(authUsers)).toHaveLength(1);
  expect(await store.db.select().from(profiles)).toMatchObject([{ fullName: maya.fullName }]);
});

test.each([
  ['of 11 characters', '9kv-t2-hb41', 'at least 12 characters'],
  ['of 129 characters', 'x'.repeat(129), 'at most 128 characters'],
  ['that everybody has', 'Football', 'too common'],
])('a password %s creates nothing', async (_, password, problem) => {
  const creating = createAccount(store.db, auth, clock, { ...maya, password });
  await expect(creating).rejects.toThrow(new RegExp(problem, 'i'));
  expect(await store.db.select().from(authUsers)).toEqual([]);
  expect(await store.db.select().from(profiles)).toEqual([]);
});

test('a random password is long, typeable and never the same', () => {
  const passwords = Array.from({ length: 500 }, randomPassword);
  expect(passwords.every((password) => /^[\w-]{16}$/.test(password))).toBe(true);
  expect(new Set(passwords).size).toBe(500);
});

test('the database knows the roles of the code and no other', async () => {
  expect(ROLES.every(isRole)).toBe(true);
  for (const other of ['Admin', 'owner', '', 'constructor']) expect(isRole(other)).toBe(false);
  const owner = { ...maya, role: 'owner' as (typeof ROLES)[number] };
  await expect(createAccount(store.db, auth, clock, owner)).rejects.toThrow(
    /insert into "profiles"/,
  );
  expect(await store.db.select().from(profiles)).toEqual([]);
});
