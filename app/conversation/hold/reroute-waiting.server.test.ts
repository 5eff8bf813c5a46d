import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { VISITORS } from '../../../tests/support/cast.ts';
import {
  hostOf,
  hire,
  openBrowser,
  recordingPublisher,
  TestClock,
  useDatabase,
} from '../../../tests/support/database.ts';
import type { Member } from '../../team/members/member.ts';
import { profiles } from '../../team/tables.server.ts';
import { rerouteWaiting } from './reroute-waiting.server.ts';
import { newConversationId } from '../wire/rules.ts';
import { sendMessage } from '../say/send-message.server.ts';
import { startConversation } from '../say/start-conversation.server.ts';
import { visitors } from '../tables.server.ts';
import { transferVisitor } from './transfer-visitor.server.ts';

const store = useDatabase();
const connected = () => ({ connectedUntil: new Date(Date.now() + 60_000) });

/** Elena, whom Maya got; Leo comes later. */
async function waitForMaya(isMayaConnected: boolean) {
  const { db } = store;
  const clock = new TestClock();
  const maya = await hire(db, 'maya', isMayaConnected ? connected() : {});
  const { publisher, events } = recordingPublisher();
  const browserId = await openBrowser(db, clock);
  const id = newConversationId(clock.now());
  await startConversation(hostOf(db, clock, publisher), {
    id,
    browserId,
    email: VISITORS.elena,
    topic: 'Sales Inquiry',
    service: null,
  });
  const send = (viewer: Parameters<typeof sendMessage>[1], text: string) =>
    sendMessage(hostOf(db, clock, publisher), viewer, {
      conversationId: id,
      clientId: crypto.randomUUID(),
      text,
    });
  events.length = 0;
  return {
    clock,
    maya,
    events,
    publisher,
    say: (text: string) => send({ kind: 'browser', browserId }, text),
    answer: (member: Member, text: string) => send({ kind: 'member', member }, text),
    /** Whose visitor Elena is after so long, and a turn of the chore. */
    async agentAfter(seconds: number) {
      clock.advance(seconds * 1000);
      await rerouteWaiting(hostOf(db, clock, publisher));
      const [visitor] = await db.select().from(visitors);
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
  // Answered; the next wait is another one.
  await elena.answer(leo, 'Hello, Leo here');
  await elena.say('Good to meet you');
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
  await elena.say('Hello');
  await elena.answer(elena.maya, 'Hello');
  expect(await elena.agentAfter(600)).toBe('maya');
  await elena.say('How long will it take?');
  expect(await elena.agentAfter(600)).toBe('maya');
});

test('a visitor who was handed over by hand is not taken from the one who was chosen', async () => {
  const elena = await waitForMaya(true);
  await hire(store.db, 'leo');
  const [visitor] = await store.db.select().from(visitors);
  await transferVisitor(hostOf(store.db, elena.clock, elena.publisher), elena.maya, {
    visitorId: visitor?.id ?? '',
    toAgentId: 'leo',
  });
  expect(await elena.agentAfter(600)).toBe('leo');
});

test('two processes at once move a visitor once', async () => {
  const elena = await waitForMaya(false);
  await hire(store.db, 'leo', connected());
  await hire(store.db, 'henrik', { ...connected(), role: 'agent' });
  elena.clock.advance(60_000);
  await Promise.all(
    [1, 2, 3].map(() => rerouteWaiting(hostOf(store.db, elena.clock, elena.publisher))),
  );
  expect(elena.events.filter(({ name }) => name === 'unassigned')).toHaveLength(1);
});
