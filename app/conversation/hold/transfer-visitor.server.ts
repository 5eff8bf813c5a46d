import { eq } from 'drizzle-orm';
import { RefusedError } from '../../platform/errors.ts';
import { isBlank } from '../../platform/shown-text.ts';
import type { Member } from '../../team/members/member.ts';
import { may } from '../../team/members/permissions.ts';
import { isConnected } from '../../team/members/who-gets-visitors.server.ts';
import { mayGet } from '../../team/members/who-gets-visitors.ts';
import { profiles } from '../../team/tables.server.ts';
import type { ChatHost } from '../chat-host.server.ts';
import { NO_SUCH_CONVERSATION } from '../access.server.ts';
import { changeGiving, giveVisitor, lockToGive, publishGiven } from './give-visitor.server.ts';
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
  host: ChatHost,
  member: Member,
  { visitorId, toAgentId, note = '' }: Transfer,
): Promise<void> {
  await changeGiving(host, async (tx, after) => {
    const visitor = await lockToGive(tx, visitorId);
    const mayTransfer =
      visitor && (visitor.agentId === member.id || may(member, 'reassign-visitors'));
    if (!mayTransfer) throw new RefusedError(404, NO_SUCH_CONVERSATION);
    const [target] = await tx
      .select({
        role: profiles.role,
        status: profiles.status,
        acceptsChats: profiles.acceptsChats,
        isConnected: isConnected('profiles'),
      })
      .from(profiles)
      .where(eq(profiles.id, toAgentId))
      // So that a suspension at the same moment is either seen here or sees this visitor.
      .for('share');
    if (!target || !mayGet('handed', target)) {
      throw new RefusedError(400, 'This colleague cannot take visitors.', 'agentId');
    }
    if (visitor.agentId === toAgentId) return;
    await giveVisitor(tx, visitor, toAgentId, host.clock.now());
    if (visitor.conversationId && !isBlank(note)) {
      await insertNote(tx, host.clock, member, {
        conversationId: visitor.conversationId,
        clientId: crypto.randomUUID(),
        text: note,
      });
    }
    after.hint(() => publishGiven(host, visitor, toAgentId));
  });
}
