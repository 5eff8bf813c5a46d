import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { CAST } from '../../../tests/support/cast.ts';
import { useDatabase } from '../../../tests/support/database.ts';
import { contextOf, createTestAppContext } from '../../../tests/support/app-context.ts';
import { employ, NOBODY, teamServices, TEST_ORIGIN } from '../../../tests/support/team.ts';
import { createLoadContext, type AppContext } from '../../app-context.ts';
import { requestPasswordReset } from '../server/sign-in/change-password.server.ts';
import {
  findKnownDevice,
  isKnownDevice,
  rememberDevice,
  limitSignIn,
} from '../server/sessions/sign-in-limits.server.ts';
import { authAccounts, passkeys, recoveryCodes } from '../server/tables.server.ts';
import { action } from './login.tsx';
import { action as factorAction } from './login-factor.tsx';
import { action as resetAction, loader as resetLoader } from './reset-password.tsx';

const store = useDatabase();

async function attempt(appContext: AppContext, address: string, password: string, cookie = '') {
  const request = new Request(`${TEST_ORIGIN}/login`, {
    method: 'POST',
    headers: { Origin: TEST_ORIGIN, Cookie: cookie },
    body: new URLSearchParams({ email: CAST.maya.email, password }),
  });
  const context = createLoadContext(appContext, { id: 'request-1', address, nonce: 'nonce' });
  const args = { context, request, params: {} } as unknown as Parameters<typeof action>[0];
  const outcome = await action(args);
  return outcome instanceof Response
    ? { status: outcome.status, cookies: outcome.headers.getSetCookie() }
    : { status: outcome.init?.status ?? 200, cookies: [] };
}

test('a thousand addresses guess one account no faster than a few, and its owner still comes in', async () => {
  const services = teamServices(store.db);
  await employ(store.db, services, 'maya');
  const appContext = createTestAppContext(store.db, services);
  const { cookies } = await attempt(appContext, '198.51.100.7', CAST.maya.password);
  const cookie = cookies.map((header) => header.split(';')[0]).join('; ');
  // Every guess comes from another network, because the limits per network would stop an attacker far earlier.
  for (let number = 1; number < 30; number += 1) {
    await appContext.limits.take(
      { name: 'sign-in-anywhere', burst: 30, perMinute: 10 },
      CAST.maya.email,
    );
  }
  expect((await attempt(appContext, '203.0.113.1', 'guess')).status).toBe(429);
  expect((await attempt(appContext, '203.0.113.2', CAST.maya.password)).status).toBe(429);
  expect((await attempt(appContext, '198.51.100.7', CAST.maya.password, cookie)).status).toBe(302);
});

test('who guesses one account patiently, from everywhere, gets a hundred guesses a day, and its owner still comes in', async () => {
  const services = teamServices(store.db);
  await employ(store.db, services, 'maya');
  const appContext = createTestAppContext(store.db, services);
  const { cookies } = await attempt(appContext, '198.51.100.7', CAST.maya.password);
  const cookie = cookies.map((header) => header.split(';')[0]).join('; ');
  const guess = async (network: string) =>
    limitSignIn(appContext, {
      network,
      cookies: null,
      email: CAST.maya.email,
    }).then(
      () => 'allowed',
      () => 'refused',
    );
  const allowed: number[] = [];
  for (let minute = 0; minute < 12; minute += 1) {
    services.clock.advance(60_000);
    for (let number = 0; number < 10; number += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      if ((await guess(`203.0.${minute}.${number}`)) === 'allowed') allowed.push(minute);
    }
  }
  // The owner's own sign-in counts towards the hundred.
  expect(allowed).toHaveLength(99);
  expect((await attempt(appContext, '203.0.113.2', CAST.maya.password)).status).toBe(429);
  expect((await attempt(appContext, '198.51.100.7', CAST.maya.password, cookie)).status).toBe(302);
});

test('one address that guesses is slowed down, and others in other networks are not', async () => {
  const services = teamServices(store.db);
  await employ(store.db, services, 'maya');
  const appContext = createTestAppContext(store.db, services);
  for (let number = 0; number < 10; number += 1) {
    await appContext.limits.take(
      { name: 'sign-in-account', burst: 10, perMinute: 5 },
      `2001:db8:0:1 ${CAST.maya.email}`,
    );
  }
  expect((await attempt(appContext, '2001:db8:0:1::5', 'guess')).status).toBe(429);
  expect((await attempt(appContext, '2001:db8:0:1:ffff::9', 'guess')).status).toBe(429);
  expect((await attempt(appContext, '2001:db8:0:2::5', CAST.maya.password)).status).toBe(302);
});

/** The guesses use up the limit that all unknown browsers share for this password. */
async function guessFromEverywhere(appContext: AppContext, password = ''): Promise<void> {
  const limit = { name: 'sign-in-anywhere', burst: 30, perMinute: 10 };
  const key = `${CAST.maya.email} ${password}`.trimEnd();
  for (let number = 0; number < 30; number += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, until it is too many
    await appContext.limits.take(limit, key).catch(() => {});
  }
}

test('thirty-four strangers lock out neither a browser the owner has used nor whoever completed a reset', async () => {
  const services = teamServices(store.db);
  await employ(store.db, services, 'maya');
  const appContext = createTestAppContext(store.db, services);
  const { cookies } = await attempt(appContext, '198.51.100.7', CAST.maya.password);
  const cookie = cookies.map((header) => header.split(';')[0]).join('; ');
  await guessFromEverywhere(appContext);
  expect((await attempt(appContext, '198.51.100.8', CAST.maya.password)).status).toBe(429);
  expect((await attempt(appContext, '198.51.100.7', CAST.maya.password, cookie)).status).toBe(302);

  await requestPasswordReset(services, NOBODY, CAST.maya.email);
  services.clock.advance(1);
  const password = 'brand-new-harbour';
  const reset = new Request(`${TEST_ORIGIN}/reset-password?token=${services.mail.lastToken}`, {
    method: 'POST',
    body: new URLSearchParams({ password, confirmation: password }),
  });
  const args = { context: contextOf(appContext), request: reset, params: {} };
  const done = (await resetAction(args as unknown as Parameters<typeof resetAction>[0]).catch(
    (thrown: unknown) => thrown,
  )) as Response;
  const known = done.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  // A new password has a limit of its own, so signing in works from any browser.
  expect((await attempt(appContext, '198.51.100.9', password)).status).toBe(302);
  // The browser that completed the reset is exempt from that limit.
  await guessFromEverywhere(appContext, String(services.clock.now().getTime()));
  expect((await attempt(appContext, '198.51.100.10', password)).status).toBe(429);
  expect((await attempt(appContext, '198.51.100.11', password, known)).status).toBe(302);
});

test('an expired link to set a password sets none, and still disowns what strangers requested', async () => {
  const services = teamServices(store.db);
  await employ(store.db, services, 'maya');
  const appContext = createTestAppContext(store.db, services);
  await requestPasswordReset(services, NOBODY, CAST.maya.email);
  const page = `${TEST_ORIGIN}/reset-password?token=${services.mail.lastToken}`;
  services.clock.advance(61 * 60_000);
  const args = (request: Request) => ({ context: contextOf(appContext), request, params: {} });
  const load = () =>
    resetLoader(args(new Request(page)) as unknown as Parameters<typeof resetLoader>[0]);
  const post = async (fields: Record<string, string>) => {
    const body = new URLSearchParams(fields);
    const request = args(new Request(page, { method: 'POST', body }));
    const outcome = await resetAction(request);
    if (outcome instanceof Response) throw new Error('The page was left');
    return { status: outcome.init?.status ?? 200, isDone: outcome.data.isDone };
  };
  const password = 'brand-new-harbour';
  expect(await post({ password, confirmation: password })).toEqual({ status: 410, isDone: false });
  expect(await load()).toMatchObject({ isKnown: true });
  expect(await post({ intent: 'not-mine' })).toEqual({ status: 200, isDone: true });
  expect(await load()).toMatchObject({ isKnown: false });
});

test('a stranger in the owner’s own network does not lock out a browser the owner has used', async () => {
  const services = teamServices(store.db);
  await employ(store.db, services, 'maya');
  const appContext = createTestAppContext(store.db, services);
  const { cookies } = await attempt(appContext, '198.51.100.7', CAST.maya.password);
  const cookie = cookies.map((header) => header.split(';')[0]).join('; ');
  for (let number = 0; number < 20; number += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await appContext.limits
      .take({ name: 'sign-in-address', burst: 20, perMinute: 10 }, '198.51.100.7')
      .catch(() => {});
  }
  expect((await attempt(appContext, '198.51.100.7', CAST.maya.password)).status).toBe(429);
  expect((await attempt(appContext, '198.51.100.7', CAST.maya.password, cookie)).status).toBe(302);
});

test('a browser that is known guesses no faster than any other', async () => {
  const services = teamServices(store.db);
  await employ(store.db, services, 'maya');
  const appContext = createTestAppContext(store.db, services);
  const { cookies } = await attempt(appContext, '198.51.100.7', CAST.maya.password);
  const cookie = cookies.map((header) => header.split(';')[0]).join('; ');
  const device = findKnownDevice(appContext, cookie, CAST.maya.email) ?? '';
  for (let number = 0; number < 9; number += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await appContext.limits.take({ name: 'sign-in-device', burst: 10, perMinute: 5 }, device);
  }
  expect((await attempt(appContext, '203.0.113.1', 'a guess', cookie)).status).toBe(401);
  expect((await attempt(appContext, '203.0.113.2', 'a guess', cookie)).status).toBe(429);
});

test('browsers it was used with guess a hundred times a day together, until there is a new password', async () => {
  const services = teamServices(store.db);
  await employ(store.db, services, 'maya');
  const appContext = createTestAppContext(store.db, services);
  const guess = async () => {
    // An attacker who knew the password could make any number of browsers known.
    const cookies = rememberDevice(appContext, null, CAST.maya.email);
    const asked = { network: '203.0.113.1', cookies, email: CAST.maya.email };
    return limitSignIn(appContext, asked).then(
      () => 'allowed',
      () => 'refused',
    );
  };
  const outcomes: string[] = [];
  // oxlint-disable-next-line no-await-in-loop -- one after the other
  for (let number = 0; number < 102; number += 1) outcomes.push(await guess());
  expect(outcomes.filter((outcome) => outcome === 'allowed')).toHaveLength(100);
  services.clock.advance(1);
  await store.db.update(authAccounts).set({ updatedAt: services.clock.now() });
  expect(await guess()).toBe('allowed');
});

test('a browser is known once a second factor was given, too, where one is asked for', async () => {
  const services = teamServices(store.db);
  const { id } = await employ(store.db, services, 'maya');
  const appContext = createTestAppContext(store.db, services);
  await store.db.insert(passkeys).values({
    id: 'credential',
    userId: id,
    name: 'Laptop',
    publicKey: 'key',
    counter: 0,
    transports: '',
    createdAt: services.clock.now(),
  });
  const codeHash = hash('sha256', `${id} abcdefghjkmnpqrs`);
  await store.db.insert(recoveryCodes).values({ userId: id, codeHash });
  const { cookies } = await attempt(appContext, '198.51.100.7', CAST.maya.password);
  const isKnown = (headers: readonly string[]) =>
    isKnownDevice(appContext, headers.map((one) => one.split(';')[0]).join('; '), CAST.maya.email);
  expect(isKnown(cookies)).toBe(false);
  const request = new Request(`${TEST_ORIGIN}/login/factor`, {
    method: 'POST',
    headers: { Cookie: cookies.map((one) => one.split(';')[0]).join('; ') },
    body: new URLSearchParams({ code: 'abcd-efgh-jkmn-pqrs' }),
  });
  const args = { context: contextOf(appContext), request, params: {} };
  const done = await factorAction(args);
  expect(done instanceof Response && isKnown(done.headers.getSetCookie())).toBe(true);
});

test('what is no address, or no form, is counted under nothing', async () => {
  const appContext = createTestAppContext(store.db, teamServices(store.db));
  const counted: string[] = [];
  const limits = {
    take: (_: unknown, key: string) => {
      counted.push(key);
      return Promise.resolve({ remaining: 1, fullAfterSeconds: 1 });
    },
  };
  const context = contextOf({ ...appContext, limits });
  const form = (email: string) => new URLSearchParams({ email, password: 'guess' });
  for (const body of [
    form(`${'a'.repeat(60_000)}@b.example`),
    'email=a',
    form('x'.repeat(2_000)),
  ]) {
    const request = new Request(`${TEST_ORIGIN}/login`, { method: 'POST', body });
    const args = { context, request, params: {} } as unknown as Parameters<typeof action>[0];
    expect(await action(args)).not.toBeInstanceOf(Response);
  }
  expect(counted).toEqual([]);
  const request = new Request(`${TEST_ORIGIN}/login`, {
    method: 'POST',
    body: form('maya@embarka.example'),
  });
  await action({ context, request, params: {} } as unknown as Parameters<typeof action>[0]);
  expect(counted).toContain('203.0.113.9 maya@embarka.example');
});
