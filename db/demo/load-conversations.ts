import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { cannedReplies, conversationNotes } from '../../app/chat/server/messages/tables.server.ts';
import {
  conversations,
  readMarks,
  visitorBrowsers,
  visitorMessages,
  visitors,
} from '../../app/chat/server/tables.server.ts';
import { newConversationId } from '../../app/chat/protocol/rules.ts';
import type { Clock } from '../../app/platform/clock.ts';
import type { Database } from '../../app/platform/db/database.server.ts';
import { DEMO_CONVERSATIONS, DEMO_REPLIES } from './conversations.ts';
import { topicIdOf } from './topic-id.ts';

const MINUTE_MS = 60 * 1000;

export type DemoTeam = Readonly<Record<'maya' | 'leo' | 'sana' | 'ines', string>>;

export async function loadDemoReplies(db: Database, clock: Clock, team: DemoTeam): Promise<void> {
  const createdAt = clock.now();
  await db.insert(cannedReplies).values(
    DEMO_REPLIES.map(({ owner, ...reply }) => ({
      ...reply,
      ownerId: owner ? team[owner] : null,
      createdAt,
      updatedAt: createdAt,
    })),
  );
}

/** Loads the demo conversations, dated back from now. `agents` maps first names to account ids. */
export async function loadDemoConversations(
  db: Database,
  clock: Clock,
  agents: DemoTeam,
): Promise<void> {
  const before = (minutes: number) => new Date(clock.now().getTime() - minutes * MINUTE_MS);
  for (const demo of DEMO_CONVERSATIONS) {
    const first = before(demo.messages[0]?.minutesAgo ?? 0);
    const last = before(demo.messages.at(-1)?.minutesAgo ?? 0);
    const id = newConversationId(first);
    const completedAt = demo.isCompleted ? last : null;
    const owner = await insertOwner(db, demo.email, first, {
      topic: demo.topic,
      conversationId: id,
      agentId: agents[demo.agent],
      assignedAt: first,
      updatedAt: last,
      completedAt,
    });
    await db.insert(conversations).values({
      id,
      ...owner,
      topic: demo.topic,
      topicId: topicIdOf(demo.topic),
      agentId: agents[demo.agent],
      serviceSection: demo.service?.section,
      serviceSlug: demo.service?.slug,
      serviceTitle: demo.service?.title,
      startedAt: first,
      assignedAt: first,
      completedAt,
    });
    await insertWords(db, id, demo, before, agents);
    const answered = demo.messages.findLastIndex(({ from }) => from !== 'visitor') + 1;
    const unanswered = demo.messages[answered];
    const firstAnswer = demo.messages.find(({ from }) => from !== 'visitor');
    await db
      .update(conversations)
      .set({
        lastNumber: demo.messages.length,
        visitorMessageCount: demo.messages.filter(({ from }) => from === 'visitor').length,
        lastMessageAt: last,
        firstAnsweredAt: firstAnswer ? before(firstAnswer.minutesAgo) : null,
        waitingSince: unanswered && !demo.isCompleted ? before(unanswered.minutesAgo) : null,
      })
      .where(eq(conversations.id, id));
    const agentId = agents[demo.agent];
    await db
      .insert(readMarks)
      .values({ agentId, conversationId: id, number: answered, readAt: last });
  }
}

/** Creates the visitor with a browser that nobody has: the secret of its hash does not exist. */
async function insertOwner(
  db: Database,
  email: string,
  first: Date,
  current: Omit<typeof visitors.$inferInsert, 'email' | 'createdAt'>,
) {
  const [visitor] = await db
    .insert(visitors)
    .values({ email, createdAt: first, ...current })
    .onConflictDoUpdate({ target: visitors.email, set: current })
    .returning({ id: visitors.id });
  const [browser] = await db
    .insert(visitorBrowsers)
    .values({ secretHash: randomUUID(), createdAt: first })
    .returning({ id: visitorBrowsers.id });
  if (!visitor || !browser) throw new Error(`${email} was not inserted`);
  return { visitorId: visitor.id, browserId: browser.id };
}

async function insertWords(
  db: Database,
  id: string,
  demo: (typeof DEMO_CONVERSATIONS)[number],
  before: (minutes: number) => Date,
  agents: DemoTeam,
): Promise<void> {
  await db.insert(visitorMessages).values(
    demo.messages.map(({ from, text, minutesAgo }, index) => ({
      conversationId: id,
      number: index + 1,
      clientId: randomUUID(),
      visitorEmail: demo.email,
      message: text,
      isAgent: from !== 'visitor',
      agentId: from === 'visitor' ? null : agents[from],
      createdAt: before(minutesAgo),
    })),
  );
  if (demo.notes) {
    await db.insert(conversationNotes).values(
      demo.notes.map(({ from, text, minutesAgo }) => ({
        conversationId: id,
        clientId: randomUUID(),
        authorId: agents[from],
        text,
        createdAt: before(minutesAgo),
      })),
    );
  }
}
