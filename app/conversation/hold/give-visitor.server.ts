import { eq } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import { transact } from '../../platform/db/transact.server.ts';
import { conversations, visitors } from '../tables.server.ts';

/** A new conversation began between two locks. */
class StartedMeanwhile extends Error {
  override readonly name = 'StartedMeanwhile';
}

/** A transaction that begins with {@link lockToGive}. */
export function transactGiving<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  return transact(db, work, (error) => error instanceof StartedMeanwhile);
}

/**
 * The visitor and their current conversation, locked in the order every use case takes these
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
  if (before.conversationId) {
    await tx
      .select({ id: conversations.id })
      .from(conversations)
      .where(eq(conversations.id, before.conversationId))
      .for('update');
  }
  const [visitor] = await tx
    .select()
    .from(visitors)
    .where(eq(visitors.id, visitorId))
    .for('update');
  // Locking the new conversation too would turn the order round: the transaction starts over.
  if (visitor && visitor.conversationId !== before.conversationId) throw new StartedMeanwhile();
  return visitor;
}

/** Writes down who answers the visitor from now on; the visitor is locked. */
export async function giveVisitor(
  tx: Database,
  visitor: typeof visitors.$inferSelect,
  agentId: string,
  at: Date,
): Promise<void> {
  const assigned = { agentId, assignedAt: at };
  await tx.update(visitors).set(assigned).where(eq(visitors.id, visitor.id));
  if (!visitor.conversationId) return;
  await tx
    .update(conversations)
    // Somebody chose this agent: a visitor who waits is not taken further by itself.
    .set({ ...assigned, reroutedAt: at })
    .where(eq(conversations.id, visitor.conversationId));
}
