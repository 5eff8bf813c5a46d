import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { useDatabase } from '../../tests/support/database.ts';
import type { Database } from '../platform/db/database.server.ts';
import { auditOf, NOBODY, refusalOf, teamServices } from '../../tests/support/team.ts';
import { signUp, type SignUp } from './sign-up.server.ts';
import { authUsers, profiles } from './tables.server.ts';

const store = useDatabase();

const PRIYA: SignUp = {
  firstName: 'Priya',
  lastName: 'Nair',
  email: 'Priya@Embarka.example ',
  role: 'admin',
  password: 'lantern-tide-41',
  confirmation: 'lantern-tide-41',
};

const submit = (change: Partial<SignUp> = {}, services = teamServices(store.db)) =>
  signUp(store.db, services, NOBODY, { ...PRIYA, ...change });

const profileOf = async (email: string) =>
  (await store.db.select().from(profiles).where(eq(profiles.email, email)))[0];

describe('a sign-up', () => {
  test('waits for approval and keeps the role it asked for as a wish', async () => {
    const services = teamServices(store.db);
    await submit({}, services);
    expect(await profileOf('priya@embarka.example')).toMatchObject({
      fullName: 'Priya Nair',
      status: 'waiting',
      role: 'agent',
      requestedRole: 'admin',
    });
    const [user] = await store.db.select().from(authUsers);
    expect(user).toMatchObject({ emailVerified: false, name: 'Priya Nair' });
    expect(services.mail.sent).toMatchObject([
      { to: 'priya@embarka.example', subject: 'Verify your email for Embarka' },
    ]);
    expect(await auditOf(store.db, 'account-requested')).toHaveLength(1);
  });

  test.each([
    [
      'a missing first name before anything else',
      { firstName: ' ', confirmation: 'x' },
      'All fields are required',
      'firstName',
    ],
    ['a missing last name', { lastName: '' }, 'All fields are required', 'lastName'],
    ['a missing email', { email: '' }, 'All fields are required', 'email'],
    [
      'a missing password',
      { password: '', confirmation: '' },
      'All fields are required',
      'password',
    ],
    [
      'different passwords before their length',
      { password: 'abc', confirmation: 'abd' },
      'Passwords do not match',
      'confirmation',
    ],
    [
      'a short password before the email',
      { password: 'ab12c', confirmation: 'ab12c', email: 'no' },
      'Password must be at least 6 characters long',
      'password',
    ],
    [
      'an email that is none',
      { email: 'priya@embarka' },
      'Please enter a valid email address',
      'email',
    ],
    [
      'a password too long to hash',
      { password: 'x'.repeat(129), confirmation: 'x'.repeat(129) },
      'Password must be at most 128 characters long',
      'password',
    ],
    [
      'a common password',
      { password: 'Dragon', confirmation: 'Dragon' },
      'This password is among the most common ones. Please choose another.',
      'password',
    ],
    ['a role that does not exist', { role: 'owner' }, 'Please choose a role', 'role'],
  ])('is refused for %s', async (_, change, message, field) => {
    expect(await refusalOf(submit(change))).toMatchObject({ message, field, status: 400 });
    expect(await store.db.select().from(authUsers)).toEqual([]);
  });

  test('with a known address answers alike, changes nothing and tells the owner', async () => {
    await submit();
    const before = await profileOf('priya@embarka.example');
    await store.db.update(authUsers).set({ emailVerified: true });
    const services = teamServices(store.db);
    await submit(
      { firstName: 'Mallory', password: 'other-words-9', confirmation: 'other-words-9' },
      services,
    );
    expect(await profileOf('priya@embarka.example')).toEqual(before);
    expect(services.mail.sent).toMatchObject([
      { to: 'priya@embarka.example', subject: 'You have an account at Embarka already' },
    ]);
    expect(services.mail.sent[0]?.text).not.toContain('Mallory');
  });

  test('with an address nobody has verified yet sends another verification', async () => {
    await submit();
    const services = teamServices(store.db);
    await submit({}, services);
    expect(services.mail.sent[0]?.subject).toBe('Verify your email for Embarka');
  });

  test('twice at once makes one account', async () => {
    await Promise.all([submit(), submit()]);
    expect(await store.db.select().from(profiles)).toHaveLength(1);
  });

  test('with line breaks in a name puts neither into the profile nor into a mail', async () => {
    const services = teamServices(store.db);
    await submit(
      { firstName: 'Eve\r\nBcc: all@embarka.example', lastName: '\u202eriaN' },
      services,
    );
    expect((await profileOf('priya@embarka.example'))?.fullName).toBe(
      'Eve Bcc: all@embarka.example riaN',
    );
    expect(JSON.stringify(services.mail.sent)).not.toContain('Bcc');
  });

  test.each([
    'a@b.example\r\nBcc: c@d.example',
    'a@b.example,c@d.example',
    '"a b"@c.example',
    'a@b@c.example',
  ])('is refused with %j for an address', async (email) => {
    expect((await refusalOf(submit({ email }))).field).toBe('email');
  });

  test('that could not save its profile says so', async () => {
    const work = signUp(withoutProfiles(store.db), teamServices(store.db), NOBODY, PRIYA);
    expect((await refusalOf(work)).message).toBe(
      'Account created, but there was an issue with profile setup. Please contact support.',
    );
    expect(await store.db.select().from(authUsers)).toHaveLength(1);
  });
});

/** A database that cannot save profiles. */
function withoutProfiles(db: Database): Database {
  return new Proxy(db, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (key !== 'insert') return typeof value === 'function' ? value.bind(target) : value;
      return (table: Parameters<Database['insert']>[0]) => {
        if (table === profiles) throw new Error('the disk is full');
        return target.insert(table);
      };
    },
  });
}
