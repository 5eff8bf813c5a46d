import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { inArabicDigits } from '../../../../tests/support/arabic-digits.ts';
import { signInClient } from '../../../../tests/support/client.ts';
import { VISITORS } from '../../../../tests/support/cast.ts';
import { openBrowser, TestClock, useDatabase } from '../../../../tests/support/database.ts';
import { createCheckout } from '../../../../tests/support/order-form.ts';
import { auditOf, refusalOf } from '../../../../tests/support/team.ts';
import { openVisitor } from '../../../../tests/support/visitor.ts';
import { change } from '../../../platform/change/change.server.ts';
import { takeFromMailbox } from '../../../platform/email/mailbox-budget.server.ts';
import { isConfirmed } from '../../../chat/server/email-verification/is-confirmed.server.ts';
import { visitors } from '../../../chat/server/tables.server.ts';
import { eraseClient } from '../privacy.server.ts';
import {
  endDevice,
  endOtherDevices,
  expireSessions,
  signOutClient,
} from '../sessions/end-session.server.ts';
import { findClient, readDevices } from '../sessions/find-client.server.ts';
import { clients, clientSessions, clientSignIns } from '../tables.server.ts';
import { askSignIn } from './ask-sign-in.server.ts';
import {
  disownSignIn,
  expireSignIns,
  signInByCode,
  signInByLink,
} from './finish-sign-in.server.ts';

const store = useDatabase();
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const ELENA = VISITORS.elena;
const network = '198.51.100.7';

async function open(clock = new TestClock()) {
  const appContext = createCheckout(store.db, clock);
  const browserId = await openBrowser(store.db, clock);
  const device = { browserId, userAgent: 'Firefox/140.0 (X11; Linux)', formerHash: undefined };
  const ask = (email: string = ELENA, network: string = crypto.randomUUID()) =>
    askSignIn(appContext, { browserId, email, network, next: '/account' });
  const codeIn = () => /(\d{6})$/m.exec(appContext.mail.sent.at(-1)?.text ?? '')?.[1] ?? '';
  const enter = (code: string, email: string = ELENA) =>
    signInByCode(appContext, 'request-1', device, { email, code, network });
  const find = (setCookie: string) => findClient(appContext, setCookie.split(';')[0] ?? null);
  return { appContext, clock, browserId, device, ask, codeIn, enter, find };
}

const wrongOf = (code: string) => (code === '123456' ? '654321' : '123456');

async function visitorIdOf(email: string): Promise<string> {
  const [row] = await store.db
    .select({ id: visitors.id })
    .from(visitors)
    .where(eq(visitors.email, email));
  return row?.id ?? '';
}

describe('signing in', () => {
  test('with the emailed code opens a session for 90 days and confirms the browser', async () => {
    await openVisitor(store.db, ELENA);
    const { ask, enter, codeIn, find, clock, browserId } = await open();
    await ask(` ${ELENA.toUpperCase()} `);
    const setCookie = await enter(codeIn());
    expect(setCookie).toMatch(/HttpOnly; SameSite=Lax; Secure$/);
    expect(await find(setCookie)).toMatchObject({ browserId, client: { email: ELENA } });
    expect(await isConfirmed(store.db, browserId, await visitorIdOf(ELENA))).toBe(true);
    clock.advance(90 * DAY - 1);
    expect(await find(setCookie)).toBeDefined();
    clock.advance(1);
    expect(await find(setCookie)).toBeUndefined();
  });

  test('takes the code in the digits of an Arabic keyboard', async () => {
    const { ask, enter, codeIn, find } = await open();
    await ask();
    expect(await find(await enter(inArabicDigits(codeIn())))).toMatchObject({
      client: { email: ELENA },
    });
  });

  test('gives known and unknown addresses the same answer and the same email', async () => {
    await openVisitor(store.db, ELENA);
    const { ask, appContext } = await open();
    expect(await ask(ELENA)).toBe(ELENA);
    expect(await ask('stranger@northfield.example')).toBe('stranger@northfield.example');
    const [one, other] = appContext.mail.sent.map(({ text, subject }) =>
      `${subject}\n${text}`
        .replaceAll(/\d{6}/g, 'CODE')
        .replaceAll(/token=[\w-]{43}/g, 'token=TOKEN'),
    );
    expect(other).toBe(one);
    expect(one).not.toContain(ELENA);
  });

  test.each([
    'test.kitchen@northfield.example',
    'room123@northfield.example',
    'admin@northfield.example',
  ])('is possible for %s, which only the chat refuses', async (email) => {
    const { ask, enter, codeIn, find } = await open();
    await ask(email);
    expect(await find(await enter(codeIn(), email))).toMatchObject({ client: { email } });
  });

  test('refuses a wrong code, and every code after five attempts', async () => {
    const { ask, enter, codeIn } = await open();
    await ask();
    const code = codeIn();
    expect(await refusalOf(enter('12345'))).toMatchObject({ status: 400, field: 'code' });
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(await refusalOf(enter(wrongOf(code)))).toMatchObject({ status: 400, field: 'code' });
    }
    expect(await refusalOf(enter(code))).toMatchObject({ status: 410, field: 'code' });
    expect(await store.db.$count(clientSessions)).toBe(0);
  });

  test('is possible again once the owner disowns what strangers requested, with an old link, too', async () => {
    const { appContext, ask, clock, codeIn, enter } = await open();
    await ask();
    const token = /token=([\w-]{43})/.exec(appContext.mail.sent.at(-1)?.text ?? '')?.[1] ?? '';
    const receive = (sort: 'sign-in' | 'confirmation') =>
      store.db.transaction((tx) =>
        takeFromMailbox(tx, clock.now(), { id: crypto.randomUUID(), mailbox: ELENA, sort }),
      );
    for (let email = 0; email < 6; email += 1) expect(await receive('sign-in')).toBe(true);
    for (let email = 0; email < 4; email += 1) expect(await receive('confirmation')).toBe(true);
    expect([await receive('sign-in'), await receive('confirmation')]).toEqual([false, false]);
    clock.advance(2 * 60 * MINUTE);
    await ask();
    const code = codeIn();

    await disownSignIn(appContext, 'request-1', token);

    expect([await receive('sign-in'), await receive('confirmation')]).toEqual([true, true]);
    expect((await refusalOf(enter(code))).status).toBe(410);
    expect(await refusalOf(disownSignIn(appContext, 'request-1', token))).toMatchObject({
      status: 410,
    });
  });

  test('counts concurrent guesses one by one', async () => {
    const { ask, enter, codeIn } = await open();
    await ask();
    const guesses = Array.from({ length: 8 }, () => refusalOf(enter(wrongOf(codeIn()))));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(5);
  });

  /** Guesses wrong with as many codes and networks as needed, and returns how many guesses were looked at. */
  async function guessFrom(
    { appContext, codeIn }: Awaited<ReturnType<typeof open>>,
    guesser: string,
    guesses: number,
  ): Promise<number> {
    let looked = 0;
    for (let guess = 0; guess < guesses; guess += 1) {
      if (guess % 5 === 0) {
        guessing.browserId = await openBrowser(store.db, appContext.clock);
        const asked = { ...guessing, email: ELENA, network: crypto.randomUUID(), next: '/account' };
        await askSignIn(appContext, asked);
      }
      const typed = { email: ELENA, code: wrongOf(codeIn()), network: guesser };
      const { status } = await refusalOf(signInByCode(appContext, 'r', guessing, typed));
      if (status === 400) looked += 1;
    }
    return looked;
  }
  const guessing = { browserId: '', userAgent: null, formerHash: undefined };

  test('limits the guesses of a network at an address, and not those of the owner', async () => {
    const elena = await open();
    expect(await guessFrom(elena, 'a stranger', 25)).toBe(20);
    elena.clock.advance(60 * MINUTE);
    expect(await guessFrom(elena, 'a stranger', 5)).toBe(1);
    await elena.ask();
    expect(await elena.find(await elena.enter(elena.codeIn()))).toBeDefined();
  });

  test('limits the guesses of all networks together at an address', async () => {
    const elena = await open();
    let looked = 0;
    for (let network = 0; network < 16; network += 1) {
      looked += await guessFrom(elena, `network ${network}`, 20);
    }
    expect(looked).toBe(300);
    elena.clock.advance(24 * 60 * MINUTE);
    looked = 0;
    for (let network = 0; network < 3; network += 1) {
      looked += await guessFrom(elena, `new network ${network}`, 20);
    }
    expect(looked).toBe(48);
  });

  test('accepts the code only in the browser that asked, once, for 15 minutes', async () => {
    const { ask, enter, codeIn, clock, appContext, device } = await open();
    await ask();
    const code = codeIn();
    const other = { ...device, browserId: await openBrowser(store.db, clock) };
    const there = signInByCode(appContext, 'r', other, { email: ELENA, code, network });
    expect(await refusalOf(there)).toMatchObject({ status: 410 });
    await enter(code);
    expect(await refusalOf(enter(code))).toMatchObject({ status: 410 });
    await ask();
    clock.advance(15 * MINUTE);
    expect(await refusalOf(enter(codeIn()))).toMatchObject({ status: 410 });
  });

  test('with the link works once, in any browser, and uses up the code', async () => {
    const { ask, enter, codeIn, appContext, clock, find } = await open();
    await ask();
    const token = appContext.mail.lastToken;
    const elsewhere = {
      browserId: await openBrowser(store.db, clock),
      userAgent: null,
      formerHash: undefined,
    };
    const setCookie = await signInByLink(appContext, 'r', elsewhere, token);
    expect(await find(setCookie)).toMatchObject({ browserId: elsewhere.browserId });
    expect(await refusalOf(signInByLink(appContext, 'r', elsewhere, token))).toMatchObject({
      status: 410,
    });
    expect(await refusalOf(enter(codeIn()))).toMatchObject({ status: 410 });
  });

  test('limits the emails that one network can cause', async () => {
    const { ask } = await open();
    for (let count = 0; count < 10; count += 1) await ask(ELENA, 'one network');
    expect(await refusalOf(ask(ELENA, 'one network'))).toMatchObject({ status: 429 });
    expect(await refusalOf(ask('no address', 'another'))).toMatchObject({ field: 'email' });
  });

  test('creates one account for one address, and ends the session that the browser had', async () => {
    const { appContext } = await open();
    const first = await signInClient(appContext, ELENA);
    const second = await signInClient(appContext, ELENA);
    expect(second.session.client.id).toBe(first.session.client.id);
    expect(await store.db.$count(clients)).toBe(1);
    expect(await auditOf(store.db, 'client-signed-in')).toMatchObject([
      { detail: 'by code' },
      { detail: 'by code' },
    ]);
  });

  test('keeps no address in the audit log', async () => {
    const { appContext } = await open();
    await signInClient(appContext, ELENA);
    const entries = await auditOf(store.db, 'client-signed-in');
    expect(entries).toHaveLength(1);
    expect(JSON.stringify(entries)).not.toContain(ELENA);
  });
});

describe('devices', () => {
  test('are listed, and each can be ended from another one, at once', async () => {
    const { appContext, clock } = await open();
    await openVisitor(store.db, ELENA);
    const phone = await signInClient(appContext, ELENA);
    const laptop = await signInClient(appContext, ELENA);
    const listed = await readDevices(store.db, clock, laptop.session);
    expect(listed).toHaveLength(2);
    expect(listed.filter(({ isCurrent }) => isCurrent)).toMatchObject([
      { id: laptop.session.sessionId, name: 'Firefox on Linux' },
    ]);
    await endDevice(appContext, 'r', laptop.session, phone.session.sessionId);
    expect(await findClient(appContext, phone.cookie)).toBeUndefined();
    expect(await findClient(appContext, laptop.cookie)).toBeDefined();
  });

  test('that are signed out see no more than a browser that never confirmed', async () => {
    await openVisitor(store.db, ELENA);
    const { appContext } = await open();
    const { session } = await signInClient(appContext, ELENA);
    const visitorId = await visitorIdOf(ELENA);
    expect(await isConfirmed(store.db, session.browserId, visitorId)).toBe(true);
    await signOutClient(appContext, 'r', session);
    expect(await isConfirmed(store.db, session.browserId, visitorId)).toBe(false);
  });

  test('that stay away for 90 days are signed out with the confirmation of their browser', async () => {
    await openVisitor(store.db, ELENA);
    const { appContext, clock } = await open();
    const { session } = await signInClient(appContext, ELENA);
    const expire = () =>
      change(appContext, undefined, (tx, after) =>
        expireSessions(tx, after, appContext, clock.now()),
      );
    clock.advance(90 * DAY);
    await expire();
    expect(await store.db.$count(clientSessions)).toBe(1);
    clock.advance(1);
    await expire();
    expect(await store.db.$count(clientSessions)).toBe(0);
    expect(await isConfirmed(store.db, session.browserId, await visitorIdOf(ELENA))).toBe(false);
  });

  test('keep the confirmation of a browser where the same client is still signed in', async () => {
    await openVisitor(store.db, ELENA);
    const { appContext, browserId } = await open();
    const before = await signInClient(appContext, ELENA, browserId);
    const now = await signInClient(appContext, ELENA, browserId);
    await endDevice(appContext, 'r', now.session, before.session.sessionId);
    expect(await isConfirmed(store.db, browserId, await visitorIdOf(ELENA))).toBe(true);
  });

  test('are signed out when the client is erased', async () => {
    const { appContext } = await open();
    const { cookie } = await signInClient(appContext, ELENA);
    await change(appContext, undefined, (tx, after) => eraseClient(tx, after, undefined, ELENA));
    expect(await findClient(appContext, cookie)).toBeUndefined();
    expect(await store.db.$count(clientSessions)).toBe(0);
  });

  test('of somebody else cannot be ended', async () => {
    const { appContext } = await open();
    const elena = await signInClient(appContext, ELENA);
    const priya = await signInClient(appContext, VISITORS.priya);
    for (const id of [priya.session.sessionId, crypto.randomUUID(), 'x\0', '']) {
      expect(await refusalOf(endDevice(appContext, 'r', elena.session, id))).toMatchObject({
        status: 404,
      });
    }
    expect(await endOtherDevices(appContext, 'r', elena.session)).toBe(0);
    expect(await findClient(appContext, priya.cookie)).toBeDefined();
  });
});

test('requests to sign in are deleted a day after they are over', async () => {
  const { ask, appContext, clock } = await open();
  await ask();
  const expire = () => change(appContext, undefined, (tx) => expireSignIns(tx, clock.now()));
  clock.advance(DAY);
  await expire();
  expect(await store.db.$count(clientSignIns)).toBe(1);
  clock.advance(2 * 60 * MINUTE);
  await expire();
  expect(await store.db.$count(clientSignIns)).toBe(0);
});
