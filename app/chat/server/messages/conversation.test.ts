import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  createChatContext,
  hire,
  openBrowser,
  recordingPublisher,
  TestClock,
  useDatabase,
} from '../../../../tests/support/database.ts';
import { VISITORS } from '../../../../tests/support/cast.ts';
import { tracedBy } from '../../../../tests/support/team.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import { accessToConversation, type Viewer } from '../access.server.ts';
import { drainQueue } from '../assignment/drain-queue.server.ts';
import {
  completeQuietConversations,
  reopenConversations,
  resolveVisitor,
} from '../resolution/complete-conversation.server.ts';
import { saveCannedReply } from './canned-replies.server.ts';
import { markReadByMember, markReadByVisitor } from './mark-read.server.ts';
import { readBrowserConversations } from '../read/read-conversation.server.ts';
import { readInbox } from '../read/read-inbox.server.ts';
import { readMessagesAfter } from '../read/read-messages.server.ts';
import { readThread } from '../read/read-thread.server.ts';
import { newConversationId } from '../../protocol/rules.ts';
import { sendMessage } from './send-message.server.ts';
import { startConversation } from './start-conversation.server.ts';
import { transferVisitor } from '../assignment/transfer-visitor.server.ts';
import { cannedReplies } from './tables.server.ts';
import { conversations, visitorMessages, visitors } from '../tables.server.ts';
import { topic } from '../../../../tests/support/topics.ts';

const store = useDatabase();

async function visit(email: string, options: { browserId?: string; clock?: TestClock } = {}) {
  const clock = options.clock ?? new TestClock();
  const { publisher, events } = recordingPublisher();
  const browserId = options.browserId ?? (await openBrowser(store.db, clock));
  const viewer: Viewer = { kind: 'browser', browserId };
  const id = newConversationId(clock.now());
  const start = { id, browserId, email, topic: topic('Sales Inquiry'), service: null } as const;
  const conversation = await startConversation(
    createChatContext(store.db, clock, publisher),
    start,
  );
  const sendText = (text: string, clientId: string = crypto.randomUUID()) =>
    sendMessage(createChatContext(store.db, clock, publisher), viewer, {
      conversationId: id,
      clientId,
      text,
    });
  return { id, browserId, viewer, conversation, clock, publisher, events, sendText, start };
}

const openConversations = async () => {
  const open = await store.db
    .select({ id: conversations.id })
    .from(conversations)
    .where(sql`completed_at is null`);
  return open.map(({ id }) => id).sort();
};

const nobody = () => Promise.resolve(false);

async function refusal(work: Promise<unknown>): Promise<RefusedError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof RefusedError) return error;
  throw new Error('Expected a refusal', { cause: error });
}

describe('a message', () => {
  test('of the team that is half-written is refused, unless it was stored before', async () => {
    const maya = await hire(store.db, 'maya');
    const elena = await visit(VISITORS.elena);
    await elena.sendText('How do I pay?');
    const appContext = createChatContext(store.db, elena.clock, elena.publisher);
    const reply = (text: string, clientId: string = crypto.randomUUID()) =>
      sendMessage(
        appContext,
        { kind: 'member', member: maya },
        { conversationId: elena.id, text, clientId },
      );
    for (const text of ['/pay', '/pay please', '{service} is {price}']) {
      expect(await refusal(reply(text))).toMatchObject({ status: 400, field: 'message' });
    }
    const shortcut = { shortcut: 'pay', text: 'Here is the link.', isShared: false };
    await saveCannedReply(appContext, maya, shortcut);
    const clientId = crypto.randomUUID();
    const sent = await reply('/pay', clientId);
    await store.db.delete(cannedReplies);
    expect((await reply('/pay', clientId)).id).toBe(sent.id);
    // Shortcuts and placeholders do not apply to visitors.
    await elena.sendText('/help {me}');
  });

  test('gets the next number of its conversation and reaches visitor and agent', async () => {
    await hire(store.db, 'maya');
    const elena = await visit(VISITORS.elena);
    await elena.sendText('Hello');
    const second = await elena.sendText('  Are you there?  ');

    expect(second).toMatchObject({ number: 2, text: 'Are you there?', isAgent: false });
    expect(elena.events.filter(({ name }) => name === 'message')).toMatchObject([
      { to: 'maya', event: { message: { number: 1 } } },
      { to: 'maya', event: { message: { number: 2 } } },
    ]);
    const messages = await readMessagesAfter(store.db, elena.id, 1);
    expect(messages.map(({ text }) => text)).toEqual(['Are you there?']);
  });

  test('that is repeated under its name is answered, not stored or published again', async () => {
    await hire(store.db, 'maya');
    const elena = await visit(VISITORS.elena);
    const clientId = crypto.randomUUID();
    const first = await elena.sendText('Hello', clientId);
    const again = await elena.sendText('Hello', clientId);

    expect(again).toEqual(first);
    expect(await store.db.select().from(visitorMessages)).toHaveLength(1);
    expect(elena.events.filter(({ name }) => name === 'message')).toHaveLength(1);
  });

  test('named in capitals is stored, told and published under the same name in small letters', async () => {
    await hire(store.db, 'maya');
    const elena = await visit(VISITORS.elena);
    for (const text of ['Hello', 'Hello again']) {
      const clientId = crypto.randomUUID();
      const saved = await elena.sendText(text, clientId.toUpperCase());
      expect(saved).toMatchObject({ clientId, text });
      expect(await elena.sendText(text, clientId)).toEqual(saved);
    }
    expect(elena.events.filter(({ name }) => name === 'message')).toMatchObject([
      { event: { message: { number: 1 } } },
      { event: { message: { number: 2 } } },
    ]);
  });

  test.each(['\u200b\u2060', '\u00ad', '\u3164', '\u2800', '\u{e0041}', '\ufe0f'])(
    'that nobody can see is refused as an empty one: %j',
    async (text) => {
      const elena = await visit(VISITORS.elena);
      expect(await refusal(elena.sendText(text))).toMatchObject({ status: 400, field: 'message' });
    },
  );

  test('is refused when its name belongs to other words', async () => {
    const elena = await visit(VISITORS.elena);
    const clientId = crypto.randomUUID();
    await elena.sendText('Hello', clientId);
    expect(await refusal(elena.sendText('Goodbye', clientId))).toMatchObject({ status: 409 });
  });

  test('may say the same words twice', async () => {
    const elena = await visit(VISITORS.elena);
    await elena.sendText('ok');
    await elena.sendText('ok');
    expect(await readMessagesAfter(store.db, elena.id, 0)).toHaveLength(2);
  });

  test('has no gaps in its numbers when many arrive at once', async () => {
    const elena = await visit(VISITORS.elena);
    await Promise.all(Array.from({ length: 20 }, (_, index) => elena.sendText(`Message ${index}`)));
    const numbers = (await readMessagesAfter(store.db, elena.id, 0)).map(({ number }) => number);
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });

  test.each([
    ['blank', '   \n ', 400],
    ['too long', 'x'.repeat(4001), 413],
  ])('that is %s is refused and nothing is stored', async (_, text, status) => {
    const elena = await visit(VISITORS.elena);
    expect(await refusal(elena.sendText(text))).toMatchObject({ status });
    expect(await readMessagesAfter(store.db, elena.id, 0)).toEqual([]);
  });

  test('of a stranger who holds the conversation id is refused as if it did not exist', async () => {
    const elena = await visit(VISITORS.elena);
    const stranger: Viewer = {
      kind: 'browser',
      browserId: await openBrowser(store.db, elena.clock),
    };
    const send = { conversationId: elena.id, clientId: crypto.randomUUID(), text: 'Let me in' };
    const theirs = await refusal(
      sendMessage(createChatContext(store.db, elena.clock, elena.publisher), stranger, send),
    );
    const unknown = await refusal(
      sendMessage(createChatContext(store.db, elena.clock, elena.publisher), stranger, {
        ...send,
        conversationId: newConversationId(new Date()),
      }),
    );
    expect([theirs.status, theirs.message]).toEqual([unknown.status, unknown.message]);
  });

  test('of an agent goes out under the name of the agent who has the visitor', async () => {
    const maya = await hire(store.db, 'maya');
    const elena = await visit(VISITORS.elena);
    await elena.sendText('Hello');
    const sent = await sendMessage(
      createChatContext(store.db, elena.clock, elena.publisher),
      { kind: 'member', member: maya },
      { conversationId: elena.id, clientId: crypto.randomUUID(), text: 'Welcome' },
    );
    expect(sent).toMatchObject({ number: 2, isAgent: true, agentName: 'Maya Okafor' });
  });

  test('of an agent who no longer has the visitor is refused', async () => {
    const maya = await hire(store.db, 'maya');
    await hire(store.db, 'leo');
    const elena = await visit(VISITORS.elena);
    await store.db.update(visitors).set({ agentId: 'leo' });
    const late = sendMessage(
      createChatContext(store.db, elena.clock, elena.publisher),
      { kind: 'member', member: maya },
      { conversationId: elena.id, clientId: crypto.randomUUID(), text: 'One more thing' },
    );
    expect(await refusal(late)).toMatchObject({ status: 404 });
  });

  test('of a visitor reopens a completed conversation with the same agent', async () => {
    await hire(store.db, 'maya');
    await hire(store.db, 'leo');
    const elena = await visit(VISITORS.elena);
    const before = await store.db.select().from(visitors);
    await store.db.update(conversations).set({ completedAt: elena.clock.now() });
    await store.db.update(visitors).set({ completedAt: elena.clock.now() });
    await elena.sendText('One more question');

    const [visitor] = await store.db.select().from(visitors);
    const [conversation] = await store.db.select().from(conversations);
    expect(visitor?.completedAt).toBeNull();
    expect(conversation?.completedAt).toBeNull();
    expect(visitor?.agentId).toBe(before[0]?.agentId);
  });
});

describe('starting a conversation', () => {
  test('twice with the same id starts it once', async () => {
    const elena = await visit(VISITORS.elena);
    const again = await startConversation(
      createChatContext(store.db, elena.clock, elena.publisher),
      elena.start,
    );
    expect(again).toEqual(elena.conversation);
    expect(await store.db.select().from(conversations)).toHaveLength(1);
  });

  test('with an id that another browser uses is refused', async () => {
    const elena = await visit(VISITORS.elena);
    const browserId = await openBrowser(store.db, elena.clock);
    const stolen = startConversation(createChatContext(store.db, elena.clock, elena.publisher), {
      ...elena.start,
      browserId,
    });
    expect(await refusal(stolen)).toMatchObject({ status: 409 });
  });

  test('under somebody else’s address opens a new one and nothing of theirs', async () => {
    const elena = await visit(VISITORS.elena);
    await elena.sendText('My account number is 7');
    const stranger = await visit(VISITORS.elena);

    expect(await accessToConversation(store.db, stranger.viewer, elena.id)).toBeUndefined();
    expect(await accessToConversation(store.db, stranger.viewer, stranger.id)).toBe('write');
    expect(await accessToConversation(store.db, elena.viewer, elena.id)).toBe('write');
    expect(await readMessagesAfter(store.db, stranger.id, 0)).toEqual([]);
  });

  test('completes what this browser had open and was answered, and tells both sides', async () => {
    const maya = await hire(store.db, 'maya');
    const first = await visit(VISITORS.elena);
    await first.sendText('Do you print?');
    await sendMessage(
      createChatContext(store.db, first.clock),
      { kind: 'member', member: maya },
      { conversationId: first.id, clientId: crypto.randomUUID(), text: 'We do.' },
    );
    const second = await visit(VISITORS.priya, { browserId: first.browserId });
    expect(await openConversations()).toEqual([second.id]);
    const told = (name: string) => second.events.filter((event) => event.name === name);
    expect(told('conversation')).toMatchObject([{ event: { id: first.id, isCompleted: true } }]);
    expect(told('entry')).toMatchObject([
      { event: { email: VISITORS.elena, state: 'resolved' } },
      { event: { email: VISITORS.priya, state: 'open' } },
    ]);
  });

  test('leaves one open that nobody has answered', async () => {
    const maya = await hire(store.db, 'maya');
    const first = await visit(VISITORS.elena);
    await first.sendText('Do you print?');
    const second = await visit(VISITORS.elena, { browserId: first.browserId });
    await second.sendText('Or do you bind?');
    expect(await openConversations()).toEqual([first.id, second.id].sort());
    const reply = { conversationId: first.id, clientId: crypto.randomUUID(), text: 'We do.' };
    await sendMessage(
      createChatContext(store.db, first.clock),
      { kind: 'member', member: maya },
      reply,
    );
    expect((await readMessagesAfter(store.db, first.id, 0)).map(({ text }) => text)).toEqual([
      'Do you print?',
      'We do.',
    ]);
  });

  test('of two at once in one browser, both are there', async () => {
    const first = await visit(VISITORS.elena);
    await first.sendText('Do you print?');
    const { browserId } = first;
    const both = await Promise.all([
      visit(VISITORS.elena, { browserId }),
      visit(VISITORS.priya, { browserId }),
    ]);
    for (const one of both) await one.sendText('And this?');
    const open = await openConversations();
    expect(open).toEqual(expect.arrayContaining([first.id, ...both.map(({ id }) => id)]));
  });
});

describe('assignment', () => {
  test('picks the agent with the fewest open visitors', async () => {
    await hire(store.db, 'maya');
    await hire(store.db, 'leo');
    const first = await visit(VISITORS.elena);
    const second = await visit(VISITORS.priya);
    expect(new Set([first.conversation.agentName, second.conversation.agentName])).toEqual(
      new Set(['Maya Okafor', 'Leo Marchetti']),
    );
  });

  test('settles a tie by the assignment that is longest ago, never assigned first', async () => {
    await hire(store.db, 'maya', { lastAssignedAt: new Date('2026-06-01T00:00:00Z') });
    await hire(store.db, 'leo');
    expect((await visit(VISITORS.elena)).conversation.agentName).toBe('Leo Marchetti');
  });

  test('prefers an agent who is connected to one with fewer visitors who is not', async () => {
    await hire(store.db, 'maya', { connectedUntil: new Date(Date.now() + 60_000) });
    await hire(store.db, 'leo');
    await visit(VISITORS.elena);
    expect((await visit(VISITORS.priya)).conversation.agentName).toBe('Maya Okafor');
  });

  test('passes over who is away, suspended, waiting for approval or in support', async () => {
    await hire(store.db, 'maya', { acceptsChats: false });
    await hire(store.db, 'leo', { status: 'suspended' });
    await hire(store.db, 'ines', { status: 'waiting', role: 'agent' });
    await hire(store.db, 'sam');
    expect((await visit(VISITORS.elena)).conversation.agentName).toBeNull();
  });

  test('keeps the agent a visitor already has', async () => {
    await hire(store.db, 'maya');
    const elena = await visit(VISITORS.elena);
    await hire(store.db, 'leo');
    const again = await visit(VISITORS.elena, { browserId: elena.browserId });
    expect(again.conversation.agentName).toBe('Maya Okafor');
  });

  test('of two visitors at once never gives both to one of two idle agents', async () => {
    await hire(store.db, 'maya');
    await hire(store.db, 'leo');
    const visits = await Promise.all([visit(VISITORS.elena), visit(VISITORS.priya)]);
    expect(new Set(visits.map(({ conversation }) => conversation.agentName)).size).toBe(2);
  });

  test('waits in the queue without agents and is drained when one appears', async () => {
    const elena = await visit(VISITORS.elena);
    expect(elena.conversation.agentName).toBeNull();
    await hire(store.db, 'maya');
    await drainQueue(createChatContext(store.db, elena.clock, elena.publisher));

    const [visitor] = await store.db.select().from(visitors);
    expect(visitor?.agentId).toBe('maya');
    expect(elena.events.map(({ name }) => name)).toEqual([
      'waits',
      'queue',
      'entry',
      'conversation',
      'queue',
    ]);
  });

  test('stamps the agent it picked', async () => {
    await hire(store.db, 'maya');
    await visit(VISITORS.elena);
    const [profile] = await store.db.select().from(profiles).where(eq(profiles.id, 'maya'));
    expect(profile?.lastAssignedAt).toBeInstanceOf(Date);
  });
});

describe('an agent’s list', () => {
  test('shows counts, the last message and that a welcome is needed', async () => {
    const maya = await hire(store.db, 'maya');
    const elena = await visit(VISITORS.elena);
    await elena.sendText('Hello');
    await elena.sendText('Anybody there?');

    const [inboxEntry] = await readInbox(store.db, { agentId: maya.id });
    expect(inboxEntry).toMatchObject({
      email: VISITORS.elena,
      lastMessageText: 'Anybody there?',
      visitorMessageCount: 2,
      conversationCount: 1,
      unreadCount: 2,
      needsWelcome: true,
    });
  });

  test('counts as unread what came after the last viewed number, on every device', async () => {
    const maya = await hire(store.db, 'maya');
    const elena = await visit(VISITORS.elena);
    await elena.sendText('One');
    await elena.sendText('Two');
    await markReadByMember(
      createChatContext(store.db, elena.clock, elena.publisher),
      maya,
      elena.id,
      2,
    );
    // A second device reports an older position.
    await markReadByMember(
      createChatContext(store.db, elena.clock, elena.publisher),
      maya,
      elena.id,
      1,
    );
    await elena.sendText('Three');
    expect((await readInbox(store.db, { agentId: maya.id }))[0]?.unreadCount).toBe(1);
  });

  test('is empty for an agent who has nobody, and their threads are closed to others', async () => {
    await hire(store.db, 'maya');
    const leo = await hire(store.db, 'leo', { acceptsChats: false });
    await visit(VISITORS.elena);
    const [visitor] = await store.db.select().from(visitors);
    expect(await readInbox(store.db, { agentId: leo.id })).toEqual([]);
    expect(await readThread(store.db, leo, visitor?.id ?? '', nobody)).toBeUndefined();
  });

  test('lets managers read what is not theirs, and not write', async () => {
    await hire(store.db, 'maya');
    const ines = await hire(store.db, 'ines');
    const elena = await visit(VISITORS.elena);
    const access = await accessToConversation(store.db, { kind: 'member', member: ines }, elena.id);
    expect(access).toBe('read');
  });
});

describe('completing', () => {
  test('by the agent closes the conversation and frees a place with the agent', async () => {
    const maya = await hire(store.db, 'maya');
    const elena = await visit(VISITORS.elena);
    await elena.sendText('Thank you');
    await resolveVisitor(createChatContext(store.db, elena.clock, elena.publisher), maya, elena.id);
    const [visitor] = await store.db.select().from(visitors);
    expect(visitor?.completedAt).toEqual(elena.clock.now());
    expect((await readInbox(store.db, { agentId: maya.id }))[0]?.state).toBe('resolved');

    await reopenConversations(createChatContext(store.db, elena.clock, elena.publisher), maya, [
      elena.id,
    ]);
    expect((await readInbox(store.db, { agentId: maya.id }))[0]?.state).toBe('waiting');
  });

  test('is refused to an agent who does not have the visitor', async () => {
    await hire(store.db, 'maya');
    const leo = await hire(store.db, 'leo', { acceptsChats: false });
    const elena = await visit(VISITORS.elena);
    const work = resolveVisitor(
      createChatContext(store.db, elena.clock, elena.publisher),
      leo,
      elena.id,
    );
    expect(await refusal(work)).toMatchObject({ status: 404 });
  });

  test('happens by itself after the quiet period, and not a moment before', async () => {
    await hire(store.db, 'maya');
    const elena = await visit(VISITORS.elena);
    await elena.sendText('Hello');
    const complete = () =>
      completeQuietConversations(createChatContext(store.db, elena.clock, elena.publisher), 60_000);
    elena.clock.advance(60_000);
    expect(await complete()).toBe(0);
    elena.clock.advance(1);
    expect(await complete()).toBe(1);
    expect(await complete()).toBe(0);
  });
});

describe('a transfer', () => {
  test('moves the visitor, stops the former agent’s feed and tells all three', async () => {
    const maya = await hire(store.db, 'maya');
    const elena = await visit(VISITORS.elena);
    await hire(store.db, 'leo');
    await elena.sendText('Hello');
    const [visitor] = await store.db.select().from(visitors);
    const visitorId = visitor?.id ?? '';
    elena.events.length = 0;
    await transferVisitor(
      createChatContext(store.db, elena.clock, elena.publisher),
      tracedBy(maya),
      maya,
      {
        visitorId,
        to: { kind: 'agent', id: 'leo' },
      },
    );
    await elena.sendText('Who is this?');

    expect(elena.events.map(({ name, to }) => [name, to])).toEqual([
      ['unassigned', 'maya'],
      ['entry', 'leo'],
      ['conversation', elena.id],
      ['message', 'leo'],
    ]);
    expect(await readThread(store.db, maya, visitorId, nobody)).toBeUndefined();
  });

  test.each([
    ['an agent who does not have the visitor', 'sam', 'sam', 404],
    ['a manager to somebody who answers nobody', 'ines', 'henrik', 400],
  ] as const)('by %s is refused', async (_, by, to, status) => {
    await hire(store.db, 'maya');
    await hire(store.db, 'henrik');
    const member = await hire(store.db, by);
    const elena = await visit(VISITORS.elena);
    const [visitor] = await store.db.select().from(visitors);
    const work = transferVisitor(
      createChatContext(store.db, elena.clock, elena.publisher),
      tracedBy(member),
      member,
      { visitorId: visitor?.id ?? '', to: { kind: 'agent', id: to } },
    );
    expect(await refusal(work)).toMatchObject({ status });
  });
});

describe('reading', () => {
  test('shows the visitor that their agent has seen it, and not that a manager looked', async () => {
    const maya = await hire(store.db, 'maya');
    const ines = await hire(store.db, 'ines');
    const elena = await visit(VISITORS.elena);
    await elena.sendText('Hello');
    await markReadByMember(
      createChatContext(store.db, elena.clock, elena.publisher),
      ines,
      elena.id,
      1,
    );
    expect(elena.events.filter(({ name }) => name === 'seen by agent')).toEqual([]);
    // A position beyond the last message counts as the last message.
    await markReadByMember(
      createChatContext(store.db, elena.clock, elena.publisher),
      maya,
      elena.id,
      99,
    );
    expect(elena.events.filter(({ name }) => name === 'seen by agent')).toMatchObject([
      { event: 1, to: elena.id },
    ]);
  });

  test('of what was read before is told to no device again', async () => {
    const maya = await hire(store.db, 'maya');
    const elena = await visit(VISITORS.elena);
    await elena.sendText('One');
    await elena.sendText('Two');
    const read = (number: number) =>
      markReadByMember(
        createChatContext(store.db, elena.clock, elena.publisher),
        maya,
        elena.id,
        number,
      );
    const told = () => elena.events.filter(({ name }) => name === 'read').length;
    await read(1);
    await read(1);
    expect(told()).toBe(1);
    await Promise.all([read(2), read(2), read(1), read(99)]);
    expect(told()).toBe(2);
  });

  test('by the visitor reaches the agent once', async () => {
    await hire(store.db, 'maya');
    const elena = await visit(VISITORS.elena);
    await elena.sendText('Hello');
    await markReadByVisitor(createChatContext(store.db, elena.clock, elena.publisher), elena.id, 1);
    await markReadByVisitor(createChatContext(store.db, elena.clock, elena.publisher), elena.id, 1);
    const seen = elena.events.filter(({ name }) => name === 'seen by visitor');
    expect(seen).toMatchObject([{ to: 'maya', event: 1 }]);
  });
});

describe('a browser', () => {
  test('is offered its own conversations, those that are open first, and nobody else’s', async () => {
    const clock = new TestClock();
    const first = await visit(VISITORS.elena, { clock });
    const again = async () => {
      clock.advance(60_000);
      return visit(VISITORS.elena, { browserId: first.browserId, clock });
    };
    await first.sendText('About the layout');
    const second = await again();
    await second.sendText('About the paper');
    const third = await again();
    await third.sendText('About the price');
    await store.db
      .update(conversations)
      .set({ completedAt: clock.now(), waitingSince: null })
      .where(eq(conversations.id, second.id));
    const stranger = await visit(VISITORS.elena);
    await stranger.sendText('Something else');
    const offered = await readBrowserConversations(store.db, first.browserId);
    expect(offered.map(({ id }) => id)).toEqual([third.id, first.id, second.id]);
  });

  test('is offered an open conversation however many completed ones came after it', async () => {
    const clock = new TestClock();
    const open = await visit(VISITORS.elena, { clock });
    await open.sendText('Still waiting');
    for (let count = 0; count < 12; count += 1) {
      clock.advance(60_000);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const other = await visit(VISITORS.elena, { browserId: open.browserId, clock });
      // oxlint-disable-next-line no-await-in-loop -- the same
      await other.sendText('Another thing');
      const completed = { completedAt: clock.now(), waitingSince: null };
      // oxlint-disable-next-line no-await-in-loop -- the same
      await store.db.update(conversations).set(completed).where(eq(conversations.id, other.id));
    }
    const offered = await readBrowserConversations(store.db, open.browserId);
    expect(offered).toHaveLength(11);
    expect(offered[0]?.id).toBe(open.id);
  });
});

describe('searching the list', () => {
  test('finds addresses, and takes % and _ literally', async () => {
    const maya = await hire(store.db, 'maya');
    const elena = await visit(VISITORS.elena);
    await elena.sendText('Hello');
    await visit(VISITORS.priya);
    const find = async (search: string) =>
      (await readInbox(store.db, { agentId: maya.id, search })).map(({ email }) => email);
    expect(await find('lumen')).toEqual([VISITORS.priya]);
    expect(await find('ELENA')).toEqual([VISITORS.elena]);
    expect(await find('%')).toEqual([]);
    expect(await find('_')).toEqual([]);
  });
});
