import { displayName } from '../../../accounts/protocol/member.ts';
import { and, asc, eq, isNull, or } from 'drizzle-orm';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { change, type After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { ChatContext } from '../chat-context.server.ts';
import { publishAssigned } from '../messages/publish-entry.server.ts';
import { drainQueue } from './drain-queue.server.ts';
import { conversations, visitors } from '../tables.server.ts';
import { t } from '../../../i18n/translate.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { may } from '../../../accounts/protocol/permissions.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import { mayRead, NO_SUCH_CONVERSATION } from '../access.server.ts';

/** Thrown when a new conversation started between taking the two locks. */
class StartedMeanwhile extends Error {
  override readonly name = 'StartedMeanwhile';
}

/** A change that begins with {@link lockToGive} and is retried after a race. */
export function changeGiving(
  appContext: ChatContext,
  trace: Trace | undefined,
  work: (tx: Database, after: After) => Promise<void>,
): Promise<void> {
  const isRace = (error: unknown) => error instanceof StartedMeanwhile;
  return change(appContext, trace, work, { isRace });
}

/**
 * Locks the visitor and the open conversations in the global lock order: conversation, visitor, assignment,
 * profile.
 */
export async function lockToGive(
  tx: Database,
  visitorId: string,
): Promise<typeof visitors.$inferSelect | undefined> {
  const [before] = await tx
    .select({ conversationId: visitors.conversationId })
    .from(visitors)
    .where(eq(visitors.id, visitorId));
  if (!before) return undefined;
  await tx
    .select({ id: conversations.id })
    .from(conversations)
    .where(goesAlong(visitorId, before.conversationId))
    .orderBy(asc(conversations.startedAt), asc(conversations.id))
    .for('update');
  const [visitor] = await tx
    .select()
    .from(visitors)
    .where(eq(visitors.id, visitorId))
    .for('update');
  // Locking the new conversation now would violate the lock order, so the transaction is retried.
  if (visitor && visitor.conversationId !== before.conversationId) throw new StartedMeanwhile();
  return visitor;
}

export async function readOpen(tx: Database, visitorId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(eq(conversations.visitorId, visitorId), isNull(conversations.completedAt)))
    .orderBy(asc(conversations.startedAt), asc(conversations.id));
  return rows.map(({ id }) => id);
}

function goesAlong(visitorId: string, currentId: string | null) {
  const current = currentId === null ? undefined : eq(conversations.id, currentId);
  return and(
    eq(conversations.visitorId, visitorId),
    or(isNull(conversations.completedAt), current),
  );
}

/** Assigns the visitor regardless of the agent's capacity. The caller must hold the visitor's lock. */
export async function giveVisitor(
  tx: Database,
  visitor: typeof visitors.$inferSelect,
  agentId: string,
  at: Date,
): Promise<void> {
  const assigned = { agentId, assignedAt: at };
  await tx.update(visitors).set(assigned).where(eq(visitors.id, visitor.id));
  await tx
    .update(conversations)
    // A person chose this agent, so the visitor is not rerouted automatically.
    .set({ ...assigned, reroutedAt: at, returnedFrom: null })
    .where(goesAlong(visitor.id, visitor.conversationId));
}

/** Returns the visitor to the queue, which assigns anybody but the previous agent. */
export async function returnVisitor(
  tx: Database,
  visitor: typeof visitors.$inferSelect,
): Promise<void> {
  const nobody = { agentId: null, assignedAt: null };
  await tx.update(visitors).set(nobody).where(eq(visitors.id, visitor.id));
  await tx
    .update(conversations)
    .set({ ...nobody, reroutedAt: null, returnedFrom: visitor.agentId })
    .where(goesAlong(visitor.id, visitor.conversationId));
}

/**
 * Notifies both agents, the visitor and the queue after the commit, and fills the freed place. `visitor` is
 * the row before the change.
 */
export async function publishGiven(
  appContext: ChatContext,
  { id: visitorId, conversationId, agentId: previousAgentId }: typeof visitors.$inferSelect,
  agentId: string | null,
): Promise<void> {
  await publishAssigned(appContext, { visitorId, conversationId, agentId, previousAgentId });
  if (previousAgentId !== null) await drainQueue(appContext);
}

/**
 * Takes a visitor from the queue or, with the permission to reassign, from the current agent. `fromAgentId`
 * is the agent that the taker saw: if somebody else was faster, the result is a 409 that names the new agent.
 * Taking one's own visitor changes nothing.
 */
export async function takeVisitor(
  appContext: ChatContext,
  member: Member,
  visitorId: string,
  fromAgentId: string | null,
): Promise<void> {
  await changeGiving(appContext, undefined, async (tx, after) => {
    const visitor = await lockToGive(tx, visitorId);
    if (!visitor) throw new RefusedError(404, t(NO_SUCH_CONVERSATION));
    if (visitor.agentId === member.id) return;
    const mayTake = may(member, fromAgentId === null ? 'take-from-queue' : 'reassign-visitors');
    if (!mayTake) throw new RefusedError(404, t(NO_SUCH_CONVERSATION));
    if (visitor.agentId !== fromAgentId) {
      throw new RefusedError(409, await whoHas(tx, visitor.agentId));
    }
    if (!mayRead(member, visitor)) throw new RefusedError(404, t(NO_SUCH_CONVERSATION));
    // The share lock serialises this with a concurrent suspension of the member.
    const [taker] = await tx
      .select({ status: profiles.status })
      .from(profiles)
      .where(eq(profiles.id, member.id))
      .for('share');
    if (taker?.status !== 'active') throw new RefusedError(404, t(NO_SUCH_CONVERSATION));
    await giveVisitor(tx, visitor, member.id, appContext.clock.now());
    after.hint(() => publishGiven(appContext, visitor, member.id));
  });
}

async function whoHas(tx: Database, agentId: string | null): Promise<string> {
  const [agent] = agentId ? await tx.select().from(profiles).where(eq(profiles.id, agentId)) : [];
  return agent
    ? t('This visitor is now assigned to {displayName}.', {
        displayName: displayName(agent.fullName, agent.email),
      })
    : t('This visitor went back to the queue. You can take them from there.');
}
