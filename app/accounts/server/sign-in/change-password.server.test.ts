import { describe, expect, test } from 'vitest';
import { CAST } from '../../../../tests/support/cast.ts';
import { useDatabase } from '../../../../tests/support/database.ts';
import {
  cookieOf,
  employ,
  NOBODY,
  refusalOf,
  TEST_ORIGIN,
  teamServices,
} from '../../../../tests/support/team.ts';
import { takeFromMailbox } from '../../../platform/email/mailbox-budget.server.ts';
import { findMember } from '../members/find-member.server.ts';
import {
  changePassword,
  disownReset,
  requestPasswordReset,
  resetPassword,
} from './change-password.server.ts';
import { signIn } from '../sessions/sign-in.server.ts';
import { accountTokens } from '../tables.server.ts';

const store = useDatabase();
const NEW = 'harbour-kestrel-7';

async function withMaya() {
  const services = teamServices(store.db);
  const maya = await employ(store.db, services, 'maya');
  const ask = (email: string = CAST.maya.email) => requestPasswordReset(services, NOBODY, email);
  const set = (token: string, password = NEW, confirmation = password) =>
    resetPassword(services, NOBODY, { token, password, confirmation });
  const enter = (password: string) =>
    signIn(store.db, services, NOBODY, new Headers(), { email: CAST.maya.email, password });
  return { services, maya, ask, set, enter };
}

describe('a password reset', () => {
  test('sets a new password with the mailed link, whose origin is the configured one', async () => {
    const { services, maya, ask, set, enter } = await withMaya();
    await ask();
    expect(services.mail.sent[0]?.text).toContain(`${TEST_ORIGIN}/reset-password?token=`);
    expect(await set(services.mail.lastToken)).toEqual({ id: maya.id, email: maya.email });
    expect(services.closed).toEqual([`member ${maya.id}`]);
    expect((await enter(NEW)).headers.getSetCookie()).toHaveLength(1);
    expect((await refusalOf(enter(CAST.maya.password))).status).toBe(401);
    expect(services.mail.sent.at(-1)?.subject).toBe('Your Embarka password was changed');
  });

  test('ends every session of the account', async () => {
    const { services, ask, set } = await withMaya();
    const headers = new Headers({ cookie: await cookieOf(store.db, services, 'maya') });
    await ask();
    await set(services.mail.lastToken);
    expect(await findMember(store.db, services.auth, headers)).toBeUndefined();
  });

  test('with a link that was used before is refused', async () => {
    const { services, ask, set } = await withMaya();
    await ask();
    const token = services.mail.lastToken;
    await set(token);
    expect(await refusalOf(set(token, 'another-word-5'))).toMatchObject({
      status: 410,
      message: 'This link has expired or has already been used.',
    });
  });

  test('raced by two requests with one link succeeds once', async () => {
    const { services, ask, set } = await withMaya();
    await ask();
    const token = services.mail.lastToken;
    const outcomes = await Promise.allSettled([set(token), set(token, 'another-word-5')]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('with an expired link is refused', async () => {
    const { services, ask, set } = await withMaya();
    await ask();
    services.clock.advance(61 * 60_000);
    expect((await refusalOf(set(services.mail.lastToken))).status).toBe(410);
  });

  test('asked for again by a stranger, whose mail may never leave, leaves the owner’s link', async () => {
    const { services, ask, set } = await withMaya();
    await ask();
    const owners = services.mail.lastToken;
    for (let n = 0; n < 5; n += 1) await ask();
    const last = services.mail.lastToken;
    await set(owners);
    // Setting a password invalidates all links.
    expect((await refusalOf(set(last, 'another-word-5'))).status).toBe(410);
  });

  test('is possible again once the owner disowns what strangers requested, with an expired link, too', async () => {
    const { services, ask, set } = await withMaya();
    const receive = () =>
      store.db.transaction((tx) =>
        takeFromMailbox(tx, services.clock.now(), {
          id: crypto.randomUUID(),
          mailbox: CAST.maya.email,
          sort: 'password-reset',
        }),
      );
    await ask();
    const token = services.mail.lastToken;
    for (let email = 0; email < 4; email += 1) expect(await receive()).toBe(true);
    expect(await receive()).toBe(false);
    services.clock.advance(61 * 60_000);
    await ask();
    const others = services.mail.lastToken;

    await disownReset(services, NOBODY, token);

    expect(await receive()).toBe(true);
    expect((await refusalOf(set(others))).status).toBe(410);
    expect((await refusalOf(disownReset(services, NOBODY, token))).status).toBe(410);
  });

  test('is over once the password was changed by whoever knows it', async () => {
    const { services, maya, ask, set } = await withMaya();
    await ask();
    const token = services.mail.lastToken;
    const cookie = await cookieOf(store.db, services, 'maya');
    const session = await findMember(store.db, services.auth, new Headers({ cookie }));
    if (!session) throw new Error(`${maya.id} is not signed in`);
    await changePassword(services, NOBODY, session, {
      current: CAST.maya.password,
      password: NEW,
      confirmation: NEW,
    });
    expect((await refusalOf(set(token, 'another-word-5'))).status).toBe(410);
  });

  test.each([
    ['no link', ''],
    ['somebody’s guess', 'A'.repeat(43)],
  ])('with %s is refused', async (_, token) => {
    const { set } = await withMaya();
    expect((await refusalOf(set(token))).status).toBe(410);
  });

  test('does not use the link up when the password is refused', async () => {
    const { services, ask, set } = await withMaya();
    await ask();
    const token = services.mail.lastToken;
    expect((await refusalOf(set(token, 'abc'))).field).toBe('password');
    expect((await refusalOf(set(token, NEW, 'different'))).field).toBe('confirmation');
    expect((await refusalOf(set(token, 'password'))).field).toBe('password');
    await set(token);
  });

  test('for an unknown address neither fails nor mails anybody', async () => {
    const { services, ask } = await withMaya();
    await ask('nobody@embarka.example');
    expect(services.mail.sent).toEqual([]);
  });

  test('keeps only the hash of the link', async () => {
    const { services, ask } = await withMaya();
    await ask();
    const rows = await store.db.select().from(accountTokens);
    expect(JSON.stringify(rows)).not.toContain(services.mail.lastToken);
  });
});
