import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { conversations, visitors } from '../tables.server.ts';

/**
 * Locks the visitor with all conversations in the global lock order. A conversation that starts between the
 * two locks can still cause a deadlock, so callers must run inside a `change`, which retries.
 */
export async function lockVisitor(
  tx: Database,
  email: string,
): Promise<typeof visitors.$inferSelect | undefined> {
  await tx
    .select({ id: conversations.id })
    .from(conversations)
    .innerJoin(visitors, eq(visitors.id, conversations.visitorId))
    .where(eq(visitors.email, email))
    .orderBy(asc(conversations.startedAt), asc(conversations.id))
    .for('update', { of: conversations });
  const [visitor] = await tx.select().from(visitors).where(eq(visitors.email, email)).for('update');
  return visitor;
}

/** Locks the visitor's open conversations and the visitor, in the same order. */
export async function lockOpenConversations(
  tx: Database,
  conversationId: string,
): Promise<(typeof conversations.$inferSelect)[]> {
  const whose = tx
    .select({ visitorId: conversations.visitorId })
    .from(conversations)
    .where(eq(conversations.id, conversationId));
  const open = await tx
    .select()
    .from(conversations)
    .where(and(inArray(conversations.visitorId, whose), isNull(conversations.completedAt)))
    .orderBy(asc(conversations.startedAt), asc(conversations.id))
    .for('update');
  await tx
    .select({ id: visitors.id })
    .from(visitors)
    .where(inArray(visitors.id, whose))
    .for('update');
  return open;
}
