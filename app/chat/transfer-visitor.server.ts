import { and, eq, inArray } from 'drizzle-orm';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.server.ts';
import { RefusedError } from '../platform/errors.ts';
import type { Member } from '../team/member.ts';
import { may } from '../team/permissions.ts';
import { profiles } from '../team/tables.server.ts';
import { NO_SUCH_CONVERSATION } from './access.server.ts';
import type { ChatPublisher } from './events.ts';
import { readConversation } from './read-conversation.server.ts';
import { readInboxEntry } from './read-inbox.server.ts';
import { conversations, visitors } from './tables.server.ts';

/**
 * Gives a visitor to another agent: the agent who has the visitor may, and managers and admins
 * (DECISIONS 22). The former agent's feed stops with the commit; both sides are told.
 */
export async function transferVisitor(
  db: Database,
  clock: Clock,
  publisher: ChatPublisher,
  member: Member,
  visitorId: string,
  toAgentId: string,
): Promise<void> {
  const transferred = await db.transaction(async (tx) => {
    const [visitor] = await tx
      .select()
      .from(visitors)
      .where(eq(visitors.id, visitorId))
      .for('update');
    const mayTransfer =
      visitor && (visitor.agentId === member.id || may(member, 'reassign-visitors'));
    if (!mayTransfer) throw new RefusedError(404, NO_SUCH_CONVERSATION);
    const [target] = await tx
      .select({ id: profiles.id })
      .from(profiles)
      .where(
        and(
          eq(profiles.id, toAgentId),
          eq(profiles.status, 'active'),
          inArray(profiles.role, ['agent', 'support']),
        ),
      )
      // So that a suspension at the same moment is either seen here or sees this visitor.
      .for('share');
    if (!target) throw new RefusedError(400, 'This colleague cannot take visitors.', 'agentId');
    if (visitor.agentId === toAgentId) return undefined;
    const assigned = { agentId: toAgentId, assignedAt: clock.now() };
    await tx.update(visitors).set(assigned).where(eq(visitors.id, visitorId));
    if (visitor.conversationId) {
      await tx
        .update(conversations)
        .set(assigned)
        .where(eq(conversations.id, visitor.conversationId));
    }
    return { formerAgentId: visitor.agentId, conversationId: visitor.conversationId };
  });
  if (!transferred) return;
  const { formerAgentId, conversationId } = transferred;
  if (formerAgentId) publisher.visitorUnassigned(visitorId, formerAgentId);
  const entry = await readInboxEntry(db, visitorId, toAgentId);
  if (entry) publisher.entryChanged(entry, toAgentId);
  const conversation = conversationId && (await readConversation(db, conversationId));
  if (conversation) publisher.conversationChanged(conversation);
}
