import { readFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { CAST } from '../../../../tests/support/cast.ts';
import { hire, useDatabase } from '../../../../tests/support/database.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import {
  auditOf,
  NOBODY,
  refusalOf,
  teamServices,
  tracedBy,
  type TestServices,
} from '../../../../tests/support/team.ts';
import { takeFromMailbox } from '../../../platform/email/mailbox-budget.server.ts';
import { hashPassword, insertLogin } from './credentials.server.ts';
import { change } from '../../../platform/change/change.server.ts';
import { approveMember, declineMember } from '../members/manage-members.server.ts';
import { insertPendingSignUp } from './pending-sign-ups.server.ts';
import { pruneTeam } from '../members/prune-team.server.ts';
import { readSignUps } from '../members/read-team.server.ts';
import { NOT_VERIFIED, signIn, WAITS_FOR_APPROVAL } from '../sessions/sign-in.server.ts';
import { insertWaitingProfile, signUp, type SignUp } from './sign-up.server.ts';
import { authAccounts, authUsers, pendingSignUps, profiles } from '../tables.server.ts';
import { issueToken } from './tokens.server.ts';
import { disownSignUp, findVerification, verifyEmail } from './verify-email.server.ts';

const store = useDatabase();
const DAY_MS = 24 * 60 * 60 * 1000;

const PRIYA: SignUp = {
  firstName: 'Priya',
  lastName: 'Nair',
  email: 'Priya@Embarka.example ',
  role: 'admin',
  password: 'lantern-tide-41',
  confirmation: 'lantern-tide-41',
};

const submit = (change: Partial<SignUp> = {}, services = teamServices(store.db)) =>
  signUp(services, NOBODY, { ...PRIYA, ...change });

const records = () => store.db.select().from(pendingSignUps).orderBy(pendingSignUps.createdAt);

async function recordToCopy() {
  const [record] = await records();
  if (!record) throw new Error('Nobody has signed up');
  const { id: _, ...row } = record;
  return row;
}

const proved = (services: TestServices, token = services.mail.lastToken) =>
  verifyEmail(services, NOBODY, token);

const enter = (services: TestServices, password: string) =>
  signIn(store.db, services, NOBODY, new Headers(), { email: 'priya@embarka.example', password });

const mallory = { firstName: 'Mallory', password: 'planted-9', confirmation: 'planted-9' };

describe('a sign-up', () => {
  test('waits for its link, then for approval, and keeps the role it asked for as a wish', async () => {
    const services = teamServices(store.db);
    await submit({}, services);
    expect(await records()).toMatchObject([
      { email: 'priya@embarka.example', fullName: 'Priya Nair', requestedRole: 'admin' },
    ]);
    expect(await store.db.select().from(authUsers)).toEqual([]);
    expect(services.mail.sent).toMatchObject([
      { to: 'priya@embarka.example', subject: 'Verify your email for Embarka' },
    ]);
    expect(await auditOf(store.db, 'account-requested')).toHaveLength(1);
    await proved(services);
    expect(await store.db.select().from(profiles)).toMatchObject([
      {
        email: 'priya@embarka.example',
        fullName: 'Priya Nair',
        status: 'waiting',
        role: 'agent',
        requestedRole: 'admin',
      },
    ]);
    expect(await store.db.select().from(authUsers)).toMatchObject([
      { emailVerified: true, name: 'Priya Nair' },
    ]);
    expect(await records()).toEqual([]);
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
      'This password is too common. Choose another one.',
      'password',
    ],
    ['a role that does not exist', { role: 'owner' }, 'Choose a role', 'role'],
  ])('is refused for %s', async (_, change, message, field) => {
    expect(await refusalOf(submit(change))).toMatchObject({ message, field, status: 400 });
    expect(await records()).toEqual([]);
  });

  test('with a known address answers alike, changes nothing and tells the owner', async () => {
    const services = teamServices(store.db);
    await submit({}, services);
    await proved(services);
    const before = await store.db.select().from(authAccounts);
    await submit(mallory, services);
    expect(await store.db.select().from(authAccounts)).toEqual(before);
    expect(await records()).toEqual([]);
    expect(services.mail.sent.at(-1)).toMatchObject({
      to: 'priya@embarka.example',
      subject: 'You already have an account at Embarka',
    });
    expect(services.mail.sent.at(-1)?.text).not.toContain('Mallory');
  });

  test('stands beside those before it: each link works, and ends the others', async () => {
    const services = teamServices(store.db, { isDelivered: true });
    await submit(mallory, services);
    const theirs = services.mail.lastToken;
    await submit({}, services);
    const own = services.mail.lastToken;
    await submit({ ...mallory, firstName: 'Eve' }, services);
    expect(await findVerification(store.db, services, own)).toMatchObject({
      signUp: { fullName: 'Priya Nair', others: 2 },
    });
    await proved(services, own);
    expect((await refusalOf(proved(services, theirs))).status).toBe(410);
    expect((await refusalOf(proved(services, own))).status).toBe(410);
    expect((await refusalOf(enter(services, mallory.password))).status).toBe(401);
    expect(await refusalOf(enter(services, PRIYA.password))).toMatchObject({
      status: 403,
      message: 'Your account is waiting for approval by an admin.',
    });
  });

  test('is the account once, whichever of two links is pressed at the same moment', async () => {
    const services = teamServices(store.db, { isDelivered: true });
    await submit({}, services);
    const own = services.mail.lastToken;
    await submit(mallory, services);
    const theirs = services.mail.lastToken;
    const outcomes = await Promise.allSettled(
      [own, theirs, own].map((token) => proved(services, token)),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
    ]);
    expect(await store.db.select().from(profiles)).toHaveLength(1);
    expect(await records()).toEqual([]);
  });

  test('is told what it waits for by its own password alone, and mailed again only after a while', async () => {
    const services = teamServices(store.db, { isDelivered: true });
    await submit({}, services);
    await submit(mallory, services);
    const first = services.mail.sent.length;
    const NOT_YET = "Verify your email first. We've just sent you a new link.";
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect((await refusalOf(enter(services, PRIYA.password))).message).toBe(NOT_YET);
    }
    expect(services.mail.sent).toHaveLength(first);
    services.clock.advance(10 * 60_000);
    expect((await refusalOf(enter(services, PRIYA.password))).message).toBe(NOT_YET);
    expect(services.mail.sent).toHaveLength(first + 1);
    expect((await refusalOf(enter(services, 'a wrong password'))).status).toBe(401);
    await proved(services);
    expect((await refusalOf(enter(services, mallory.password))).status).toBe(401);
  });

  test('is let in by an admin where no mails are delivered: that one, and no other of its address', async () => {
    const services = teamServices(store.db);
    const henrik = tracedBy(await hire(store.db, 'henrik'));
    await submit(mallory, services);
    const theirs = services.mail.lastToken;
    services.clock.advance(1000);
    await submit({}, services);
    const own = services.mail.lastToken;
    const { signUps } = await readSignUps(store.db, services.clock);
    expect(signUps.map(({ fullName, signUp: of }) => [fullName, of?.others])).toEqual([
      ['Priya Nair', 1],
      ['Mallory Nair', 1],
    ]);
    const approve = (id: string, isProofNeeded: boolean) =>
      change(services, henrik, (tx, after) =>
        approveMember(tx, after, services.clock, henrik, id, 'agent', isProofNeeded),
      );
    const [priya, eve] = signUps.map(({ id }) => id);
    expect((await refusalOf(approve(priya ?? '', true))).status).toBe(409);
    const outcomes = await Promise.allSettled([
      approve(priya ?? '', false),
      approve(eve ?? '', false),
    ]);
    const [approved, refused] = outcomes[0].status === 'fulfilled' ? [own, theirs] : [theirs, own];
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [password, other] =
      approved === own ? [PRIYA.password, mallory.password] : [mallory.password, PRIYA.password];
    expect((await enter(services, password)).headers.getSetCookie()).toHaveLength(1);
    expect((await refusalOf(enter(services, other))).status).toBe(401);
    expect((await refusalOf(proved(services, refused))).status).toBe(410);
    expect(await auditOf(store.db, 'approved')).toMatchObject([
      { detail: 'agent, email not verified' },
    ]);
    await proved(services, approved);
    expect(await store.db.select().from(authUsers)).toContainEqual(
      expect.objectContaining({ email: 'priya@embarka.example', emailVerified: true }),
    );
  });

  test('is one of two that happen at once: its approval, or the link of another', async () => {
    const services = teamServices(store.db);
    const henrik = tracedBy(await hire(store.db, 'henrik'));
    await submit({}, services);
    const own = services.mail.lastToken;
    await submit(mallory, services);
    const { signUps } = await readSignUps(store.db, services.clock);
    const theirs = signUps.find(({ fullName }) => fullName === 'Mallory Nair')?.id ?? '';
    const outcomes = await Promise.allSettled([
      change(services, henrik, (tx, after) =>
        approveMember(tx, after, services.clock, henrik, theirs, 'agent', false),
      ),
      proved(services, own),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const users = await store.db.select().from(authUsers);
    expect(users.filter(({ email }) => email === 'priya@embarka.example')).toHaveLength(1);
  });

  test('is ended by whoever reads the mail and did not ask, and by an admin, without the others', async () => {
    const services = teamServices(store.db);
    const henrik = tracedBy(await hire(store.db, 'henrik'));
    await submit(mallory, services);
    await disownSignUp(services, NOBODY, services.mail.lastToken);
    expect((await refusalOf(proved(services))).status).toBe(410);
    await submit(mallory, services);
    services.clock.advance(1000);
    await submit({}, services);
    const [eve] = await records();
    await declineMember(services, henrik, eve?.id ?? '');
    expect(await records()).toMatchObject([{ fullName: 'Priya Nair' }]);
    await proved(services);
  });

  test('of four strangers a day does not keep the owner’s own link from coming', async () => {
    const services = teamServices(store.db, { isDelivered: true });
    const { clock } = services;
    const isCounted = (id: string) =>
      store.db.transaction((tx) =>
        takeFromMailbox(tx, clock.now(), {
          id,
          mailbox: 'priya@embarka.example',
          sort: 'verification',
        }),
      );
    for (let number = 0; number < 4; number += 1) {
      await submit(mallory, services);
      expect(await isCounted(`mail ${number}`)).toBe(true);
    }
    const strangers = services.mail.lastToken;
    await submit({}, services);
    expect(await isCounted('her own')).toBe(false);

    // The owner of the address disowns the strangers' sign-up.
    await disownSignUp(services, NOBODY, strangers);
    services.mail.sent.length = 0;
    expect((await refusalOf(enter(services, PRIYA.password))).stored).toEqual(NOT_VERIFIED);
    expect(await isCounted('her own')).toBe(true);
    await proved(services);
    await refusalOf(enter(services, mallory.password));
    expect((await refusalOf(enter(services, PRIYA.password))).stored).toEqual(WAITS_FOR_APPROVAL);
  });

  test.each(['waiting', 'suspended', 'active'] as const)(
    'with the address of somebody who is %s leaves the account as it is',
    async (status) => {
      const services = teamServices(store.db);
      await hire(store.db, 'maya', { status });
      await submit({ email: CAST.maya.email }, services);
      expect(await records()).toEqual([]);
      expect(services.mail.sent).toMatchObject([
        { subject: 'You already have an account at Embarka' },
      ]);
    },
  );

  test('of a hundred strangers pushes out neither the first nor the last of an address', async () => {
    const services = teamServices(store.db);
    await submit({}, services);
    const first = services.mail.lastToken;
    const row = await recordToCopy();
    for (let number = 0; number < 100; number += 1) {
      services.clock.advance(1000);
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as strangers come
      await store.db.transaction((tx) =>
        insertPendingSignUp(tx, services.clock, { ...row, network: `203.0.113.${number}` }),
      );
    }
    services.clock.advance(1000);
    await submit({ firstName: 'Last' }, services);
    const last = services.mail.lastToken;
    expect(await records()).toHaveLength(10);
    expect(await findVerification(store.db, services, first)).toBeDefined();
    expect(await findVerification(store.db, services, last)).toBeDefined();
  });

  test('a /48 of IPv6 is one network, however many blocks it has', async () => {
    const services = teamServices(store.db);
    await signUp(services, NOBODY, PRIYA, { network: '2001:db8:77:1' });
    const row = await recordToCopy();
    for (let number = 0; number < 30; number += 1) {
      services.clock.advance(1000);
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as strangers come
      await store.db.transaction((tx) =>
        insertPendingSignUp(tx, services.clock, {
          ...row,
          email: `guest${number}@embarka.example`,
          network: `2001:db8:7:${number.toString(16)}`,
        }),
      );
    }
    expect(await records()).toHaveLength(21);
    expect(await records()).toContainEqual(
      expect.objectContaining({ email: 'priya@embarka.example' }),
    );
  });

  test('gives way to others from the same network, not to those from elsewhere', async () => {
    const services = teamServices(store.db);
    await signUp(services, NOBODY, PRIYA, { network: '198.51.100.7' });
    const row = await recordToCopy();
    for (let number = 0; number < 30; number += 1) {
      services.clock.advance(1000);
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as strangers come
      await store.db.transaction((tx) =>
        insertPendingSignUp(tx, services.clock, {
          ...row,
          email: `guest${number}@embarka.example`,
          network: '203.0.113.9',
        }),
      );
    }
    expect(await records()).toHaveLength(21);
    expect(await records()).toContainEqual(
      expect.objectContaining({ email: 'priya@embarka.example' }),
    );
  });

  test('ends by itself after thirty days, its link after three', async () => {
    const services = teamServices(store.db);
    await submit({}, services);
    services.clock.advance(3 * DAY_MS);
    expect((await refusalOf(proved(services))).status).toBe(410);
    await pruneTeam(store.db, services.clock);
    expect(await records()).toHaveLength(1);
    services.clock.advance(27 * DAY_MS);
    expect((await refusalOf(enter(services, PRIYA.password))).status).toBe(401);
    expect((await readSignUps(store.db, services.clock)).signUps).toEqual([]);
    await pruneTeam(store.db, services.clock);
    expect(await records()).toHaveLength(1);
    services.clock.advance(1);
    await pruneTeam(store.db, services.clock);
    expect(await records()).toEqual([]);
  });

  test('with line breaks in a name puts neither into the profile nor into a mail', async () => {
    const services = teamServices(store.db);
    await submit(
      { firstName: 'Eve\r\nBcc: all@embarka.example', lastName: '\u202eriaN' },
      services,
    );
    expect((await records())[0]?.fullName).toBe('Eve Bcc: all@embarka.example riaN');
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

  test('that could not save its profile says so, and signing in makes up for it', async () => {
    const services = teamServices(store.db);
    await submit({}, services);
    await store.pool.query(
      "alter table profiles add constraint nobody_waits check (status <> 'waiting')",
    );
    try {
      expect((await refusalOf(proved(services))).message).toBe(
        'Account created, but there was an issue with profile setup. Please contact support.',
      );
      expect(await store.db.select().from(authUsers)).toHaveLength(1);
      expect(await store.db.select().from(profiles)).toEqual([]);
    } finally {
      await store.pool.query('alter table profiles drop constraint nobody_waits');
    }
    expect((await refusalOf(enter(services, PRIYA.password))).status).toBe(403);
    expect(await store.db.select().from(profiles)).toMatchObject([{ status: 'waiting' }]);
  });
});

test('accounts that waited with an unproved address go on as sign-ups, with link and password', async () => {
  const services = teamServices(store.db, { isDelivered: true });
  const now = services.clock.now();
  await hire(store.db, 'henrik');
  await hire(store.db, 'leo', { status: 'waiting' });
  await store.db.update(authUsers).set({ emailVerified: true }).where(eq(authUsers.id, 'leo'));
  const id = await store.db.transaction((tx) =>
    insertWaitingAccount(tx, services, 'priya@embarka.example'),
  );
  const token = await issueToken(store.db, services.clock, 'verify-email', id);
  await carryOver(store.pool);
  expect((await store.db.select().from(authUsers)).map((user) => user.id).sort()).toEqual([
    'henrik',
    'leo',
  ]);
  expect(await records()).toMatchObject([
    { email: 'priya@embarka.example', fullName: 'Priya Nair', requestedRole: 'manager' },
  ]);
  await store.db.update(pendingSignUps).set({ expiresAt: new Date(now.getTime() + DAY_MS) });
  expect((await refusalOf(enter(services, PRIYA.password))).status).toBe(403);
  expect((await refusalOf(enter(services, 'a wrong password'))).status).toBe(401);
  await proved(services, token);
  expect(
    await store.db.select().from(profiles).where(eq(profiles.email, PRIYA_EMAIL)),
  ).toMatchObject([{ status: 'waiting', requestedRole: 'manager' }]);
});

const PRIYA_EMAIL = 'priya@embarka.example';

/** Inserts an account in the format that former versions used. */
async function insertWaitingAccount(
  tx: Database,
  services: TestServices,
  email: string,
): Promise<string> {
  const passwordHash = await hashPassword(services.auth, PRIYA.password);
  const login = { email, fullName: 'Priya Nair', passwordHash, isVerified: false };
  const id = (await insertLogin(tx, services.clock, login)) ?? '';
  const profile = { id, email, fullName: 'Priya Nair', requestedRole: 'manager' as const };
  await insertWaitingProfile(tx, services, profile);
  return id;
}

/** Runs the migration on the existing rows. */
async function carryOver(pool: typeof store.pool): Promise<void> {
  const file = new URL('../../../../db/migrations/0013_pending_sign_ups.sql', import.meta.url);
  const statements = (await readFile(file, 'utf8')).split('--> statement-breakpoint');
  for (const statement of statements.filter((text) => !/CREATE (TABLE|INDEX)/.test(text))) {
    // oxlint-disable-next-line no-await-in-loop -- in their order
    await pool.query(statement);
  }
}
