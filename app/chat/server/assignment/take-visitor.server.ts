import { say } from '../../../platform/say.ts';
import { eq } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { may } from '../../../accounts/protocol/permissions.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import type { ChatHost } from '../chat-host.server.ts';
import { mayRead, NO_SUCH_CONVERSATION } from '../access.server.ts';
import { changeGiving, giveVisitor, lockToGive, publishGiven } from './give-visitor.server.ts';
import { displayName } from '../../protocol/views.ts';

/**
 * Takes a visitor from the queue or, with the permission to reassign, from the current agent. `fromAgentId`
 * is the agent that the taker saw: if somebody else was faster, the result is a 409 that names the new agent.
 * Taking one's own visitor changes nothing.
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
    // The share lock serialises this with a concurrent suspension of the member.
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
