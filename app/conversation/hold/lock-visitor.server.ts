import { asc, eq } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import { conversations, visitors } from '../tables.server.ts';

/**
 * The visitor with all their conversations, locked in the order every transaction keeps to. One
 * that is started between the two locks can still make a deadlock: callers are inside a `change`.
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
