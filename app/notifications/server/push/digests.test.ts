import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import {
  createChatContext,
  hire,
  openBrowser,
  recordingPublisher,
  TestClock,
  useDatabase,
} from '../../../../tests/support/database.ts';
import { RecordingMail, TEST_ORIGIN } from '../../../../tests/support/team.ts';
import { workOff } from '../../../../tests/support/work-off.ts';
import { markReadByMember } from '../../../chat/server/messages/mark-read.server.ts';
import { sendMessage } from '../../../chat/server/messages/send-message.server.ts';
import { startConversation } from '../../../chat/server/messages/start-conversation.server.ts';
import { visitors } from '../../../chat/server/tables.server.ts';
import { jobsTable } from '../../../platform/tables.server.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import { digestDue, claimDigests, digestKind, forgetDigests } from './digests.server.ts';
import { saveNotificationSettings } from './notification-settings.server.ts';
import { DIGEST_LINES, type Digest } from '../../protocol/rules.ts';
import { mailDigests } from './tables.server.ts';
import { topic } from '../../../../tests/support/topics.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const settings = {
  origin: TEST_ORIGIN,
  brandName: 'Embarka',
  supportTimezone: 'America/New_York',
};

const database = useDatabase();
const { publisher } = recordingPublisher();
let clock: TestClock;
let mail: RecordingMail;

beforeEach(() => {
  clock = new TestClock();
  mail = new RecordingMail(true);
});

async function work(): Promise<void> {
  await claimDigests(createAppContext(), settings);
  const services = { ...createAppContext(), mail, settings };
  await workOff({ ...services, kinds: [digestKind(services)] });
}

const createAppContext = () => createChatContext(database.db, clock);

const choose = (member: Member, digest: Digest, tellsOfQueue = true) =>
  saveNotificationSettings(database.db, clock, member.id, {
    digest,
    tellsOfQueue,
    mailsMentions: true,
    mailsOrders: true,
    showsPreviews: false,
  });

async function write(email: string, texts: readonly string[], letter = 'a') {
  const browserId = await openBrowser(database.db, clock);
  const id = `conv_1700000000000_${letter.repeat(26)}`;
  const start = { id, browserId, email, topic: topic('Sales Inquiry'), service: null } as const;
  await startConversation(createChatContext(database.db, clock, publisher), start);
  const viewer = { kind: 'browser', browserId } as const;
  for (const text of texts) {
    const send = { conversationId: id, clientId: randomUUID(), text };
    await sendMessage(createChatContext(database.db, clock, publisher), viewer, send);
  }
  return id;
}

describe('a digest', () => {
  test('lists who waits, how much is unread, and the way to it and out of it, without their words', async () => {
    const maya = await hire(database.db, 'maya');
    await choose(maya, 'hourly');
    await write(VISITORS.elena, ['A secret recipe', 'And one more'], 'a');
    clock.advance(1000);
    await write(VISITORS.priya, ['Hello'], 'b');
    clock.advance(HOUR_MS);
    await work();
    expect(mail.sent).toHaveLength(1);
    const [{ to, subject, text, unsubscribe } = { text: '' }] = mail.sent;
    const rows = await database.db.select().from(visitors);
    const idOf = (email: string) => rows.find((row) => row.email === email)?.id;
    expect({ to, subject, unsubscribe }).toEqual({
      to: maya.email,
      subject: '2 visitors are waiting for your reply',
      unsubscribe: expect.stringMatching(
        /^https:\/\/shop\.example\/notifications\/unsubscribe\?token=[\w-]+$/,
      ),
    });
    expect(text).toContain(
      `${VISITORS.elena}: 2 unread messages\n${TEST_ORIGIN}/agentchat?visitor=${idOf(VISITORS.elena)}`,
    );
    expect(text).toContain(`${VISITORS.priya}: 1 unread message\n`);
    expect(text.indexOf(VISITORS.elena)).toBeLessThan(text.indexOf(VISITORS.priya));
    expect(text).toContain(`${TEST_ORIGIN}/notifications`);
    expect(text).not.toContain('secret');
  });

  test('is sent once a period, by however many processes, and not to who chose none', async () => {
    const maya = await hire(database.db, 'maya');
    await hire(database.db, 'leo', { acceptsChats: false });
    await choose(maya, 'hourly');
    await write(VISITORS.elena, ['Hello']);
    clock.advance(HOUR_MS);
    await Promise.all([work(), work(), work()]);
    await work();
    expect(mail.sent.map(({ to }) => to)).toEqual([maya.email]);
  });

  test('holds only what is unread when it is sent, and is not sent for nothing', async () => {
    const maya = await hire(database.db, 'maya');
    await choose(maya, 'hourly');
    const id = await write(VISITORS.elena, ['Hello']);
    clock.advance(HOUR_MS);
    await claimDigests(createAppContext(), settings);
    await markReadByMember(createChatContext(database.db, clock, publisher), maya, id, 1);
    await work();
    // Messages within the hour wait for the next digest.
    await write(VISITORS.priya, ['Hello'], 'b');
    clock.advance(60_000);
    await work();
    expect(mail.sent).toEqual([]);
    clock.advance(HOUR_MS);
    await work();
    expect(mail.sent).toMatchObject([{ subject: '1 visitor is waiting for your reply' }]);
  });

  test('by the hour says nothing twice; by the day it reminds', async () => {
    const [maya, leo] = [await hire(database.db, 'maya'), await hire(database.db, 'leo')];
    await choose(maya, 'hourly');
    await choose(leo, 'daily');
    await write(VISITORS.elena, ['Hello'], 'a');
    await write(VISITORS.priya, ['Hello'], 'b');
    for (let hour = 0; hour < 48; hour += 1) {
      clock.advance(HOUR_MS);
      await work();
    }
    const count = (to: string) => mail.sent.filter((one) => one.to === to).length;
    expect({ maya: count(maya.email), leo: count(leo.email) }).toEqual({ maya: 1, leo: 2 });
  });

  test('counts the queue for those who take from it and want to hear of it', async () => {
    const [sam, ines] = [await hire(database.db, 'sam'), await hire(database.db, 'ines')];
    const maya = await hire(database.db, 'maya', { acceptsChats: false });
    for (const member of [sam, maya]) await choose(member, 'hourly');
    await choose(ines, 'hourly', false);
    await write(VISITORS.elena, ['Hello']);
    clock.advance(HOUR_MS);
    await work();
    expect(mail.sent).toMatchObject([
      { to: sam.email, subject: '1 visitor is waiting in the queue' },
    ]);
  });

  test('is cut where a list gets long', async () => {
    const maya = await hire(database.db, 'maya');
    await choose(maya, 'hourly');
    for (let number = 0; number < DIGEST_LINES + 3; number += 1) {
      const letter = String.fromCharCode('a'.charCodeAt(0) + number);
      await write(`visitor-${number}@shop.example`, ['Hello'], letter);
    }
    clock.advance(HOUR_MS);
    await work();
    const [{ text } = { text: '' }] = mail.sent;
    expect(text.match(/unread message/g)).toHaveLength(DIGEST_LINES);
    expect(text).toContain('… and 3 more.');
  });

  test('that could not be sent is tried again', async () => {
    const maya = await hire(database.db, 'maya');
    await choose(maya, 'daily');
    await write(VISITORS.elena, ['Hello']);
    clock.advance(2.5 * HOUR_MS);
    mail.isDown = true;
    await work();
    mail.isDown = false;
    await work();
    expect(mail.sent).toEqual([]);
    clock.advance(2 * 60_000);
    await work();
    expect(mail.sent).toHaveLength(1);
  });

  test('that cannot be sent at all is given up after four tries', async () => {
    const maya = await hire(database.db, 'maya');
    await choose(maya, 'daily');
    await write(VISITORS.elena, ['Hello']);
    clock.advance(2.5 * HOUR_MS);
    mail.isDown = true;
    for (let round = 0; round < 6; round += 1) {
      await work();
      clock.advance(HOUR_MS);
    }
    mail.isDown = false;
    await work();
    expect(mail.sent).toEqual([]);
    expect(await database.db.select().from(mailDigests)).toMatchObject([{ sentAt: null }]);
    expect(await database.db.select().from(jobsTable)).toMatchObject([
      { state: 'failed', attempts: 4 },
    ]);
  });

  test('goes to nobody who was suspended or turned it off meanwhile', async () => {
    const [maya, leo] = [await hire(database.db, 'maya'), await hire(database.db, 'leo')];
    await choose(maya, 'hourly');
    await choose(leo, 'hourly');
    await write(VISITORS.elena, ['Hello'], 'a');
    await write(VISITORS.priya, ['Hello'], 'b');
    clock.advance(HOUR_MS);
    await claimDigests(createAppContext(), settings);
    await choose(maya, 'off');
    await database.db.update(profiles).set({ status: 'suspended' });
    await work();
    expect(mail.sent).toEqual([]);
  });

  test('chosen in the middle of a period begins with the next; saving again changes nothing', async () => {
    const maya = await hire(database.db, 'maya');
    await write(VISITORS.elena, ['Hello']);
    clock.advance(30 * 60_000);
    await choose(maya, 'hourly');
    await work();
    expect(mail.sent).toEqual([]);
    clock.advance(30 * 60_000);
    await choose(maya, 'hourly', false);
    await work();
    expect(mail.sent).toHaveLength(1);
  });
});

test('that a period had its mail is forgotten after a month', async () => {
  const maya = await hire(database.db, 'maya');
  await choose(maya, 'hourly');
  clock.advance(HOUR_MS);
  await work();
  clock.advance(29 * DAY_MS);
  await forgetDigests(database.db, clock);
  expect(await database.db.select().from(mailDigests)).toHaveLength(1);
  clock.advance(2 * DAY_MS);
  await forgetDigests(database.db, clock);
  expect(await database.db.select().from(mailDigests)).toEqual([]);
});

describe('eight in the morning', () => {
  const due = (now: string) => digestDue('daily', new Date(now), 'America/New_York').toISOString();

  test('is that of the desk’s time zone', () => {
    expect(due('2026-06-12T11:59:59Z')).toBe('2026-06-11T12:00:00.000Z');
    expect(due('2026-06-12T12:00:00Z')).toBe('2026-06-12T12:00:00.000Z');
    expect(due('2026-06-13T03:59:00Z')).toBe('2026-06-12T12:00:00.000Z');
  });

  test('stays so when clocks change', () => {
    expect(due('2026-10-31T20:00:00Z')).toBe('2026-10-31T12:00:00.000Z');
    expect(due('2026-11-01T20:00:00Z')).toBe('2026-11-01T13:00:00.000Z');
    expect(due('2026-11-01T12:30:00Z')).toBe('2026-10-31T12:00:00.000Z');
  });
});
