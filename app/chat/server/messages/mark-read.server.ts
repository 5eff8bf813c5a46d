import { and, eq, lt, sql } from 'drizzle-orm';
import { change } from '../../../platform/change/change.server.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import type { ChatContext } from '../chat-context.server.ts';
import { scheduleMail } from '../email/schedule-mail.server.ts';
import { readConversationOwner } from '../read/read-conversation.server.ts';
import { conversations, readMarks, visitors } from '../tables.server.ts';

/**
 * Stores how far a member has read and notifies the member's other devices, and the visitor if the member is
 * the visitor's agent. Marks only move forward and never beyond the last message, so stale devices make
 * nothing unread.
 */
export async function markReadByMember(
  appContext: ChatContext,
  member: Member,
  conversationId: string,
  upTo: number,
): Promise<void> {
  const { chat, clock } = appContext;
  await change(appContext, undefined, async (tx, after) => {
    const [conversation] = await tx
      .select({
        lastNumber: conversations.lastNumber,
        visitorId: conversations.visitorId,
        agentId: visitors.agentId,
      })
      .from(conversations)
      .innerJoin(visitors, eq(visitors.id, conversations.visitorId))
      .where(eq(conversations.id, conversationId));
    if (!conversation) return;
    const { visitorId, agentId } = conversation;
    const number = Math.min(upTo, conversation.lastNumber);
    const readAt = clock.now();
    const [moved] = await tx
      .insert(readMarks)
      .values({ agentId: member.id, conversationId, number, readAt })
      .onConflictDoUpdate({
        target: [readMarks.agentId, readMarks.conversationId],
        set: { number, readAt },
        setWhere: lt(readMarks.number, number),
      })
      .returning({ number: readMarks.number });
    if (moved) {
      after.hint(() => chat.readByAgent({ visitorId, conversationId, number }, member.id));
    }
    // Reading by a manager is not the agent's attention that the visitor waits for.
    if (agentId !== member.id) return;
    const [seen] = await tx
      .update(conversations)
      .set({ agentReadNumber: number })
      .where(and(eq(conversations.id, conversationId), lt(conversations.agentReadNumber, number)))
      .returning({ id: conversations.id });
    if (seen) after.hint(() => chat.seenByAgent(conversationId, number));
  });
}

export async function markReadByVisitor(
  appContext: ChatContext,
  conversationId: string,
  upTo: number,
): Promise<void> {
  await change(appContext, undefined, async (tx, after) => {
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
    if (!read) return;
    await scheduleMail(tx, conversationId);
    after.hint(async () => {
      const owner = await readConversationOwner(appContext.db, conversationId);
      if (owner) appContext.chat.seenByVisitor(conversationId, read.number, owner.agentId);
    });
  });
}
