import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { CAST } from '../../../../tests/support/cast.ts';
import { TestClock, useDatabase } from '../../../../tests/support/database.ts';
import { auditOf, NOBODY, QUICK_PASSWORDS, teamServices } from '../../../../tests/support/team.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { createAuth, type Auth } from '../sign-in/auth.server.ts';
import { createAccount } from '../sign-in/create-account.server.ts';
import { findMember } from '../members/find-member.server.ts';
import { signIn, signOut } from './sign-in.server.ts';
import { authAccounts, authSessions, authUsers, profiles } from '../tables.server.ts';

const store = useDatabase();
const { maya } = CAST;
const FAILED = { status: 401, message: 'Login failed. Please check your credentials.' };

let auth: Auth;

const OPTIONS = { origin: 'http://localhost:3000', secret: 'x'.repeat(43) };

beforeEach(async () => {
  auth = createAuth(store.db, { ...OPTIONS, passwords: QUICK_PASSWORDS });
  await createAccount(store.db, auth, new TestClock(), maya);
});

const services = (options: { isDelivered?: boolean } = {}) => ({
  ...teamServices(store.db, options),
  auth,
});

const enter = (email: string, password: string, needed = services()) =>
  signIn(store.db, needed, NOBODY, new Headers(), { email, password });

async function refusal(email: string, password: string): Promise<RefusedError> {
  const outcome = await enter(email, password).catch((error: unknown) => error);
  if (outcome instanceof RefusedError) return outcome;
  throw new Error('Expected a refusal', { cause: outcome });
}

function cookiesOf(headers: Headers): Headers {
  const pairs = headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  return new Headers({ Cookie: pairs.join('; ') });
}

const setStatus = (status: 'waiting' | 'active' | 'suspended') =>
  store.db.update(profiles).set({ status }).where(eq(profiles.email, maya.email));

describe('signing in', () => {
  test('with the right password opens a session that scripts cannot read', async () => {
    const { headers: answer } = await enter(maya.email, maya.password);
    expect(answer.getSetCookie()).toHaveLength(1);
    const [cookie = ''] = answer.getSetCookie();
    expect(cookie).toMatch(/^embarka\.session_token=[^;]{32,};/);
    expect(cookie).toMatch(/; HttpOnly/i);
    expect(cookie).toMatch(/; SameSite=Lax/i);
    expect(cookie).toMatch(/; Path=\//i);
    expect(cookie).not.toMatch(/; (Secure|Domain)/i);
  });

  test('works with the address in any case and with spaces around it', async () => {
    const { headers } = await enter(`  ${maya.email.toUpperCase()} `, maya.password);
    const session = await findMember(store.db, auth, cookiesOf(headers));
    expect(session?.member.email).toBe(maya.email);
  });

  test('over TLS sends the cookie over TLS alone', async () => {
    const secure = createAuth(store.db, {
      ...OPTIONS,
      origin: 'https://shop.example',
      passwords: QUICK_PASSWORDS,
    });
    const { headers: answer } = await enter(maya.email, maya.password, {
      ...services(),
      auth: secure,
    });
    expect(answer.getSetCookie()[0]).toMatch(/^__Host-embarka\.session_token=.*; Secure/i);
  });

  test.each([
    ['a wrong password', maya.email, 'lantern-tide-42'],
    ['the right password in another case', maya.email, maya.password.toUpperCase()],
    ['the right password with a space', maya.email, `${maya.password} `],
    ['an address nobody has', 'nobody@embarka.example', maya.password],
    ['a password longer than any', maya.email, 'x'.repeat(10_000)],
  ])('with %s is one and the same refusal', async (_, email, password) => {
    const { status, message, field } = await refusal(email, password);
    expect({ status, message, field }).toEqual({ ...FAILED, field: undefined });
    expect(await store.db.select().from(authSessions)).toEqual([]);
  });

  test('tells passwords apart with the slow hash of an installation', async () => {
    auth = createAuth(store.db, OPTIONS);
    const { leo } = CAST;
    const id = await createAccount(store.db, auth, new TestClock(), leo);
    const [account] = await store.db.select().from(authAccounts).where(eq(authAccounts.userId, id));
    expect(account?.password).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
    expect((await refusal(leo.email, maya.password)).status).toBe(401);
    expect(cookiesOf((await enter(leo.email, leo.password)).headers).get('Cookie')).not.toBe('');
  });

  test('with an unknown address hashes once, as with a wrong password, so that both take as long', async () => {
    const { password } = await auth.$context;
    const hash = vi.spyOn(password, 'hash');
    const verify = vi.spyOn(password, 'verify');
    await refusal(maya.email, 'wrong-password');
    expect([hash.mock.calls.length, verify.mock.calls.length]).toEqual([0, 1]);
    await refusal('nobody@embarka.example', 'wrong-password');
    expect([hash.mock.calls.length, verify.mock.calls.length]).toEqual([1, 1]);
  });

  test.each([
    ['waiting', 'Your account is waiting for approval by an admin.'],
    ['suspended', 'Your account is suspended.'],
  ] as const)('of somebody who is %s is refused in plain words', async (status, message) => {
    await setStatus(status);
    expect(await refusal(maya.email, maya.password)).toMatchObject({ status: 403, message });
    expect(await store.db.select().from(authSessions)).toEqual([]);
    expect(await auditOf(store.db, 'sign-in-refused')).toMatchObject([
      { subject: maya.email, detail: message },
    ]);
  });

  test('that fails is written down, whoever was meant', async () => {
    await refusal(maya.email, 'wrong-password');
    await refusal('nobody@embarka.example', 'wrong-password');
    expect(await auditOf(store.db, 'sign-in-failed')).toMatchObject([
      { subject: maya.email, requestId: 'request-1' },
      { subject: 'nobody@embarka.example' },
    ]);
  });

  test('waits for a verified address where mails are delivered, and sends a new link', async () => {
    await store.db.update(authUsers).set({ emailVerified: false });
    const delivered = services({ isDelivered: true });
    await expect(enter(maya.email, maya.password, delivered)).rejects.toThrow(
      "Verify your email first. We've just sent you a new link.",
    );
    expect(delivered.mail.sent[0]?.subject).toBe('Verify your email for Embarka');
    expect((await enter(maya.email, maya.password)).headers.getSetCookie()).toHaveLength(1);
  });

  test.each(['waiting', 'suspended'] as const)(
    'of somebody who is %s says so only to who knows the password',
    async (status) => {
      await setStatus(status);
      expect(await refusal(maya.email, 'wrong-password')).toMatchObject(FAILED);
    },
  );

  test('of an account whose profile was not saved at sign-up makes up for it', async () => {
    await store.db.delete(profiles);
    expect(await refusal(maya.email, maya.password)).toMatchObject({ status: 403 });
    expect(await store.db.select().from(profiles)).toMatchObject([
      { email: maya.email, status: 'waiting', role: 'agent' },
    ]);
  });

  test.each([
    ['', 'x', 'email', 'Enter your email'],
    ['  ', 'x', 'email', 'Enter your email'],
    ['maya', 'x', 'email', 'Please enter a valid email address'],
    [maya.email, '', 'password', 'Enter your password'],
  ])('as "%s" with "%s" names the field to correct', async (email, password, field, message) => {
    expect(await refusal(email, password)).toMatchObject({ status: 400, field, message });
  });
});

describe('a session', () => {
  const signedIn = async () => cookiesOf((await enter(maya.email, maya.password)).headers);

  test('tells who is there and with which role', async () => {
    const session = await findMember(store.db, auth, await signedIn());
    const { email, fullName, role } = maya;
    expect(session?.member).toEqual({
      id: expect.any(String),
      email,
      fullName,
      role,
      language: null,
    });
    expect(session?.sessionId).toEqual(expect.any(String));
  });

  test('counts for nothing from the moment its account is suspended', async () => {
    const cookies = await signedIn();
    expect(await findMember(store.db, auth, cookies)).toBeDefined();
    await setStatus('suspended');
    expect(await findMember(store.db, auth, cookies)).toBeUndefined();
    await setStatus('waiting');
    expect(await findMember(store.db, auth, cookies)).toBeUndefined();
    await setStatus('active');
    expect(await findMember(store.db, auth, cookies)).toBeDefined();
  });

  test('has the role of now, not of when it began', async () => {
    const cookies = await signedIn();
    await store.db.update(profiles).set({ role: 'manager' });
    expect((await findMember(store.db, auth, cookies))?.member.role).toBe('manager');
  });

  test('ends when its person signs out, on the server too', async () => {
    const cookies = await signedIn();
    const other = await signedIn();
    const answer = await signOut(auth, cookies);
    expect(answer.getSetCookie().join()).toMatch(/embarka\.session_token=;.*Max-Age=0/i);
    expect(await findMember(store.db, auth, cookies)).toBeUndefined();
    expect(await findMember(store.db, auth, other)).toBeDefined();
  });

  test('ends when its time is over', async () => {
    const cookies = await signedIn();
    await store.db.update(authSessions).set({ expiresAt: new Date(Date.now() - 1000) });
    expect(await findMember(store.db, auth, cookies)).toBeUndefined();
  });

  test('cannot be made up, nor signed with another secret', async () => {
    const cookies = (await signedIn()).get('Cookie') ?? '';
    const token = cookies.slice(cookies.indexOf('=') + 1).split('.')[0];
    const forged = [
      '',
      'embarka.session_token=',
      `embarka.session_token=${token}`,
      `embarka.session_token=${token}.${'A'.repeat(43)}%3D`,
      cookies.replace('embarka.', 'other.'),
    ];
    for (const Cookie of forged) {
      expect(await findMember(store.db, auth, new Headers({ Cookie }))).toBeUndefined();
    }
    const other = createAuth(store.db, { origin: 'http://localhost:3000', secret: 'y'.repeat(43) });
    expect(await findMember(store.db, other, new Headers({ Cookie: cookies }))).toBeUndefined();
    expect(await findMember(store.db, auth, new Headers({ Cookie: cookies }))).toBeDefined();
  });

  test('is looked up in one query, and once for all who ask at the same moment', async () => {
    const everybody = [await signedIn(), await signedIn()];
    const query = vi.spyOn(store.pool, 'query');
    const asked = [...everybody, ...everybody].map((headers) =>
      findMember(store.db, auth, headers),
    );
    const found = await Promise.all(asked);
    expect(found.map((session) => session?.member.email)).toEqual(asked.map(() => maya.email));
    expect(new Set(found.map((session) => session?.sessionId)).size).toBe(2);
    expect(query).toHaveBeenCalledTimes(1);
  });

  test('in use is prolonged once a day', async () => {
    const headers = await signedIn();
    const days = (count: number) => new Date(Date.now() + count * 24 * 60 * 60 * 1000);
    await store.db.update(authSessions).set({ expiresAt: days(12) });
    const session = await findMember(store.db, auth, headers);
    expect(session!.expiresAt.getTime()).toBeGreaterThan(days(13.9).getTime());
    const [row] = await store.db.select().from(authSessions);
    expect(row?.expiresAt).toEqual(session?.expiresAt);
  });

  test('is absent without cookies', async () => {
    expect(await findMember(store.db, auth, new Headers())).toBeUndefined();
  });
});
