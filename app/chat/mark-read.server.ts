import { sql } from 'drizzle-orm';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.server.ts';
import type { Member } from '../team/member.ts';
import { readMarks } from './tables.server.ts';

/**
 * Records how far a member has read. A mark only moves forward: a second device that is behind
 * cannot make read messages unread again.
 */
export async function markRead(
  db: Database,
  clock: Clock,
  member: Member,
  conversationId: string,
  number: number,
): Promise<void> {
  const readAt = clock.now();
  await db
    .insert(readMarks)
    .values({ agentId: member.id, conversationId, number, readAt })
    .onConflictDoUpdate({
      target: [readMarks.agentId, readMarks.conversationId],
      set: { number: sql`greatest(${readMarks.number}, excluded.number)`, readAt },
    });
}
