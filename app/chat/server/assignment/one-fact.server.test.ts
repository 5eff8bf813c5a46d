import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import {
  hire,
  createChatContext,
  TestClock,
  useDatabase,
} from '../../../../tests/support/database.ts';
import { visit } from '../../../../tests/support/visit.ts';
import { completeQuietConversations } from '../resolution/complete-conversation.server.ts';
import { readAgents } from '../read/read-desk.server.ts';
import { readBacklog } from '../read/read-backlog.server.ts';
import { readConversation } from '../read/read-conversation.server.ts';
import { readInbox } from '../read/read-inbox.server.ts';
import { conversations, visitors } from '../tables.server.ts';
import { drainQueue } from './drain-queue.server.ts';
import { readQueuePositions } from './queue.server.ts';

// The database alone decides if a visitor has an open conversation, regardless of which one is current.

const store = useDatabase();
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const connected = () => ({ connectedUntil: new Date(Date.now() + MINUTE_MS) });

const visitorOf = async (email: string) =>
  (await store.db.select().from(visitors).where(eq(visitors.email, email)))[0];

const complete = (id: string, at: Date) =>
  store.db.update(conversations).set({ completedAt: at }).where(eq(conversations.id, id));

test('whoever waits in one conversation is in the queue although the last one is over', async () => {
  const clock = new TestClock();
  const phone = await visit(store.db, VISITORS.elena, clock);
  await phone.sendText('Is anybody there?');
  clock.advance(MINUTE_MS);
  const laptop = await visit(store.db, VISITORS.elena, clock);
  await complete(laptop.id, clock.now());
  expect(await visitorOf(VISITORS.elena)).toMatchObject({ state: 'waiting', completedAt: null });
  const listed = await readInbox(store.db, { agentId: 'sam', scope: 'queue' });
  expect(listed).toMatchObject([{ conversationId: phone.id }]);
  await hire(store.db, 'maya', connected());
  expect(await readQueuePositions(store.db)).toEqual([[phone.id]]);
  expect(await readConversation(store.db, phone.id)).toMatchObject({ queuePosition: 1 });
  expect(await readBacklog(store.db)).toMatchObject({ queuedVisitors: 1 });
  await drainQueue(createChatContext(store.db, clock, phone.publisher));
  expect(await visitorOf(VISITORS.elena)).toMatchObject({ agentId: 'maya' });
  expect(await readQueuePositions(store.db)).toEqual([]);
});

test('a visitor with two conversations has one place, which both are told', async () => {
  const clock = new TestClock();
  const priya = await visit(store.db, VISITORS.priya, clock);
  clock.advance(MINUTE_MS);
  const elena = await visit(store.db, VISITORS.elena, clock);
  clock.advance(MINUTE_MS);
  await hire(store.db, 'maya', { ...connected(), capacity: 1 });
  await drainQueue(createChatContext(store.db, clock, priya.publisher));
  const laptop = await visit(store.db, VISITORS.elena, clock);
  clock.advance(MINUTE_MS);
  const astrid = await visit(store.db, VISITORS.astrid, clock);
  const placeOf = async (id: string) => (await readConversation(store.db, id))?.queuePosition;
  expect(await placeOf(elena.id)).toBe(1);
  expect(await placeOf(laptop.id)).toBe(1);
  expect(await placeOf(astrid.id)).toBe(2);
  expect(await readQueuePositions(store.db)).toEqual([[elena.id, laptop.id], [astrid.id]]);
});

test('who waits in any conversation fills a place of their agent, once', async () => {
  const clock = new TestClock();
  await hire(store.db, 'maya', connected());
  const phone = await visit(store.db, VISITORS.elena, clock);
  await phone.sendText('Is anybody there?');
  const laptop = await visit(store.db, VISITORS.elena, clock);
  await laptop.sendText('Or here?');
  expect(await readAgents(store.db)).toMatchObject([{ activeChats: 1, openChats: 1 }]);
  await complete(laptop.id, clock.now());
  expect(await readAgents(store.db)).toMatchObject([{ activeChats: 1, openChats: 1 }]);
  await complete(phone.id, clock.now());
  expect(await readAgents(store.db)).toMatchObject([{ activeChats: 0, openChats: 0 }]);
});

test('when the last one was completed is written by the database, whoever completes it', async () => {
  const clock = new TestClock();
  const maya = await hire(store.db, 'maya', connected());
  const elena = await visit(store.db, VISITORS.elena, clock);
  await elena.sendText('Hello');
  await elena.answer(maya, 'Hello');
  clock.advance(49 * HOUR_MS);
  await completeQuietConversations(
    createChatContext(store.db, clock, elena.publisher),
    48 * HOUR_MS,
  );
  const over = { state: 'resolved', completedAt: clock.now() };
  expect(await visitorOf(VISITORS.elena)).toMatchObject(over);
  await elena.sendText('One more thing');
  expect(await visitorOf(VISITORS.elena)).toMatchObject({ state: 'waiting', completedAt: null });
});
