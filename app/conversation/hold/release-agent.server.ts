import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Trace } from '../../platform/change/audit.server.ts';
import { change, type After } from '../../platform/change/change.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import type { ChatHost } from '../chat-host.server.ts';
import { assignAgent, lockAssignment } from './assign-agent.server.ts';
import { publishAssigned } from '../say/publish-entry.server.ts';
import { conversations, visitors } from '../tables.server.ts';

interface Moved {
  readonly visitorId: string;
  readonly conversationId: string;
  readonly agentId: string | null;
}

/** A visitor was assigned between our locks; the transaction starts over. */
class AssignedMeanwhile extends Error {
  override readonly name = 'AssignedMeanwhile';
}

/**
 * Runs `takeOut`, which takes somebody out of the agents, and in the same transaction gives each
 * of their visitors to another agent or back to the queue. `takeOut` says whether that is needed.
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

  // Visitors whose chat is over are let go of too: one who comes back must get somebody else.
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
    // The conversation that began first says by its topic who is next.
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

/** The open conversations of the agent's visitors, with these, locked. */
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
