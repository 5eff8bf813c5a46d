import { say } from '../../platform/say.ts';
import { eq } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import type { Member } from '../../team/members/member.ts';
import { may } from '../../team/members/permissions.ts';
import { profiles } from '../../team/tables.server.ts';
import type { ChatHost } from '../chat-host.server.ts';
import { mayRead, NO_SUCH_CONVERSATION } from '../access.server.ts';
import { changeGiving, giveVisitor, lockToGive, publishGiven } from './give-visitor.server.ts';
import { displayName } from '../wire/views.ts';

/**
 * Takes a visitor: out of the queue, or, for those who may reassign, from the agent who has them.
 * `fromAgentId` is whom the taker saw there: of two who press at once the second is told who has
 * the visitor now (409), instead of taking it away again. Taking one's own changes nothing.
 */
export async function takeVisitor(
  host: ChatHost,
  member: Member,
  visitorId: string,
  fromAgentId: string | null,
): Promise<void> {
  await changeGiving(host, undefined, async (tx, after) => {
    const visitor = await lockToGive(tx, visitorId);
    if (!visitor) throw new RefusedError(404, NO_SUCH_CONVERSATION);
    if (visitor.agentId === member.id) return;
    const mayTake = may(member, fromAgentId === null ? 'take-from-queue' : 'reassign-visitors');
    if (!mayTake) throw new RefusedError(404, NO_SUCH_CONVERSATION);
    if (visitor.agentId !== fromAgentId) {
      throw new RefusedError(409, await whoHas(tx, visitor.agentId));
    }
    if (!mayRead(member, visitor)) throw new RefusedError(404, NO_SUCH_CONVERSATION);
    // A suspension at the same moment is seen here, or sees this visitor.
    const [taker] = await tx
      .select({ status: profiles.status })
      .from(profiles)
      .where(eq(profiles.id, member.id))
      .for('share');
    if (taker?.status !== 'active') throw new RefusedError(404, NO_SUCH_CONVERSATION);
    await giveVisitor(tx, visitor, member.id, host.clock.now());
    after.hint(() => publishGiven(host, visitor, member.id));
  });
}

async function whoHas(tx: Database, agentId: string | null): Promise<string> {
  const [agent] = agentId ? await tx.select().from(profiles).where(eq(profiles.id, agentId)) : [];
  return agent
    ? say('{displayName} has this visitor now.', {
        displayName: displayName(agent.fullName, agent.email),
      })
    : say('This visitor went back to the queue. You can take them from there.');
}
