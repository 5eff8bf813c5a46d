import { eq } from 'drizzle-orm';
import { generateSync } from 'otplib';
import { beforeEach, describe, expect, test } from 'vitest';
import { CAST } from '../../../../tests/support/cast.ts';
import { useDatabase } from '../../../../tests/support/database.ts';
import {
  auditOf,
  employ,
  NOBODY,
  refusalOf,
  teamServices,
  tracedBy,
} from '../../../../tests/support/team.ts';
import type { RefusedError } from '../../../platform/errors.ts';
import { RateLimiter } from '../../../platform/rate-limit.ts';
import { findMember, type MemberSession } from '../members/find-member.server.ts';
import type { Member } from '../../protocol/member.ts';
import { findAwaiting } from '../sessions/read-session.server.ts';
import { readOpenSession, readSessions } from '../sessions/sessions.server.ts';
import { signInByPasskey, signIn } from '../sessions/sign-in.server.ts';
import { authSessions, passkeys, profiles, totpFactors } from '../tables.server.ts';
import { proveByPasskey } from './passkeys.server.ts';
import { proveByCode, proveByPassword, PROVE_FIRST } from './prove.server.ts';
import { readFactors } from './read-factors.server.ts';
import {
  removeApp,
  removePasskey,
  renewRecoveryCodes,
  resetFactors,
} from './remove-factors.server.ts';
import { confirmApp, offerApp } from './set-up-factor.server.ts';
import { readTotpOffer } from './totp.server.ts';

const store = useDatabase();

const LAPTOP = {
  id: 'credential',
  name: 'Laptop',
  publicKey: 'key',
  counter: 0,
  transports: '',
  createdAt: new Date('2026-06-12T10:00:00Z'),
};

function open() {
  const services = teamServices(store.db);
  return { ...services, limits: new RateLimiter(services.clock) };
}

let appContext: ReturnType<typeof open>;
let maya: Member;

beforeEach(async () => {
  appContext = open();
  maya = await employ(store.db, appContext, 'maya');
});

async function enter(name: keyof typeof CAST = 'maya'): Promise<Headers> {
  const { headers } = await signIn(store.db, appContext, NOBODY, new Headers(), CAST[name]);
  const pairs = headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  return new Headers({ Cookie: pairs.join('; ') });
}

async function sessionOf(headers: Headers): Promise<MemberSession> {
  const session = await findMember(store.db, appContext.auth, headers);
  if (!session) throw new Error('Nobody is signed in');
  return session;
}

async function codeNow(): Promise<string> {
  const [factor] = await store.db.select().from(totpFactors).where(eq(totpFactors.userId, maya.id));
  const epoch = Math.floor(appContext.clock.now().getTime() / 1000);
  return generateSync({ secret: factor?.secret ?? '', epoch });
}

async function setUpApp() {
  const headers = await enter();
  const trace = tracedBy(maya);
  await offerApp(appContext, trace, await sessionOf(headers));
  const codes = await confirmApp(appContext, trace, await sessionOf(headers), await codeNow());
  // The code of the set-up cannot be used twice, so the clock advances to the next one.
  appContext.clock.advance(30_000);
  return { headers, codes, trace };
}

async function awaitingOf(headers: Headers) {
  const awaiting = await findAwaiting(store.db, appContext.auth, headers);
  if (!awaiting) throw new Error('No second factor is awaited');
  return awaiting;
}

describe('an authenticator app', () => {
  test('is a factor once its first code was right, and not before', async () => {
    const headers = await enter();
    const session = await sessionOf(headers);
    await offerApp(appContext, tracedBy(maya), session);
    const offer = await readTotpOffer(store.db, appContext.clock, maya, 'Embarka');
    expect(offer?.picture).toMatch(/^data:image\/svg\+xml;base64,/);
    expect((await refusalOf(confirmApp(appContext, tracedBy(maya), session, '000000'))).field).toBe(
      'code',
    );
    expect((await sessionOf(await enter())).hasFactor).toBe(false);
    const codes = await confirmApp(appContext, tracedBy(maya), session, await codeNow());
    expect(new Set(codes).size).toBe(10);
    expect(await readFactors(store.db, maya.id)).toMatchObject({ recoveryCodesLeft: 10 });
    expect(await readTotpOffer(store.db, appContext.clock, maya, 'Embarka')).toBeUndefined();
    expect(appContext.mail.sent.at(-1)?.subject).toBe(
      'A second factor was added to your Embarka account',
    );
    expect(await auditOf(store.db, 'factor-added')).toMatchObject([
      { detail: 'authenticator app' },
    ]);
  });

  test('signs out the browsers that have not given it, and leaves this one in', async () => {
    const elsewhere = await enter();
    const { headers } = await setUpApp();
    expect(await findMember(store.db, appContext.auth, elsewhere)).toBeUndefined();
    expect((await sessionOf(headers)).hasFactor).toBe(true);
    expect(appContext.closed).toContain(`member ${maya.id}`);
  });

  test('is not offered again over one that is in use', async () => {
    const { headers, trace } = await setUpApp();
    const before = await codeNow();
    await offerApp(appContext, trace, await sessionOf(headers));
    expect(await codeNow()).toBe(before);
  });

  test('that nobody confirmed within ten minutes is forgotten', async () => {
    const session = await sessionOf(await enter());
    await offerApp(appContext, tracedBy(maya), session);
    appContext.clock.advance(10 * 60_000);
    expect(await readTotpOffer(store.db, appContext.clock, maya, 'Embarka')).toBeUndefined();
  });
});

describe('signing in with a second factor', () => {
  test('opens nothing until a code is given, neither pages nor sockets', async () => {
    await setUpApp();
    const headers = await enter();
    expect(await findMember(store.db, appContext.auth, headers)).toBeUndefined();
    const awaiting = await awaitingOf(headers);
    expect(await readOpenSession(store.db, awaiting.sessionId)).toBeUndefined();
    expect(await readSessions(store.db, appContext.clock, maya.id, '')).toHaveLength(1);
    expect(await auditOf(store.db, 'factor-awaited')).toHaveLength(1);
    await proveByCode(appContext, NOBODY, awaiting, ` ${await codeNow()} `);
    expect((await sessionOf(headers)).member.email).toBe(CAST.maya.email);
    expect(await findAwaiting(store.db, appContext.auth, headers)).toBeUndefined();
    expect(await auditOf(store.db, 'signed-in')).toHaveLength(2);
  });

  test('takes each code once, of two at once one, and none of before', async () => {
    await setUpApp();
    const [one, other] = [await awaitingOf(await enter()), await awaitingOf(await enter())];
    const code = await codeNow();
    const outcomes = await Promise.allSettled([
      proveByCode(appContext, NOBODY, one, code),
      proveByCode(appContext, NOBODY, other, code),
    ]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const third = await awaitingOf(await enter());
    expect((await refusalOf(proveByCode(appContext, NOBODY, third, code))).field).toBe('code');
    expect((await auditOf(store.db, 'factor-refused')).length).toBe(2);
  });

  test('takes the code of a clock that is half a minute off, and none of a minute ago', async () => {
    await setUpApp();
    const old = await codeNow();
    appContext.clock.advance(60_000);
    const awaiting = await awaitingOf(await enter());
    expect((await refusalOf(proveByCode(appContext, NOBODY, awaiting, old))).status).toBe(403);
    const late = await codeNow();
    appContext.clock.advance(30_000);
    await proveByCode(appContext, NOBODY, awaiting, late);
  });

  test('is slowed down for whoever guesses, in however many browsers', async () => {
    await setUpApp();
    const guess = async () =>
      (await refusalOf(proveByCode(appContext, NOBODY, await awaitingOf(await enter()), '123456')))
        .status;
    const guesses: number[] = [];
    // oxlint-disable-next-line no-await-in-loop -- one guess after the other
    for (let n = 0; n < 7; n += 1) guesses.push(await guess());
    expect(guesses).toEqual([403, 403, 403, 403, 403, 429, 429]);
  });

  test('lets whoever knows the password guess a hundred codes a day, and its owner in all the same', async () => {
    await setUpApp();
    const headers = await enter();
    const guess = async (isKnown = false) =>
      proveByCode(appContext, NOBODY, await awaitingOf(headers), '123456', isKnown).then(
        () => 200,
        (error: unknown) => (error as RefusedError).status,
      );
    let tried = 0;
    for (let minute = 0; minute < 300; minute += 1) {
      appContext.clock.advance(60_000);
      // oxlint-disable-next-line no-await-in-loop -- one guess after the other
      if ((await guess()) === 403) tried += 1;
    }
    // A day's allowance is used up, including the tokens that were refilled meanwhile.
    expect(tried).toBeGreaterThanOrEqual(100);
    expect(tried).toBeLessThan(125);
    expect(await guess()).toBe(429);
    // A known browser has a separate allowance.
    await proveByCode(appContext, NOBODY, await awaitingOf(await enter()), await codeNow(), true);
  });

  test('takes a recovery code once, however it is typed', async () => {
    const { codes } = await setUpApp();
    const typed = codes[3]?.toUpperCase().replaceAll('-', ' ') ?? '';
    await proveByCode(appContext, NOBODY, await awaitingOf(await enter()), typed);
    expect(await readFactors(store.db, maya.id)).toMatchObject({ recoveryCodesLeft: 9 });
    expect(appContext.mail.sent.at(-1)).toMatchObject({
      to: CAST.maya.email,
      subject: 'A recovery code for your Embarka account was used',
      text: expect.stringContaining('9 recovery codes are left.'),
    });
    const again = await awaitingOf(await enter());
    expect((await refusalOf(proveByCode(appContext, NOBODY, again, typed))).status).toBe(403);
    expect(await auditOf(store.db, 'recovery-code-used')).toHaveLength(1);
  });

  test('takes nobody else’s recovery code', async () => {
    const { codes } = await setUpApp();
    const leo = await employ(store.db, appContext, 'leo');
    const session = await sessionOf(await enter('leo'));
    const attempt = proveByCode(appContext, tracedBy(leo), session, codes[0] ?? '');
    expect((await refusalOf(attempt)).status).toBe(403);
    expect(await readFactors(store.db, maya.id)).toMatchObject({ recoveryCodesLeft: 10 });
  });

  test('waits ten minutes for the factor, then the password is asked again', async () => {
    await setUpApp();
    const headers = await enter();
    const createdAt = new Date(Date.now() - 11 * 60_000);
    const { sessionId } = await awaitingOf(headers);
    await store.db.update(authSessions).set({ createdAt }).where(eq(authSessions.id, sessionId));
    expect(await findAwaiting(store.db, appContext.auth, headers)).toBeUndefined();
  });
});

test('a passkey is awaited like an app', async () => {
  await store.db.insert(passkeys).values({ ...LAPTOP, userId: maya.id });
  const headers = await enter();
  expect(await findMember(store.db, appContext.auth, headers)).toBeUndefined();
  expect((await awaitingOf(headers)).member.id).toBe(maya.id);
});

test('a passkey that does not answer as it must is refused and in the log, at both doors', async () => {
  await store.db.insert(passkeys).values({ ...LAPTOP, userId: maya.id });
  const forged = JSON.stringify({
    id: LAPTOP.id,
    rawId: LAPTOP.id,
    type: 'public-key',
    response: {},
  });
  const awaiting = await awaitingOf(await enter());
  const proof = proveByPasskey(appContext, NOBODY, awaiting, forged);
  expect((await refusalOf(proof)).status).toBe(403);
  expect(await auditOf(store.db, 'factor-refused')).toMatchObject([
    { subject: CAST.maya.email, detail: 'passkey' },
  ]);
  const entry = signInByPasskey(appContext, NOBODY, new Headers(), forged);
  expect((await refusalOf(entry)).status).toBe(403);
  expect(await auditOf(store.db, 'sign-in-failed')).toMatchObject([
    { subject: null, detail: 'passkey' },
  ]);
});

describe('what cannot be undone', () => {
  test('asks for a proof not older than five minutes: the password where there is no factor', async () => {
    const headers = await enter();
    appContext.clock.advance(5 * 60_000 + 1);
    const late = offerApp(appContext, tracedBy(maya), await sessionOf(headers));
    expect(await refusalOf(late)).toMatchObject({ message: PROVE_FIRST, field: 'proof' });
    const wrong = proveByPassword(appContext, await sessionOf(headers), 'lantern-tide-42');
    expect((await refusalOf(wrong)).field).toBe('current');
    await proveByPassword(appContext, await sessionOf(headers), CAST.maya.password);
    await offerApp(appContext, tracedBy(maya), await sessionOf(headers));
  });

  test('asks for the factor of whoever has one: the password is not enough', async () => {
    const { headers, trace } = await setUpApp();
    appContext.clock.advance(6 * 60_000);
    const session = await sessionOf(headers);
    expect(await refusalOf(removeApp(appContext, trace, session))).toMatchObject({
      field: 'proof',
    });
    const byPassword = proveByPassword(appContext, session, CAST.maya.password);
    expect((await refusalOf(byPassword)).field).toBe('code');
    await proveByCode(appContext, trace, session, await codeNow());
    await removeApp(appContext, trace, await sessionOf(headers));
    expect((await sessionOf(await enter())).hasFactor).toBe(false);
    expect(await readFactors(store.db, maya.id)).toMatchObject({ recoveryCodesLeft: 0 });
  });

  test('new recovery codes end those of before', async () => {
    const { headers, codes, trace } = await setUpApp();
    const renewed = await renewRecoveryCodes(appContext, trace, await sessionOf(headers));
    expect(renewed).not.toContain(codes[0]);
    expect(appContext.mail.sent.at(-1)?.subject).toBe(
      'New recovery codes were created for your Embarka account',
    );
    const awaiting = await awaitingOf(await enter());
    const old = proveByCode(appContext, NOBODY, awaiting, codes[0] ?? '');
    expect((await refusalOf(old)).status).toBe(403);
    await proveByCode(appContext, NOBODY, awaiting, renewed[0] ?? '');
  });
});

describe('the last factor of somebody whose role needs one', () => {
  const needed = () => ({
    ...appContext,
    settings: { ...appContext.settings, secondFactorFor: 'everybody' as const },
  });

  test('stays: whoever knows the password would set up the next one', async () => {
    const { headers, trace } = await setUpApp();
    const removal = removeApp(needed(), trace, await sessionOf(headers));
    expect(await refusalOf(removal)).toMatchObject({ status: 409 });
    expect(await readFactors(store.db, maya.id)).toMatchObject({ recoveryCodesLeft: 10 });
    expect((await sessionOf(headers)).hasFactor).toBe(true);
  });

  test('goes when there is another one', async () => {
    const { headers, trace } = await setUpApp();
    await store.db.insert(passkeys).values({ ...LAPTOP, userId: maya.id });
    await removeApp(needed(), trace, await sessionOf(headers));
    const last = removePasskey(needed(), trace, await sessionOf(headers), LAPTOP.id);
    expect((await refusalOf(last)).status).toBe(409);
    expect(await readFactors(store.db, maya.id)).toMatchObject({ appSince: null });
  });

  test('of the one admin for whom all others would need one, goes as well', async () => {
    const { headers, trace } = await setUpApp();
    await store.db.update(profiles).set({ role: 'admin' }).where(eq(profiles.id, maya.id));
    appContext.clock.advance(8 * 24 * 60 * 60_000);
    await proveByCode(appContext, trace, await sessionOf(headers), await codeNow());
    await removeApp(appContext, trace, await sessionOf(headers));
    expect((await sessionOf(await enter())).hasFactor).toBe(false);
  });
});

describe('resetting somebody’s factors', () => {
  test('lets them in with their password alone, tells them, and signs them out', async () => {
    const { headers } = await setUpApp();
    const admin = await employ(store.db, appContext, 'henrik');
    const henrik = await sessionOf(await enter('henrik'));
    await resetFactors(appContext, tracedBy(admin), henrik, maya.id);
    expect(await findMember(store.db, appContext.auth, headers)).toBeUndefined();
    expect((await sessionOf(await enter())).hasFactor).toBe(false);
    expect(appContext.mail.sent.at(-1)).toMatchObject({
      to: CAST.maya.email,
      subject: 'Your second factors at Embarka were reset',
    });
    expect(await auditOf(store.db, 'factors-reset')).toMatchObject([{ subject: CAST.maya.email }]);
    const again = resetFactors(appContext, tracedBy(admin), henrik, maya.id);
    expect((await refusalOf(again)).status).toBe(409);
  });

  test('is for admins alone, and not for their own', async () => {
    await setUpApp();
    const leo = await employ(store.db, appContext, 'leo');
    const byLeo = resetFactors(
      appContext,
      tracedBy(leo),
      await sessionOf(await enter('leo')),
      maya.id,
    );
    expect((await refusalOf(byLeo)).status).toBe(403);
    const admin = await employ(store.db, appContext, 'henrik');
    const henrik = await sessionOf(await enter('henrik'));
    const own = resetFactors(appContext, tracedBy(admin), henrik, admin.id);
    expect((await refusalOf(own)).status).toBe(409);
  });
});
