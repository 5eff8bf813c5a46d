import { and, eq, lt, sql } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.server.ts';
import type { Member } from '../../team/members/member.ts';
import type { ChatPublisher } from '../wire/events.ts';
import { scheduleMail } from '../mail/schedule-mail.server.ts';
import { readConversationOwner } from '../read/read-conversation.server.ts';
import { conversations, readMarks } from '../tables.server.ts';

/**
 * Records how far a member has read and, where that moved, tells their other devices; when it is the
 * visitor's own agent, the visitor too. Marks only move forward, and never beyond the last message: a device
 * that is behind makes nothing unread again, and nobody marks what is yet to come.
 */
export async function markReadByMember(
  db: Database,
  clock: Clock,
  publisher: ChatPublisher,
  member: Member,
  conversationId: string,
  upTo: number,
): Promise<void> {
  const { number, hasMoved } = await db.transaction(async (tx) => {
    const [conversation] = await tx
      .select({ lastNumber: conversations.lastNumber })
      .from(conversations)
      .where(eq(conversations.id, conversationId));
    const read = Math.min(upTo, conversation?.lastNumber ?? 0);
    const readAt = clock.now();
    const moved = await tx
      .insert(readMarks)
      .values({ agentId: member.id, conversationId, number: read, readAt })
      .onConflictDoUpdate({
        target: [readMarks.agentId, readMarks.conversationId],
        set: { number: read, readAt },
        setWhere: lt(readMarks.number, read),
      })
      .returning({ number: readMarks.number });
    return { number: read, hasMoved: moved.length > 0 };
  });
  const owner = await readConversationOwner(db, conversationId);
  if (!owner) return;
  if (hasMoved) {
    publisher.readByAgent({ visitorId: owner.visitorId, conversationId, number }, member.id);
  }
  // A manager who looks in is not the agent whose attention the visitor waits for.
  if (owner.agentId !== member.id) return;
  const moved = await db
    .update(conversations)
    .set({ agentReadNumber: number })
    .where(and(eq(conversations.id, conversationId), lt(conversations.agentReadNumber, number)))
    .returning({ id: conversations.id });
  if (moved.length > 0) publisher.seenByAgent(conversationId, number);
}

/** The same for the visitor, whose agent is told. */
export async function markReadByVisitor(
  db: Database,
  publisher: ChatPublisher,
  conversationId: string,
  upTo: number,
): Promise<void> {
  const moved = await db.transaction(async (tx) => {
    const [read] = await tx
      .update(conversations)
      .set({ visitorReadNumber: sql`least(${upTo}, ${conversations.lastNumber})` })
      .where(
        and(
          eq(conversations.id, conversationId),
          lt(conversations.visitorReadNumber, sql`least(${upTo}, ${conversations.lastNumber})`),
        ),
      )
      .returning({ number: conversations.visitorReadNumber });
    if (read) await scheduleMail(tx, conversationId);
    return read;
  });
  const owner = moved && (await readConversationOwner(db, conversationId));
  if (owner) publisher.seenByVisitor(conversationId, moved.number, owner.agentId);
}
