import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import { TestClock, useDatabase } from '../../../../tests/support/database.ts';
import { openLiveServer, type LiveServer } from '../../../../tests/support/live-server.ts';
import { employ, teamServices } from '../../../../tests/support/team.ts';
import { openVisitor } from '../../../../tests/support/visitor.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { issueResumeToken } from '../../../chat/server/email/resume-token.server.ts';
import { conversations } from '../../../chat/server/tables.server.ts';
import {
  readNotificationSettings,
  saveNotificationSettings,
} from './notification-settings.server.ts';
import { unsubscribeAddress } from './unsubscribe.server.ts';

const store = useDatabase();
let server: LiveServer;
let maya: Member;

beforeAll(async () => {
  const services = teamServices(store.db);
  server = await openLiveServer(store.db, services);
});
afterAll(() => server.close());
beforeEach(async () => {
  maya = await employ(store.db, teamServices(store.db), 'maya');
  await saveNotificationSettings(store.db, new TestClock(), maya.id, {
    showsPreviews: true,
    tellsOfQueue: true,
    mailsMentions: true,
    mailsOrders: true,
    digest: 'daily',
  });
});

/** As an email provider posts it: without a cookie and without an Origin. */
const press = (address: string, body: BodyInit = new URLSearchParams(ONE_CLICK)) =>
  fetch(address, { method: 'POST', body, redirect: 'manual' });
const ONE_CLICK = { 'List-Unsubscribe': 'One-Click' };
const addressOf = (from: 'digest' | 'mentions' | 'orders') =>
  unsubscribeAddress(store.db, server, { memberId: maya.id, from });
const chosen = () => readNotificationSettings(store.db, maya.id);

describe('an email to the team', () => {
  test('is stopped by one POST without a session, twice like once, and no other email with it', async () => {
    const address = await addressOf('digest');
    expect((await press(address)).status).toBe(200);
    expect((await press(address)).status).toBe(200);
    expect(await chosen()).toEqual({
      showsPreviews: true,
      tellsOfQueue: true,
      mailsMentions: true,
      mailsOrders: true,
      digest: 'off',
    });
    const form = new FormData();
    form.append('List-Unsubscribe', 'One-Click');
    expect((await press(await addressOf('mentions'), form)).status).toBe(200);
    expect(await chosen()).toMatchObject({
      digest: 'off',
      mailsMentions: false,
      mailsOrders: true,
    });
    expect((await press(await addressOf('orders'))).status).toBe(200);
    expect(await chosen()).toMatchObject({ mailsOrders: false });
  });

  test('is not stopped by opening the address, which scanners do: it leads to the settings', async () => {
    const answer = await fetch(await addressOf('digest'), { redirect: 'manual' });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('Location')).toBe('/notifications');
    expect(await chosen()).toMatchObject({ digest: 'daily' });
  });

  test('is not stopped by a guessed or changed token, nor by another form', async () => {
    const address = await addressOf('digest');
    const changed = `${address.slice(0, -3)}${address.endsWith('AAA') ? 'BBB' : 'AAA'}`;
    const path = `${server.origin}/notifications/unsubscribe`;
    for (const guess of [changed, path, `${path}?token=${'A'.repeat(43)}`, `${path}?token=%00`]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect((await press(guess)).status).toBe(410);
    }
    expect((await press(address, new URLSearchParams({ intent: 'x' }))).status).toBe(400);
    expect(await chosen()).toMatchObject({ digest: 'daily', mailsMentions: true });
  });
});

describe('an email about a conversation', () => {
  async function begin() {
    const { id } = await openVisitor(store.db, VISITORS.elena);
    const token = await issueResumeToken(store.db, new TestClock(), id);
    const isStopped = async () => {
      const [row] = await store.db
        .select({ stoppedAt: conversations.mailsStoppedAt })
        .from(conversations)
        .where(eq(conversations.id, id));
      return row?.stoppedAt !== null;
    };
    return { id, address: `${server.origin}/chat/unsubscribe?token=${token}`, token, isStopped };
  }

  test('is stopped by one POST without a session, twice like once', async () => {
    const elena = await begin();
    expect((await press(elena.address)).status).toBe(200);
    expect((await press(elena.address)).status).toBe(200);
    expect(await elena.isStopped()).toBe(true);
  });

  test('is not stopped by opening the address, which leads to the page with the button', async () => {
    const elena = await begin();
    const answer = await fetch(elena.address, { redirect: 'manual' });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('Location')).toBe(`/chat/stop-mails?token=${elena.token}`);
    expect(answer.headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(await elena.isStopped()).toBe(false);
  });

  test('is not stopped by a guess, nor by another form', async () => {
    const elena = await begin();
    const path = `${server.origin}/chat/unsubscribe`;
    expect((await press(`${path}?token=${'A'.repeat(43)}`)).status).toBe(410);
    expect((await press(path)).status).toBe(410);
    expect((await press(elena.address, new URLSearchParams({ a: 'b' }))).status).toBe(400);
    expect(await elena.isStopped()).toBe(false);
  });
});
