import { and, eq, inArray } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { isBlank } from '../../platform/shown-text.ts';
import type { Member } from '../../team/members/member.ts';
import { may } from '../../team/members/permissions.ts';
import { profiles } from '../../team/tables.server.ts';
import { NO_SUCH_CONVERSATION } from '../access.server.ts';
import type { ChatPublisher } from '../wire/events.ts';
import { giveVisitor, lockToGive, transactGiving } from './give-visitor.server.ts';
import { publishEntry, publishQueue } from '../say/publish-entry.server.ts';
import { readConversation } from '../read/read-conversation.server.ts';
import { insertNote } from '../say/write-note.server.ts';

export interface Transfer {
  readonly visitorId: string;
  readonly toAgentId: string;
  /** For the next agent; becomes a private note of the conversation. */
  readonly note?: string;
}

/**
 * Gives a visitor to another agent: the agent who has the visitor may, and managers and admins
 * (DECISIONS 22). The former agent's feed stops with the commit; both sides are told.
 */
export async function transferVisitor(
  db: Database,
  clock: Clock,
  publisher: ChatPublisher,
  member: Member,
  { visitorId, toAgentId, note = '' }: Transfer,
): Promise<void> {
  const transferred = await transactGiving(db, async (tx) => {
    const visitor = await lockToGive(tx, visitorId);
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
    await giveVisitor(tx, visitor, toAgentId, clock.now());
    if (visitor.conversationId && !isBlank(note)) {
      await insertNote(tx, clock, member, {
        conversationId: visitor.conversationId,
        clientId: crypto.randomUUID(),
        text: note,
      });
    }
    return visitor;
  });
  if (!transferred) return;
  const { agentId: formerAgentId, conversationId } = transferred;
  if (formerAgentId) publisher.visitorUnassigned(visitorId, formerAgentId);
  await publishEntry(db, publisher, visitorId, toAgentId);
  const conversation = conversationId && (await readConversation(db, conversationId));
  if (conversation) publisher.conversationChanged(conversation);
  if (!formerAgentId) await publishQueue(db, publisher);
}
