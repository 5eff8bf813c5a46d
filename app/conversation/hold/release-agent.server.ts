import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import { transact } from '../../platform/db/transact.server.ts';
import { assignAgent, lockAssignment } from './assign-agent.server.ts';
import type { ChatPublisher } from '../wire/events.ts';
import { publishEntry } from '../say/publish-entry.server.ts';
import { readConversation } from '../read/read-conversation.server.ts';
import { conversations, visitors } from '../tables.server.ts';

interface Moved {
  readonly visitorId: string;
  readonly conversationId: string;
  readonly agentId: string | null;
}

/** A visitor was assigned between our locks; the transaction starts over. */
class AssignedMeanwhile extends Error {
  override readonly name = 'AssignedMeanwhile';
}

/**
 * Runs `change`, which takes somebody out of the agents, and in the same transaction gives each
 * of their visitors to another agent or back to the queue. `change` says whether that is needed.
 */
export async function releaseAgent(
  db: Database,
  publisher: ChatPublisher,
  agentId: string,
  change: (tx: Database) => Promise<boolean>,
): Promise<void> {
  const allMoved = await transact(
    db,
    (tx) => release(tx, agentId, change),
    (error) => error instanceof AssignedMeanwhile,
  );
  for (const moved of allMoved) {
    publisher.visitorUnassigned(moved.visitorId, agentId);
    await publishEntry(db, publisher, moved.visitorId, moved.agentId);
    const conversation = await readConversation(db, moved.conversationId);
    if (conversation) publisher.conversationChanged(conversation);
  }
}

async function release(
  tx: Database,
  agentId: string,
  change: (tx: Database) => Promise<boolean>,
): Promise<Moved[]> {
  // Locks are always taken in the order conversation, visitor, assignment, profile.
  const locked = new Set((await openVisitors(tx, agentId)).map(({ visitorId }) => visitorId));
  await lockAssignment(tx);
  if (!(await change(tx))) return [];
  const open = await openVisitors(tx, agentId);
  if (open.some(({ visitorId }) => !locked.has(visitorId))) throw new AssignedMeanwhile();

  // Visitors whose chat is over are let go of too: one who comes back must get somebody else.
  await tx
    .update(visitors)
    .set({ agentId: null, assignedAt: null })
    .where(eq(visitors.agentId, agentId));
  const ids = open.map(({ conversationId }) => conversationId);
  await tx
    .update(conversations)
    .set({ agentId: null, assignedAt: null })
    .where(inArray(conversations.id, ids));
  const moved: Moved[] = [];
  for (const visitor of open) {
    moved.push({ ...visitor, agentId: await assignAgent(tx, visitor.conversationId) });
  }
  return moved;
}

/** The agent's open visitors with their conversations, locked. */
async function openVisitors(
  tx: Database,
  agentId: string,
): Promise<{ visitorId: string; conversationId: string }[]> {
  return tx
    .select({ visitorId: visitors.id, conversationId: conversations.id })
    .from(conversations)
    .innerJoin(visitors, eq(visitors.conversationId, conversations.id))
    .where(and(eq(visitors.agentId, agentId), isNull(visitors.completedAt)))
    .orderBy(asc(conversations.startedAt), asc(conversations.id))
    .for('update');
}
