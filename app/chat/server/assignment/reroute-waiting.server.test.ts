import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import {
  createChatContext,
  hire,
  openBrowser,
  recordingPublisher,
  TestClock,
  useDatabase,
} from '../../../../tests/support/database.ts';
import { visit } from '../../../../tests/support/visit.ts';
import { tracedBy } from '../../../../tests/support/team.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import { rerouteWaiting } from './reroute-waiting.server.ts';
import { newConversationId } from '../../protocol/rules.ts';
import { sendMessage } from '../messages/send-message.server.ts';
import { startConversation } from '../messages/start-conversation.server.ts';
import { conversations, visitors } from '../tables.server.ts';
import { saveDeskSettings } from './desk-settings.server.ts';
import { drainQueue } from './drain-queue.server.ts';
import { transferVisitor } from './transfer-visitor.server.ts';
import { topic } from '../../../../tests/support/topics.ts';

const store = useDatabase();
const connected = () => ({ connectedUntil: new Date(Date.now() + 60_000) });

async function waitForMaya(isMayaConnected: boolean) {
  const { db } = store;
  const clock = new TestClock();
  const maya = await hire(db, 'maya', isMayaConnected ? connected() : {});
  const { publisher, events } = recordingPublisher();
  const browserId = await openBrowser(db, clock);
  const id = newConversationId(clock.now());
  await startConversation(createChatContext(db, clock, publisher), {
    id,
    browserId,
    email: VISITORS.elena,
    topic: topic('Sales Inquiry'),
    service: null,
  });
  const send = (viewer: Parameters<typeof sendMessage>[1], text: string) =>
    sendMessage(createChatContext(db, clock, publisher), viewer, {
      conversationId: id,
      clientId: crypto.randomUUID(),
      text,
    });
  await send({ kind: 'browser', browserId }, 'Is anybody there?');
  events.length = 0;
  return {
    clock,
    maya,
    events,
    publisher,
    sendText: (text: string) => send({ kind: 'browser', browserId }, text),
    async handTo(agentId: string) {
      const [visitor] = await db.select().from(visitors);
      const appContext = createChatContext(db, clock, publisher);
      await transferVisitor(appContext, tracedBy(maya), maya, {
        visitorId: visitor?.id ?? '',
        to: { kind: 'agent', id: agentId },
      });
    },
    answer: (member: Member, text: string) => send({ kind: 'member', member }, text),
    async agentAfter(seconds: number) {
      clock.advance(seconds * 1000);
      await rerouteWaiting(createChatContext(db, clock, publisher));
      const [visitor] = await db.select().from(visitors).where(eq(visitors.email, VISITORS.elena));
      return visitor?.agentId;
    },
  };
}

test('a visitor whose agent is away goes after a minute to one who is there, and all are told', async () => {
  const elena = await waitForMaya(false);
  await hire(store.db, 'leo', connected());
  expect(await elena.agentAfter(59)).toBe('maya');
  expect(await elena.agentAfter(1)).toBe('leo');
  expect(elena.events).toMatchObject([
    { name: 'unassigned', to: 'maya' },
    { name: 'entry', to: 'leo', event: { email: VISITORS.elena } },
    { name: 'conversation', event: { agentName: 'Leo Marchetti' } },
  ]);
});

test('nobody is passed to and fro: each wait moves a visitor once', async () => {
  const elena = await waitForMaya(true);
  const leo = await hire(store.db, 'leo', connected());
  expect(await elena.agentAfter(60)).toBe('leo');
  expect(await elena.agentAfter(600)).toBe('leo');
  // The visitor was answered, so the next wait counts anew.
  await elena.answer(leo, 'Hello, Leo here');
  await elena.sendText('Good to meet you');
  await store.db.update(profiles).set({ connectedUntil: null }).where(eq(profiles.id, 'leo'));
  expect(await elena.agentAfter(60)).toBe('maya');
});

test('without anybody else there the visitor stays, and moves when somebody comes', async () => {
  const elena = await waitForMaya(false);
  await hire(store.db, 'leo', { ...connected(), acceptsChats: false });
  await hire(store.db, 'sam', connected());
  expect(await elena.agentAfter(120)).toBe('maya');
  expect(elena.events).toEqual([]);
  await store.db.update(profiles).set({ acceptsChats: true }).where(eq(profiles.id, 'leo'));
  expect(await elena.agentAfter(5)).toBe('leo');
});

test('an agent who is there and has answered before may take their time', async () => {
  const elena = await waitForMaya(true);
  await hire(store.db, 'leo', connected());
  await elena.sendText('Hello');
  await elena.answer(elena.maya, 'Hello');
  expect(await elena.agentAfter(600)).toBe('maya');
  await elena.sendText('How long will it take?');
  expect(await elena.agentAfter(600)).toBe('maya');
});

test('a visitor who was handed over by hand is not taken from the one who was chosen', async () => {
  const elena = await waitForMaya(true);
  await hire(store.db, 'leo', connected());
  await elena.handTo('leo');
  expect(await elena.agentAfter(600)).toBe('leo');
});

test('two processes at once move a visitor once', async () => {
  const elena = await waitForMaya(false);
  await hire(store.db, 'leo', connected());
  await hire(store.db, 'henrik', { ...connected(), role: 'agent' });
  elena.clock.advance(60_000);
  await Promise.all(
    [1, 2, 3].map(() => rerouteWaiting(createChatContext(store.db, elena.clock, elena.publisher))),
  );
  expect(elena.events.filter(({ name }) => name === 'unassigned')).toHaveLength(1);
});

const absentFor = (minutes: number) => ({
  connectedUntil: new Date(Date.now() - minutes * 60_000 + 45_000),
});

const set = (id: string, change: Partial<typeof profiles.$inferInsert>) =>
  store.db.update(profiles).set(change).where(eq(profiles.id, id));

test('visitors are taken from whoever is away as often as needed', async () => {
  const elena = await waitForMaya(true);
  await hire(store.db, 'leo');
  await elena.sendText('Hello');
  await elena.answer(elena.maya, 'Hello');
  await elena.sendText('And now?');
  for (const [gone, here] of [
    ['maya', 'leo'],
    ['leo', 'maya'],
    ['maya', 'leo'],
  ] as const) {
    await set(here, connected());
    await set(gone, absentFor(4));
    expect(await elena.agentAfter(60)).toBe(gone);
    await set(gone, absentFor(6));
    expect(await elena.agentAfter(5)).toBe(here);
  }
});

test('five visitors of an agent who went away go to who is there, and all at once', async () => {
  const { db } = store;
  const clock = new TestClock();
  await hire(db, 'maya', connected());
  const { publisher } = recordingPublisher();
  const appContext = createChatContext(db, clock, publisher);
  for (const email of Object.values(VISITORS).slice(0, 5)) {
    const { sendText } = await visit(db, email, clock);
    await sendText('Hello');
  }
  // Each of these visitors was rerouted before.
  await db.update(conversations).set({ reroutedAt: clock.now() });
  await hire(db, 'leo', connected());
  await set('maya', absentFor(6));
  clock.advance(60_000);
  await rerouteWaiting(appContext);
  const holders = (await db.select().from(visitors)).map(({ agentId }) => agentId);
  expect(holders).toEqual(Array(5).fill('leo'));
});

test('who was chosen by hand and is away does not keep a visitor waiting either', async () => {
  const elena = await waitForMaya(true);
  await hire(store.db, 'leo', connected());
  await elena.handTo('leo');
  await set('leo', absentFor(6));
  expect(await elena.agentAfter(60)).toBe('maya');
});

test('nobody is passed to and fro between two who are both away', async () => {
  const elena = await waitForMaya(false);
  await hire(store.db, 'leo', absentFor(9));
  for (let turn = 0; turn < 5; turn += 1) expect(await elena.agentAfter(600)).toBe('maya');
  expect(elena.events).toEqual([]);
});

test('while all who are there are full, a visitor of somebody away waits in the queue', async () => {
  const elena = await waitForMaya(true);
  await hire(store.db, 'leo', { ...connected(), capacity: 1 });
  await visit(store.db, VISITORS.priya);
  await set('maya', absentFor(6));
  expect(await elena.agentAfter(60)).toBeNull();
  expect(elena.events.map(({ name }) => name)).toContain('waits');
  await drainQueue(createChatContext(store.db, elena.clock));
  expect(await elena.agentAfter(5)).toBeNull();
  await set('leo', { capacity: 2 });
  await drainQueue(createChatContext(store.db, elena.clock));
  expect(await elena.agentAfter(0)).toBe('leo');
});

test('for how long somebody may be without a connection is a setting', async () => {
  const elena = await waitForMaya(true);
  await elena.answer(elena.maya, 'Hello');
  await elena.sendText('And now?');
  await hire(store.db, 'leo', connected());
  const settings = { chatCapacity: undefined, supportTimezone: 'America/New_York' };
  await saveDeskSettings(store.db, { ...settings, agentAwayMinutes: 30 });
  await set('maya', absentFor(29));
  expect(await elena.agentAfter(60)).toBe('maya');
  await set('maya', absentFor(31));
  expect(await elena.agentAfter(1)).toBe('leo');
});

test('another browser that types the address keeps nobody from going to somebody who is there', async () => {
  const elena = await waitForMaya(false);
  const other = await visit(store.db, VISITORS.elena, elena.clock);
  await hire(store.db, 'leo', connected());
  expect(await elena.agentAfter(60)).toBe('leo');
  // The second conversation waits too, but does not cause another reroute.
  await other.sendText('I am somebody else');
  await hire(store.db, 'henrik', { ...connected(), role: 'agent' });
  expect(await elena.agentAfter(30)).toBe('leo');
});
