import { and, asc, eq, inArray, lt, notExists, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { deleteIdleBrowsers } from './erase-visitor.server.ts';
import { conversations, visitors } from '../tables.server.ts';

export const EXPIRED_AT_ONCE = 100;

export interface ExpiredConversations {
  readonly conversationCount: number;
  readonly visitors: readonly { readonly visitorId: string; readonly agentId: string | null }[];
  readonly browserCount: number;
}

/**
 * Deletes a batch of conversations that were completed and without a message since before this time, and
 * visitors and browsers that have no other data. Rows locked by other processes are skipped.
 */
export async function expireConversations(
  tx: Database,
  before: Date,
): Promise<ExpiredConversations> {
  const claimed = await tx
    .select({
      id: conversations.id,
      visitorId: conversations.visitorId,
      browserId: conversations.browserId,
    })
    .from(conversations)
    .where(isOver(before))
    .orderBy(asc(conversations.completedAt))
    .limit(EXPIRED_AT_ONCE)
    .for('update', { skipLocked: true });
  if (claimed.length === 0) return { conversationCount: 0, visitors: [], browserCount: 0 };
  const ids = claimed.map(({ id }) => id);
  const visitorIds = [...new Set(claimed.map(({ visitorId }) => visitorId))];
  // Locking is a separate statement, so that the following statements see a chat that starts at the same
  // moment.
  await tx
    .select({ id: visitors.id })
    .from(visitors)
    .where(inArray(visitors.id, visitorIds))
    .orderBy(asc(visitors.id))
    .for('update');
  await tx.delete(conversations).where(inArray(conversations.id, ids));
  const gone = await tx
    .delete(visitors)
    .where(
      and(
        inArray(visitors.id, visitorIds),
        notExists(
          tx
            .select({ one: sql`1` })
            .from(conversations)
            .where(eq(conversations.visitorId, visitors.id)),
        ),
      ),
    )
    .returning({ visitorId: visitors.id, agentId: visitors.agentId });
  await tx
    .update(visitors)
    .set({ conversationId: null })
    .where(and(inArray(visitors.id, visitorIds), inArray(visitors.conversationId, ids)));
  const browserIds = [...new Set(claimed.map(({ browserId }) => browserId))];
  return {
    conversationCount: ids.length,
    visitors: gone,
    browserCount: await deleteIdleBrowsers(tx, browserIds),
  };
}

export function countExpiredConversations(db: Database, before: Date): Promise<number> {
  return db.$count(conversations, isOver(before));
}

function isOver(before: Date) {
  return and(
    lt(conversations.completedAt, before),
    lt(sql`coalesce(${conversations.lastMessageAt}, ${conversations.startedAt})`, before),
  );
}
