import { and, asc, eq, isNull, or } from 'drizzle-orm';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { change, type After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { ChatHost } from '../chat-host.server.ts';
import { publishAssigned } from '../messages/publish-entry.server.ts';
import { drainQueue } from './drain-queue.server.ts';
import { conversations, visitors } from '../tables.server.ts';

/** Thrown when a new conversation started between taking the two locks. */
class StartedMeanwhile extends Error {
  override readonly name = 'StartedMeanwhile';
}

/** A change that begins with {@link lockToGive} and is retried after a race. */
export function changeGiving(
  host: ChatHost,
  trace: Trace | undefined,
  work: (tx: Database, after: After) => Promise<void>,
): Promise<void> {
  const isRace = (error: unknown) => error instanceof StartedMeanwhile;
  return change(host, trace, work, { isRace });
}

/**
 * Locks the visitor and the open conversations in the global lock order: conversation, visitor, assignment,
 * profile.
 */
export async function lockToGive(
  tx: Database,
  visitorId: string,
): Promise<typeof visitors.$inferSelect | undefined> {
  const [before] = await tx
    .select({ conversationId: visitors.conversationId })
    .from(visitors)
    .where(eq(visitors.id, visitorId));
  if (!before) return undefined;
  await tx
    .select({ id: conversations.id })
    .from(conversations)
    .where(goesAlong(visitorId, before.conversationId))
    .orderBy(asc(conversations.startedAt), asc(conversations.id))
    .for('update');
  const [visitor] = await tx
    .select()
    .from(visitors)
    .where(eq(visitors.id, visitorId))
    .for('update');
  // Locking the new conversation now would violate the lock order, so the transaction is retried.
  if (visitor && visitor.conversationId !== before.conversationId) throw new StartedMeanwhile();
  return visitor;
}

export async function readOpen(tx: Database, visitorId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(eq(conversations.visitorId, visitorId), isNull(conversations.completedAt)))
    .orderBy(asc(conversations.startedAt), asc(conversations.id));
  return rows.map(({ id }) => id);
}

function goesAlong(visitorId: string, currentId: string | null) {
  const current = currentId === null ? undefined : eq(conversations.id, currentId);
  return and(
    eq(conversations.visitorId, visitorId),
    or(isNull(conversations.completedAt), current),
  );
}

/** Assigns the visitor regardless of the agent's capacity. The caller must hold the visitor's lock. */
export async function giveVisitor(
  tx: Database,
  visitor: typeof visitors.$inferSelect,
  agentId: string,
  at: Date,
): Promise<void> {
  const assigned = { agentId, assignedAt: at };
  await tx.update(visitors).set(assigned).where(eq(visitors.id, visitor.id));
  await tx
    .update(conversations)
    // A person chose this agent, so the visitor is not rerouted automatically.
    .set({ ...assigned, reroutedAt: at, returnedFrom: null })
    .where(goesAlong(visitor.id, visitor.conversationId));
}

/** Returns the visitor to the queue, which assigns anybody but the previous agent. */
export async function returnVisitor(
  tx: Database,
  visitor: typeof visitors.$inferSelect,
): Promise<void> {
  const nobody = { agentId: null, assignedAt: null };
  await tx.update(visitors).set(nobody).where(eq(visitors.id, visitor.id));
  await tx
    .update(conversations)
    .set({ ...nobody, reroutedAt: null, returnedFrom: visitor.agentId })
    .where(goesAlong(visitor.id, visitor.conversationId));
}

/**
 * Notifies both agents, the visitor and the queue after the commit, and fills the freed place. `visitor` is
 * the row before the change.
 */
export async function publishGiven(
  host: ChatHost,
  { id: visitorId, conversationId, agentId: formerAgentId }: typeof visitors.$inferSelect,
  agentId: string | null,
): Promise<void> {
  await publishAssigned(host, { visitorId, conversationId, agentId, formerAgentId });
  if (formerAgentId !== null) await drainQueue(host);
}
