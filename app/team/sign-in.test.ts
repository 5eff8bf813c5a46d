import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { CAST } from '../../tests/support/cast.ts';
import { useDatabase } from '../../tests/support/database.ts';
import {
  auditOf,
  cookieOf,
  employ,
  NOBODY,
  refusalOf,
  teamServices,
} from '../../tests/support/team.ts';
import type { RefusedError } from '../platform/errors.ts';
import { findMember } from './find-member.server.ts';
import { signIn, signOut } from './sign-in.server.ts';
import { authSessions, authUsers, profiles } from './tables.server.ts';

const store = useDatabase();

async function withMaya(options: { isDelivered?: boolean } = {}) {
  const services = teamServices(store.db, options);
  const maya = await employ(store.db, services, 'maya');
  const enter = (email: string = CAST.maya.email, password: string = CAST.maya.password) =>
    signIn(store.db, services, NOBODY, new Headers(), { email, password });
  return { services, maya, enter };
}

describe('signing in', () => {
  test('opens a session in an HttpOnly cookie', async () => {
    const { services, maya, enter } = await withMaya();
    const [cookie] = (await enter(' MAYA.Okafor@embarka.example ')).getSetCookie();
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
    expect(cookie).toMatch(/Secure/i);
    const headers = new Headers({ cookie: cookie?.split(';')[0] ?? '' });
    expect((await findMember(store.db, services.auth, headers))?.member.id).toBe(maya.id);
  });

  test('answers a wrong password and an unknown address alike, and writes both down', async () => {
    const { enter } = await withMaya();
    const wrong = await refusalOf(enter(CAST.maya.email, 'wrong-password'));
    const unknown = await refusalOf(enter('nobody@embarka.example', CAST.maya.password));
    expect(wrong).toMatchObject({
      status: 401,
      message: 'Login failed. Please check your credentials.',
      field: undefined,
    });
    const said = ({ status, message, field }: RefusedError) => ({ status, message, field });
    expect(said(unknown)).toEqual(said(wrong));
    expect(await auditOf(store.db, 'sign-in-failed')).toMatchObject([
      { subject: CAST.maya.email, requestId: 'request-1' },
      { subject: 'nobody@embarka.example' },
    ]);
  });

  test.each([
    ['waiting', 'Your account is waiting for approval by an admin.'],
    ['suspended', 'Your account is suspended.'],
  ] as const)(
    'is refused while the account is %s, and leaves no session',
    async (status, message) => {
      const { enter } = await withMaya();
      await store.db.update(profiles).set({ status });
      expect((await refusalOf(enter())).message).toBe(message);
      expect(await store.db.select().from(authSessions)).toEqual([]);
      expect((await refusalOf(enter(CAST.maya.email, 'wrong-password'))).status).toBe(401);
    },
  );

  test('asks for a verified address where mails are delivered, and sends a new link', async () => {
    const { services, enter } = await withMaya({ isDelivered: true });
    await store.db.update(authUsers).set({ emailVerified: false });
    expect((await refusalOf(enter())).message).toMatch('Please verify your email first.');
    expect(services.mail.sent[0]?.subject).toBe('Verify your email for Embarka');
    await store.db.update(authUsers).set({ emailVerified: true });
    expect((await enter()).getSetCookie()).toHaveLength(1);
  });

  test('does not ask for it where mails end in the outbox', async () => {
    const { enter } = await withMaya();
    await store.db.update(authUsers).set({ emailVerified: false });
    expect((await enter()).getSetCookie()).toHaveLength(1);
  });

  test('makes up for a profile that was not saved at sign-up', async () => {
    const { maya, enter } = await withMaya();
    await store.db.delete(profiles);
    expect((await refusalOf(enter())).message).toMatch('waiting for approval');
    expect(await store.db.select().from(profiles)).toMatchObject([
      { id: maya.id, status: 'waiting', role: 'agent' },
    ]);
  });
});

describe('a session', () => {
  test('is nobody after signing out', async () => {
    const { services } = await withMaya();
    const headers = new Headers({ cookie: await cookieOf(store.db, services, 'maya') });
    await signOut(services.auth, headers);
    expect(await findMember(store.db, services.auth, headers)).toBeUndefined();
  });

  test.each(['waiting', 'suspended'] as const)(
    'is nobody while its account is %s',
    async (status) => {
      const { services, maya } = await withMaya();
      const headers = new Headers({ cookie: await cookieOf(store.db, services, 'maya') });
      await store.db.update(profiles).set({ status }).where(eq(profiles.id, maya.id));
      expect(await findMember(store.db, services.auth, headers)).toBeUndefined();
    },
  );

  test('with a forged signature is nobody', async () => {
    const { services } = await withMaya();
    const cookie = await cookieOf(store.db, services, 'maya');
    const forged = new Headers({ cookie: cookie.replace(/\.[^.]*$/, '.AAAA') });
    expect(await findMember(store.db, services.auth, forged)).toBeUndefined();
  });
});
