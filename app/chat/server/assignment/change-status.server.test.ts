import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import {
  createChatContext,
  hire,
  openBrowser,
  recordingPublisher,
  TestClock,
  useDatabase,
} from '../../../../tests/support/database.ts';
import { NOBODY, refusalOf, tracedBy } from '../../../../tests/support/team.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import { accessToConversation } from '../access.server.ts';
import { giveRole, restore, suspend, releaseAgent } from './change-status.server.ts';
import { newConversationId } from '../../protocol/rules.ts';
import { startConversation } from '../messages/start-conversation.server.ts';
import { conversations, visitors } from '../tables.server.ts';
import { topic } from '../../../../tests/support/topics.ts';

const store = useDatabase();
const clock = new TestClock();

async function visit(email: string) {
  const id = newConversationId(clock.now());
  const browserId = await openBrowser(store.db, clock);
  await startConversation(createChatContext(store.db, clock, recordingPublisher().publisher), {
    id,
    browserId,
    email,
    topic: topic('Sales Inquiry'),
    service: null,
  });
  return id;
}

const agentsOf = async (email: string) => {
  const [row] = await store.db
    .select({ visitor: visitors.agentId, conversation: conversations.agentId })
    .from(visitors)
    .innerJoin(conversations, eq(conversations.id, visitors.conversationId))
    .where(eq(visitors.email, email));
  return row;
};

describe('suspending an agent', () => {
  test('gives the open conversations to others in the same transaction', async () => {
    const maya = await hire(store.db, 'maya');
    const id = await visit(VISITORS.elena);
    await hire(store.db, 'leo');
    const trace = tracedBy(await hire(store.db, 'henrik'));
    const { publisher, events } = recordingPublisher();
    const closed: string[] = [];
    const appContext = {
      ...createChatContext(store.db, clock, publisher),
      closeMember: (id: string) => void closed.push(id),
    };
    await suspend(appContext, trace, 'maya');
    expect(closed).toEqual(['maya']);
    expect(await agentsOf(VISITORS.elena)).toEqual({ visitor: 'leo', conversation: 'leo' });
    const viewer = { kind: 'member', member: maya } as const;
    expect(await accessToConversation(store.db, viewer, id)).toBeUndefined();
    expect(events.map(({ name, to }) => [name, to])).toEqual([
      ['unassigned', 'maya'],
      ['entry', 'leo'],
      ['conversation', id],
    ]);
  });

  test('puts them into the queue when nobody else is there', async () => {
    await hire(store.db, 'maya');
    await visit(VISITORS.elena);
    const trace = tracedBy(await hire(store.db, 'henrik'));
    await suspend(createChatContext(store.db, clock), trace, 'maya');
    expect(await agentsOf(VISITORS.elena)).toEqual({ visitor: null, conversation: null });
  });

  test('lets go of visitors whose chat is over, and keeps who had it', async () => {
    await hire(store.db, 'maya');
    const id = await visit(VISITORS.elena);
    await store.db.update(visitors).set({ completedAt: clock.now() });
    await store.db.update(conversations).set({ completedAt: clock.now() });
    const trace = tracedBy(await hire(store.db, 'henrik'));
    await suspend(createChatContext(store.db, clock), trace, 'maya');
    expect(await agentsOf(VISITORS.elena)).toEqual({ visitor: null, conversation: 'maya' });
    expect(id).toBeTruthy();
  });

  test('that is refused moves nobody', async () => {
    await hire(store.db, 'maya');
    await visit(VISITORS.elena);
    await hire(store.db, 'leo');
    const trace = tracedBy(await hire(store.db, 'ines'));
    const work = suspend(createChatContext(store.db, clock), trace, 'maya');
    expect((await refusalOf(work)).status).toBe(403);
    expect(await agentsOf(VISITORS.elena)).toMatchObject({ visitor: 'maya' });
    const [row] = await store.db.select().from(profiles).where(eq(profiles.id, 'maya'));
    expect(row?.status).toBe('active');
  });
});

test('somebody who is let in again gets those who wait', async () => {
  await hire(store.db, 'maya');
  await visit(VISITORS.elena);
  const trace = tracedBy(await hire(store.db, 'henrik'));
  await suspend(createChatContext(store.db, clock), trace, 'maya');
  expect(await agentsOf(VISITORS.elena)).toMatchObject({ visitor: null });
  await restore(createChatContext(store.db, clock), trace, 'maya');
  expect(await agentsOf(VISITORS.elena)).toEqual({ visitor: 'maya', conversation: 'maya' });
});

test('an agent who gets another role hands the visitors over, and one who does not keeps them', async () => {
  await hire(store.db, 'maya');
  await visit(VISITORS.elena);
  await hire(store.db, 'leo');
  const trace = tracedBy(await hire(store.db, 'henrik'));
  const become = (role: 'agent' | 'support') =>
    giveRole(createChatContext(store.db, clock), trace, 'maya', role);
  await become('agent');
  expect(await agentsOf(VISITORS.elena)).toMatchObject({ visitor: 'maya' });
  await become('support');
  expect(await agentsOf(VISITORS.elena)).toMatchObject({ visitor: 'leo' });
});

test('agents who leave while visitors come and write leave nobody behind, and no deadlock', async () => {
  await hire(store.db, 'maya');
  await hire(store.db, 'leo');
  const { publisher } = recordingPublisher();
  const emails = Object.values(VISITORS);
  for (const email of emails.slice(0, 4)) await visit(email);
  const leave = (id: 'maya' | 'leo') =>
    releaseAgent(createChatContext(store.db, clock, publisher), NOBODY, id, async (tx) => {
      await tx.update(profiles).set({ status: 'suspended' }).where(eq(profiles.id, id));
      return true;
    });
  await Promise.all([
    leave('maya'),
    leave('leo'),
    ...emails.map((email) => visit(email)),
    ...emails.map((email) => visit(email)),
  ]);
  for (const email of emails) {
    expect(await agentsOf(email)).toEqual({ visitor: null, conversation: null });
  }
});
