import { expect, test } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import {
  createChatContext,
  hire,
  TestClock,
  useDatabase,
} from '../../../../tests/support/database.ts';
import { RecordingMail, TEST_ORIGIN } from '../../../../tests/support/team.ts';
import { visit } from '../../../../tests/support/visit.ts';
import { parseOpenings, type WeeklyHours } from '../../../platform/weekly-hours.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import { notifyManagers } from './notify-managers.server.ts';

const store = useDatabase();
const MINUTE_MS = 60_000;
const connected = () => ({ connectedUntil: new Date(Date.now() + MINUTE_MS) });

async function createUnanswered() {
  await hire(store.db, 'maya');
  await hire(store.db, 'ines');
  await hire(store.db, 'henrik');
  const clock = new TestClock();
  const elena = await visit(store.db, VISITORS.elena, clock);
  await elena.sendText('Is anybody there?');
  elena.events.length = 0;
  const mail = new RecordingMail();
  const settings = {
    origin: TEST_ORIGIN,
    brandName: 'Embarka',
    chatHours: undefined as WeeklyHours | undefined,
  };
  const turn = () =>
    notifyManagers({ ...createChatContext(store.db, clock, elena.publisher), mail, settings });
  return { elena, clock, mail, settings, turn };
}

test('managers get one notice and one mail when nobody is there, however many look and how often', async () => {
  const { elena, clock, mail, turn } = await createUnanswered();
  clock.advance(5 * MINUTE_MS - 1);
  await turn();
  expect(mail.sent).toEqual([]);
  clock.advance(1);
  await Promise.all([turn(), turn(), turn()]);
  clock.advance(600 * MINUTE_MS);
  await turn();
  expect(mail.sent.map(({ to }) => to).toSorted()).toEqual([
    'henrik.dahl@embarka.example',
    'ines.duarte@embarka.example',
  ]);
  expect(mail.sent[0]?.text).toContain(`${TEST_ORIGIN}/agentchat?visitor=${elena.visitorId}`);
  // Anybody can type an address, so the email does not repeat the visitor's address.
  expect(mail.sent[0]?.text).not.toContain(VISITORS.elena);
  expect(elena.events).toMatchObject([
    { name: 'unattended', event: { visitorId: elena.visitorId, email: VISITORS.elena } },
  ]);
});

test('the mails wait in the outbox under a key of the conversation and the manager', async () => {
  const { clock, settings } = await createUnanswered();
  clock.advance(5 * MINUTE_MS);
  const keys: (string | undefined)[] = [];
  const mail = { send: (_: unknown, { key }: { key?: string }) => void keys.push(key) };
  await notifyManagers({ ...createChatContext(store.db, clock), mail, settings });
  expect(new Set(keys).size).toBe(2);
  expect(keys.every((key) => key?.startsWith('unattended conv_'))).toBe(true);
});

test('with an agent there, nobody is told', async () => {
  const { clock, mail, turn } = await createUnanswered();
  await hire(store.db, 'leo', connected());
  clock.advance(60 * MINUTE_MS);
  await turn();
  expect(mail.sent).toEqual([]);
});

test('a visitor in the queue is told of only while nobody who could take them is there', async () => {
  await hire(store.db, 'ines');
  await hire(store.db, 'sam', connected());
  const clock = new TestClock();
  const elena = await visit(store.db, VISITORS.elena, clock);
  await elena.sendText('Hello');
  const mail = new RecordingMail();
  const settings = { origin: TEST_ORIGIN, brandName: 'Embarka', chatHours: undefined };
  const turn = () => notifyManagers({ ...createChatContext(store.db, clock), mail, settings });
  clock.advance(10 * MINUTE_MS);
  await turn();
  expect(mail.sent).toEqual([]);
  await store.db.update(profiles).set({ connectedUntil: null });
  await turn();
  expect(mail.sent).toHaveLength(1);
});

test('outside the hours of the chat nobody is meant to be there, and nobody is told', async () => {
  const { clock, mail, settings, turn } = await createUnanswered();
  const day = clock.now().getUTCDay();
  const other = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][(day + 3) % 7] ?? 'Sun';
  const openings = parseOpenings(`${other} 10:00-11:00`) ?? [];
  settings.chatHours = { timeZone: 'UTC', openings };
  clock.advance(10 * MINUTE_MS);
  await turn();
  expect(mail.sent).toEqual([]);
});

test('another browser that types the address keeps nobody from being told', async () => {
  const { clock, mail, turn } = await createUnanswered();
  await visit(store.db, VISITORS.elena, clock);
  clock.advance(5 * MINUTE_MS);
  await turn();
  expect(mail.sent).toHaveLength(2);
});
