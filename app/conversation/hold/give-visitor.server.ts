import { and, asc, eq, isNull, or } from 'drizzle-orm';
import type { Trace } from '../../platform/change/audit.server.ts';
import { change, type After } from '../../platform/change/change.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import type { ChatHost } from '../chat-host.server.ts';
import { publishAssigned } from '../say/publish-entry.server.ts';
import { drainQueue } from './drain-queue.server.ts';
import { conversations, visitors } from '../tables.server.ts';

/** A new conversation began between two locks. */
class StartedMeanwhile extends Error {
  override readonly name = 'StartedMeanwhile';
}

/** A change that begins with {@link lockToGive}. */
export function changeGiving(
  host: ChatHost,
  trace: Trace | undefined,
  work: (tx: Database, after: After) => Promise<void>,
): Promise<void> {
  const isRace = (error: unknown) => error instanceof StartedMeanwhile;
  return change(host, trace, work, { isRace });
}

/**
 * The visitor and what they have open, locked in the order every use case takes these
 * locks: conversation, visitor, assignment, profile.
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
  // Locking the new conversation too would turn the order round: the transaction starts over.
  if (visitor && visitor.conversationId !== before.conversationId) throw new StartedMeanwhile();
  return visitor;
}

/** What a visitor has open, the conversation that began first in front. */
export async function readOpen(tx: Database, visitorId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(eq(conversations.visitorId, visitorId), isNull(conversations.completedAt)))
    .orderBy(asc(conversations.startedAt), asc(conversations.id));
  return rows.map(({ id }) => id);
}

/** The conversations that have the agent their visitor has: the current one, and all that are open. */
function goesAlong(visitorId: string, currentId: string | null) {
  const current = currentId === null ? undefined : eq(conversations.id, currentId);
  return and(
    eq(conversations.visitorId, visitorId),
    or(isNull(conversations.completedAt), current),
  );
}

/** Writes down who answers the visitor from now on, however full they are; the visitor is locked. */
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
    // Somebody chose this agent: a visitor who waits is not taken further by itself.
    .set({ ...assigned, reroutedAt: at, returnedFrom: null })
    .where(goesAlong(visitor.id, visitor.conversationId));
}

/** Puts the visitor back into the queue, which gives them to anybody but whoever had them. */
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
 * Tells both agents, the visitor and the queue, once it is committed; `visitor` is as before. The
 * place that became free is given to whoever waits.
 */
export async function publishGiven(
  host: ChatHost,
  { id: visitorId, conversationId, agentId: formerAgentId }: typeof visitors.$inferSelect,
  agentId: string | null,
): Promise<void> {
  await publishAssigned(host, { visitorId, conversationId, agentId, formerAgentId });
  if (formerAgentId !== null) await drainQueue(host);
}
