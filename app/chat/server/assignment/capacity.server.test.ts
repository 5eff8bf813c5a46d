import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import {
  createChatContext,
  hire,
  TestClock,
  useDatabase,
} from '../../../../tests/support/database.ts';
import { tracedBy } from '../../../../tests/support/team.ts';
import { visit } from '../../../../tests/support/visit.ts';
import { change } from '../../../platform/change/change.server.ts';
import { systemClock } from '../../../platform/clock.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import {
  completeQuietConversations,
  resolveVisitor,
} from '../resolution/complete-conversation.server.ts';
import { eraseVisitor } from '../privacy/erase-visitor.server.ts';
import { readConversation } from '../read/read-conversation.server.ts';
import { chatModule as room } from '../../module.server.ts';
import { conversations, visitors } from '../tables.server.ts';
import { saveDeskSettings } from './desk-settings.server.ts';
import { drainQueue } from './drain-queue.server.ts';
import { readQueuePositions } from './queue.server.ts';
import { setAvailability, setCapacity } from './set-availability.server.ts';
import { takeVisitor } from './give-visitor.server.ts';
import { transferVisitor } from './transfer-visitor.server.ts';

const store = useDatabase();
const away = { connectedUntil: null };
const there = { connectedUntil: new Date('2100-01-01T00:00:00Z') };
const SETTINGS = { agentAwayMinutes: 5, supportTimezone: 'America/New_York' };

const createAppContext = () => createChatContext(store.db, systemClock);
const limitTo = (chatCapacity: number | undefined) =>
  saveDeskSettings(store.db, { ...SETTINGS, chatCapacity });
const arrive = (name: string) => visit(store.db, `${name}@northfold.example`, systemClock);

async function holdings(): Promise<Record<string, number>> {
  const rows = await store.db.select({ agentId: visitors.agentId }).from(visitors);
  const counts: Record<string, number> = {};
  for (const { agentId } of rows)
    counts[agentId ?? 'queue'] = (counts[agentId ?? 'queue'] ?? 0) + 1;
  return counts;
}

const agentOf = async (conversationId: string) =>
  (await readConversation(store.db, conversationId))?.agentName ?? null;

describe('a limit', () => {
  test('of six is six, when seventeen come at once, and the others wait', async () => {
    await hire(store.db, 'maya', there);
    await limitTo(6);
    await Promise.all(Array.from({ length: 17 }, (_, index) => arrive(`visitor-${index}`)));
    expect(await holdings()).toEqual({ maya: 6, queue: 11 });
    await Promise.all(Array.from({ length: 5 }, () => drainQueue(createAppContext())));
    expect(await holdings()).toEqual({ maya: 6, queue: 11 });
  });

  test('is none in a new installation', async () => {
    await hire(store.db, 'maya', there);
    await Promise.all(Array.from({ length: 9 }, (_, index) => arrive(`visitor-${index}`)));
    expect(await holdings()).toEqual({ maya: 9 });
  });

  test('of one agent fills others first, then the queue', async () => {
    await hire(store.db, 'maya', { ...there, capacity: 1 });
    await hire(store.db, 'leo', there);
    await limitTo(2);
    for (let index = 0; index < 5; index += 1) await arrive(`visitor-${index}`);
    expect(await holdings()).toEqual({ maya: 1, leo: 2, queue: 2 });
  });

  test('counts a visitor once, in however many browsers they are', async () => {
    await hire(store.db, 'maya', { ...there, capacity: 1 });
    const elena = await arrive('elena');
    const again = await arrive('elena');
    expect(await agentOf(again.id)).toBe('Maya Okafor');
    expect(again.visitorId).toBe(elena.visitorId);
    expect(await agentOf((await arrive('priya')).id)).toBeNull();
  });

  test('binds nobody who takes or hands over by hand', async () => {
    const maya = await hire(store.db, 'maya', { ...there, capacity: 1 });
    const ines = await hire(store.db, 'ines');
    const sam = await hire(store.db, 'sam', { capacity: 1 });
    await arrive('elena');
    const priya = await arrive('priya');
    const noor = await arrive('noor');
    await takeVisitor(createAppContext(), sam, priya.visitorId, null);
    await takeVisitor(createAppContext(), sam, noor.visitorId, null);
    expect(await holdings()).toEqual({ maya: 1, sam: 2 });
    await transferVisitor(createAppContext(), tracedBy(ines), ines, {
      visitorId: noor.visitorId,
      to: { kind: 'agent', id: maya.id },
    });
    expect(await holdings()).toEqual({ maya: 2, sam: 1 });
    // A transferred visitor keeps the new agent in another conversation.
    const again = await visit(store.db, 'noor@northfold.example', systemClock);
    expect(await agentOf(again.id)).toBe('Maya Okafor');
  });

  test('holds for visitors who come back: they go to another, or wait', async () => {
    const maya = await hire(store.db, 'maya', { ...there, capacity: 1 });
    const elena = await arrive('elena');
    await elena.sendText('Hello');
    await resolveVisitor(createAppContext(), maya, elena.id);
    await arrive('priya');
    elena.events.length = 0;
    await elena.sendText('One more thing');
    expect(await holdings()).toEqual({ maya: 1, queue: 1 });
    expect(elena.events.map(({ name }) => name)).toEqual([
      'message',
      'unassigned',
      'waits',
      'conversation',
      'queue',
    ]);
    await hire(store.db, 'leo', there);
    await drainQueue(createAppContext());
    expect(await agentOf(elena.id)).toBe('Leo Marchetti');
  });

  test('of those who are there is worth waiting for: nobody is left with somebody absent', async () => {
    await hire(store.db, 'maya', { ...there, capacity: 1 });
    await hire(store.db, 'leo');
    await arrive('elena');
    await arrive('priya');
    expect(await holdings()).toEqual({ maya: 1, queue: 1 });
    // If nobody is connected, visitors are assigned to agents who are away.
    await store.db.update(profiles).set(away);
    await drainQueue(createAppContext());
    expect(await holdings()).toEqual({ maya: 1, leo: 1 });
  });
});

describe('a visitor whose conversation was resolved', () => {
  /** Somebody who got the visitor by hand resolves the conversation; then the agent Leo is online. */
  async function resolvedBy(
    name: 'ines' | 'maya' | 'sam',
    change: Partial<typeof profiles.$inferInsert> = there,
  ) {
    const holder = await hire(store.db, name);
    const elena = await arrive('elena');
    await takeVisitor(createAppContext(), holder, elena.visitorId, name === 'maya' ? name : null);
    await elena.sendText('Hello');
    await resolveVisitor(createAppContext(), holder, elena.id);
    await store.db.update(profiles).set(change).where(eq(profiles.id, name));
    await hire(store.db, 'leo', there);
    return elena;
  }

  test.each([
    ['a manager who took it', 'ines', there],
    ['a support member who took it', 'sam', there],
    ['an agent who accepts no chats', 'maya', { ...there, acceptsChats: false }],
    ['an agent who is away while others are not', 'maya', away],
  ] as const)('begins a new one with an agent, not with %s', async (_, name, change) => {
    await resolvedBy(name, change);
    expect(await agentOf((await arrive('elena')).id)).toBe('Leo Marchetti');
  });

  test('waits in the queue with a new one, where only a manager had it and no agent accepts', async () => {
    await resolvedBy('ines');
    await store.db.update(profiles).set({ acceptsChats: false }).where(eq(profiles.id, 'leo'));
    expect(await agentOf((await arrive('elena')).id)).toBeNull();
  });

  test('begins a new one with the same agent, whom somebody with fewer visitors does not replace', async () => {
    await resolvedBy('maya');
    await store.db.update(profiles).set(away).where(eq(profiles.id, 'leo'));
    await arrive('priya');
    await store.db.update(profiles).set(there);
    expect(await agentOf((await arrive('elena')).id)).toBe('Maya Okafor');
  });

  test('reopens it with the same person, of whatever role, unless that person is away and others are not', async () => {
    const connectedUntil = new Date(Date.now() - 60_000);
    const elena = await resolvedBy('ines', { connectedUntil, acceptsChats: false });
    const ines: Member = { id: 'ines', email: '', fullName: '', role: 'manager' };
    await elena.sendText('One more thing');
    expect(await agentOf(elena.id)).toBe('Ines Duarte');
    await resolveVisitor(createAppContext(), ines, elena.id);
    await store.db.update(profiles).set(away).where(eq(profiles.id, 'ines'));
    await elena.sendText('And another');
    expect(await agentOf(elena.id)).toBe('Leo Marchetti');
  });

  test('reopens it with the same person where nobody is online', async () => {
    const elena = await resolvedBy('sam', away);
    await store.db.update(profiles).set(away);
    await elena.sendText('One more thing');
    expect(await agentOf(elena.id)).toBe('Sam Whitlock');
  });
});

describe('a place that becomes free', () => {
  async function full() {
    const maya = await hire(store.db, 'maya', { ...there, capacity: 1 });
    const ines = await hire(store.db, 'ines');
    const clock = new TestClock();
    const come = async (email: string) => {
      clock.advance(1000);
      return visit(store.db, email, clock);
    };
    const elena = await come(VISITORS.elena);
    const priya = await come(VISITORS.priya);
    const noor = await come(VISITORS.noor);
    expect(await readQueuePositions(store.db)).toEqual([[priya.id], [noor.id]]);
    return {
      maya,
      ines,
      clock,
      elena,
      priya,
      noor,
      appContext: createChatContext(store.db, clock),
    };
  }
  type Full = Awaited<ReturnType<typeof full>>;
  const PAYMENT_METHODS: Record<string, (desk: Full) => Promise<unknown>> = {
    'a conversation is resolved': ({ appContext, maya, elena }) =>
      resolveVisitor(appContext, maya, elena.id),
    'a conversation completes by itself': async ({ appContext, clock, elena }) => {
      await store.db
        .update(conversations)
        .set({ startedAt: new Date(clock.now().getTime() - 7_200_000) })
        .where(eq(conversations.id, elena.id));
      await completeQuietConversations(appContext, 3_600_000);
    },
    'the agent’s number is raised': ({ appContext, ines }) =>
      setCapacity(appContext, ines, 'maya', 2),
    'the number of all is raised': async ({ appContext }) => {
      await store.db.update(profiles).set({ capacity: null });
      const settings = { ...SETTINGS, chatCapacity: 2 };
      await room.takeSettings?.({ ...appContext, settings } as never, 1);
    },
    'another agent accepts chats again': async ({ appContext }) => {
      await hire(store.db, 'leo', { ...there, acceptsChats: false, capacity: 1 });
      await setAvailability(appContext, 'leo', true);
    },
    'a visitor is handed to somebody else': async ({ appContext, maya, elena }) => {
      await hire(store.db, 'sam');
      await transferVisitor(appContext, tracedBy(maya), maya, {
        visitorId: elena.visitorId,
        to: { kind: 'agent', id: 'sam' },
      });
    },
    'the visitor is erased': ({ appContext, ines }) =>
      change(appContext, tracedBy(ines), (tx, after) =>
        eraseVisitor(tx, after, appContext, VISITORS.elena),
      ),
    'a visitor is taken over': ({ appContext, ines, elena }) =>
      takeVisitor(appContext, ines, elena.visitorId, 'maya'),
  };

  test.each(Object.keys(PAYMENT_METHODS))(
    'when %s goes to whoever waits longest, at once',
    async (way) => {
      const desk = await full();
      await PAYMENT_METHODS[way]?.(desk);
      expect(await agentOf(desk.priya.id)).not.toBeNull();
      expect(await readQueuePositions(store.db)).toEqual([[desk.noor.id]]);
      expect(await readConversation(store.db, desk.noor.id)).toMatchObject({ queuePosition: 1 });
    },
  );
});

test('with nobody who accepts chats nobody is told a place', async () => {
  const elena = await arrive('elena');
  expect(elena.conversation.queuePosition).toBeNull();
  expect(await readQueuePositions(store.db)).toEqual([]);
  const sam: Member = await hire(store.db, 'sam');
  expect(await readConversation(store.db, elena.id)).toMatchObject({ queuePosition: 1 });
  const events = elena.events;
  await setAvailability(createChatContext(store.db, systemClock, elena.publisher), sam.id, false);
  expect(events.map(({ name }) => name)).toContain('queue');
  expect(await readConversation(store.db, elena.id)).toMatchObject({ queuePosition: null });
});

test('a setting that is older than what is known replaces nothing', async () => {
  await saveDeskSettings(store.db, { ...SETTINGS, chatCapacity: 3 }, 5);
  await saveDeskSettings(store.db, { ...SETTINGS, chatCapacity: 9 }, 4);
  await hire(store.db, 'maya', there);
  await Promise.all(Array.from({ length: 5 }, (_, index) => arrive(`visitor-${index}`)));
  expect(await holdings()).toEqual({ maya: 3, queue: 2 });
});
