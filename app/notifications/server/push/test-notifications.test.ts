import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import {
  createChatContext,
  hire,
  TestClock,
  useDatabase,
} from '../../../../tests/support/database.ts';
import { browserKeys, recordingPush } from '../../../../tests/support/push.ts';
import { RecordingMail, TEST_ORIGIN } from '../../../../tests/support/team.ts';
import { createLog } from '../../../platform/log.server.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { authSessions } from '../../../accounts/server/tables.server.ts';
import { saveDevice } from './devices.server.ts';
import { pushSubscriptions } from './tables.server.ts';
import { testNotifications } from './test-notifications.server.ts';
import { showStored } from '../../../platform/stored-message.ts';

const database = useDatabase();
const clock = new TestClock();
let wire: ReturnType<typeof recordingPush>;
let maya: Member;

beforeEach(async () => {
  wire = recordingPush();
  maya = await hire(database.db, 'maya');
});

async function subscribe(member: Member, endpoint: string, userAgent: string): Promise<void> {
  const sessionId = randomUUID();
  await database.db.insert(authSessions).values({
    id: sessionId,
    token: sessionId,
    userId: member.id,
    expiresAt: new Date(clock.now().getTime() + 1000),
  });
  const { subscription } = browserKeys(endpoint);
  await saveDevice(
    createChatContext(database.db, clock),
    'public',
    { member, sessionId },
    subscription,
    userAgent,
  );
  clock.advance(1);
}

function run(mail: RecordingMail) {
  const settings = { origin: TEST_ORIGIN, brandName: 'Embarka' };
  const { push } = wire;
  const log = createLog('silent');
  const services = { ...createChatContext(database.db, clock), log, mail, push, settings };
  return testNotifications(services, maya);
}

test('a test says of each channel what happened to it', async () => {
  await subscribe(maya, 'https://push.example/desk', 'Firefox/140 Linux');
  await subscribe(maya, 'https://push.example/phone', 'Chrome/140 Android');
  await subscribe(maya, 'https://push.example/lost', 'Edg/140 Windows');
  const leo = await hire(database.db, 'leo');
  await subscribe(leo, 'https://push.example/leo', 'Firefox/140 Linux');
  wire.answer('https://push.example/phone', { status: 403 });
  wire.answer('https://push.example/lost', { status: 410 });
  const mail = new RecordingMail(true);

  expect(await run(mail)).toEqual([
    {
      channel: 'Push to Firefox on Linux',
      outcome: 'sent',
      detail: 'The push service accepted the notification. It appears within seconds.',
    },
    {
      channel: 'Push to Chrome on Android',
      outcome: 'refused',
      detail: "The push service rejected the server's key (403).",
    },
    {
      channel: 'Push to Edge on Windows',
      outcome: 'refused',
      detail: 'This browser no longer accepts notifications. It was removed from your devices.',
    },
    {
      channel: `Email to ${maya.email}`,
      outcome: 'sent',
      detail: 'The mail server accepted the email.',
    },
  ]);
  expect(mail.sent).toMatchObject([{ to: maya.email, subject: 'Test email from Embarka' }]);
  expect(wire.sent.map(({ endpoint }) => endpoint)).not.toContain('https://push.example/leo');
  const left = await database.db.select().from(pushSubscriptions);
  expect(new Map(left.map((row) => [row.endpoint, showStored(row.lastErrorMessage)]))).toEqual(
    new Map([
      ['https://push.example/desk', null],
      ['https://push.example/phone', "The push service rejected the server's key (403)."],
      ['https://push.example/leo', null],
    ]),
  );
});

test('what is not set up is said to be so, and a mail server that is away too', async () => {
  const saved = await run(new RecordingMail(false));
  expect(saved.map(({ channel, outcome }) => [channel, outcome])).toEqual([
    ['Push notifications', 'not-set-up'],
    [`Email to ${maya.email}`, 'not-set-up'],
  ]);
  const down = new RecordingMail(true);
  down.isDown = true;
  expect((await run(down)).at(-1)).toMatchObject({
    outcome: 'refused',
    detail: "Couldn't reach the mail server.",
  });
});
