import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { change, type After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { ChatHost } from '../chat-host.server.ts';
import { assignAgent, lockAssignment } from './assign-agent.server.ts';
import { publishAssigned } from '../messages/publish-entry.server.ts';
import { conversations, visitors } from '../tables.server.ts';

interface Moved {
  readonly visitorId: string;
  readonly conversationId: string;
  readonly agentId: string | null;
}

/** Thrown when a visitor was assigned between taking the locks, so that the transaction is retried. */
class AssignedMeanwhile extends Error {
  override readonly name = 'AssignedMeanwhile';
}

/**
 * Runs `takeOut`, which removes an agent, and reassigns each of the agent's visitors in the same transaction.
 * `takeOut` returns false if the visitors should stay.
 */
export async function releaseAgent(
  host: ChatHost,
  trace: Trace,
  agentId: string,
  takeOut: (tx: Database, after: After) => Promise<boolean>,
): Promise<void> {
  await change(
    host,
    trace,
    async (tx, after) => {
      const allMoved = await release(tx, agentId, host.clock.now(), () => takeOut(tx, after));
      for (const moved of allMoved) {
        after.hint(() => publishAssigned(host, { ...moved, formerAgentId: agentId }));
      }
    },
    { isRace: (error) => error instanceof AssignedMeanwhile },
  );
}

async function release(
  tx: Database,
  agentId: string,
  now: Date,
  takeOut: () => Promise<boolean>,
): Promise<Moved[]> {
  // Locks are always taken in the order conversation, visitor, assignment, profile.
  const locked = new Set((await openVisitors(tx, agentId)).map(({ visitorId }) => visitorId));
  await lockAssignment(tx);
  if (!(await takeOut())) return [];
  const open = await openVisitors(tx, agentId);
  const ids = open.map(({ conversationId }) => conversationId);
  if (open.some(({ visitorId }) => !locked.has(visitorId))) throw new AssignedMeanwhile();

  // Resolved visitors lose the agent too, so that returning visitors are assigned to somebody else.
  await tx
    .update(visitors)
    .set({ agentId: null, assignedAt: null })
    .where(eq(visitors.agentId, agentId));
  await tx
    .update(conversations)
    .set({ agentId: null, assignedAt: null })
    .where(inArray(conversations.id, ids));
  const moved: Moved[] = [];
  const given = new Set<string>();
  for (const visitor of open) {
    // The topic of the oldest open conversation determines the next agent.
    if (given.has(visitor.visitorId)) continue;
    given.add(visitor.visitorId);
    const { agentId: next } = await assignAgent(tx, {
      conversationId: visitor.conversationId,
      now,
    });
    moved.push({ ...visitor, agentId: next });
  }
  return moved;
}

async function openVisitors(
  tx: Database,
  agentId: string,
): Promise<{ visitorId: string; conversationId: string }[]> {
  return tx
    .select({ visitorId: visitors.id, conversationId: conversations.id })
    .from(conversations)
    .innerJoin(visitors, eq(visitors.id, conversations.visitorId))
    .where(and(eq(visitors.agentId, agentId), isNull(conversations.completedAt)))
    .orderBy(asc(conversations.startedAt), asc(conversations.id))
    .for('update');
}
