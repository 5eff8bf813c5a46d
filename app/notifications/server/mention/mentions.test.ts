import { expect, test } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import {
  hire,
  createChatContext,
  TestClock,
  useDatabase,
} from '../../../../tests/support/database.ts';
import { giveDevice } from '../../../../tests/support/give-device.ts';
import { recordingPush } from '../../../../tests/support/push.ts';
import { RecordingMail, refusalOf, TEST_ORIGIN } from '../../../../tests/support/team.ts';
import { visit } from '../../../../tests/support/visit.ts';
import { workOff } from '../../../../tests/support/work-off.ts';
import { mentionKind } from './mention-kind.server.ts';
import { saveNotificationSettings } from '../push/notification-settings.server.ts';
import { accessToConversation, accessToVisitor } from '../../../chat/server/access.server.ts';
import { markMentionsSeen, readMentions } from '../../../chat/server/read/read-notes.server.ts';
import { noteMentions } from '../../../chat/server/messages/tables.server.ts';
import { sendMessage } from '../../../chat/server/messages/send-message.server.ts';
import { writeNote } from '../../../chat/server/messages/write-note.server.ts';

const store = useDatabase();

/** Maya is assigned to Elena, and asks Leo in a note. */
async function asked() {
  const clock = new TestClock();
  const maya = await hire(store.db, 'maya');
  const leo = await hire(store.db, 'leo', { acceptsChats: false });
  const elena = await visit(store.db, VISITORS.elena, clock);
  const priya = await visit(store.db, VISITORS.priya, clock);
  const appContext = createChatContext(store.db, clock, elena.publisher);
  const mail = new RecordingMail();
  const wire = recordingPush();
  const inFront = new Set<string>();
  const services = {
    ...appContext,
    mail,
    push: wire.push,
    settings: { origin: TEST_ORIGIN, brandName: 'Embarka' },
    isInFront: (id: string) => Promise.resolve(inFront.has(id)),
  };
  const note = (text: string, clientId: string = crypto.randomUUID()) =>
    writeNote(appContext, maya, { conversationId: elena.id, clientId, text });
  const later = async () => {
    clock.advance(21_000);
    await workOff({ ...services, kinds: [mentionKind(services)] });
  };
  return { clock, maya, leo, elena, priya, appContext, mail, wire, inFront, note, later };
}

test('whoever is mentioned is told once, on the dashboard and by mail, and not what the note says', async () => {
  const { leo, elena, mail, note, later } = await asked();
  const clientId = crypto.randomUUID();
  const saved = await note('@Leo Marchetti do you know the lighthouse?', clientId);
  await note('@Leo Marchetti do you know the lighthouse?', clientId);
  expect(saved.mentions).toEqual(['Leo Marchetti']);
  expect(elena.events.filter(({ name }) => name === 'mentioned')).toMatchObject([
    { to: 'leo', event: { visitorId: elena.visitorId, authorName: 'Maya Okafor' } },
  ]);
  expect(await readMentions(store.db, leo)).toMatchObject([
    { excerpt: '@Leo Marchetti do you know the lighthouse?' },
  ]);
  await later();
  await later();
  expect(mail.sent).toHaveLength(1);
  expect(mail.sent[0]).toMatchObject({
    subject: 'Maya Okafor mentioned you',
    unsubscribe: expect.stringContaining(`${TEST_ORIGIN}/notifications/unsubscribe?token=`),
  });
  expect(mail.sent[0]?.text).toContain(`/agentchat?visitor=${elena.visitorId}`);
  expect(JSON.stringify(mail.sent)).not.toContain('lighthouse');
});

test('what was seen on the dashboard is told nowhere else, nor is it while they look', async () => {
  const { leo, elena, appContext, mail, inFront, note, later } = await asked();
  await note('@Leo Marchetti one');
  await markMentionsSeen(appContext, leo, elena.visitorId);
  expect(await readMentions(store.db, leo)).toEqual([]);
  await later();
  expect(mail.sent).toEqual([]);
  inFront.add('leo');
  await note('@Leo Marchetti two');
  await later();
  expect(mail.sent).toEqual([]);
  inFront.clear();
  await later();
  expect(mail.sent).toHaveLength(1);
});

test('it goes the ways they chose', async () => {
  const { clock, leo, mail, wire, note, later } = await asked();
  await giveDevice(store.db, leo, clock);
  await saveNotificationSettings(store.db, clock, leo.id, {
    showsPreviews: true,
    tellsOfQueue: false,
    mailsMentions: false,
    mailsOrders: true,
    digest: 'off',
  });
  await note('@Leo Marchetti do you know?');
  await later();
  expect(mail.sent).toEqual([]);
  expect(JSON.stringify(wire.sent)).toContain('Maya Okafor mentioned you');
});

test('may read what they are asked about, and nothing else', async () => {
  const { leo, elena, priya, appContext, note } = await asked();
  const viewer = { kind: 'member', member: leo } as const;
  const readsElena = () => accessToConversation(store.db, viewer, elena.id);
  expect(await readsElena()).toBeUndefined();
  await note('Nobody is named here, nor leo@marchetti.example');
  expect(await readsElena()).toBeUndefined();
  await note('@Leo Marchetti please');
  expect(await readsElena()).toBe('read');
  expect(await accessToVisitor(store.db, leo, elena.visitorId)).toBe('read');
  expect(await accessToVisitor(store.db, leo, priya.visitorId)).toBeUndefined();
  const sent = { conversationId: elena.id, clientId: crypto.randomUUID(), text: 'Hello' };
  expect(await refusalOf(sendMessage(appContext, viewer, sent))).toMatchObject({ status: 404 });
});

test('nobody is told by a note of their own, and nobody who has left', async () => {
  const { elena, note } = await asked();
  await hire(store.db, 'sam', { status: 'suspended' });
  await note('@Maya Okafor and @Sam Whitlock');
  expect(await store.db.select().from(noteMentions)).toEqual([]);
  expect(elena.events.filter(({ name }) => name === 'mentioned')).toEqual([]);
});
