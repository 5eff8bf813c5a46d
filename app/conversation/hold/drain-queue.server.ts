import { and, eq, isNull } from 'drizzle-orm';
import { change } from '../../platform/change/change.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import type { ChatHost } from '../chat-host.server.ts';
import { publishAssigned } from '../say/publish-entry.server.ts';
import { conversations, visitors } from '../tables.server.ts';
import { assignAgent, type Assigned } from './assign-agent.server.ts';
import { readQueue } from './queue.server.ts';

/** Handed out in one go; what is left is taken when the next place is free or a moment later. */
const AT_ONCE = 100;

/** Whose places are given away together, when all of them are free. */
const freedTogether = new WeakMap<ChatHost, { isPlaceFree: boolean }>();

/**
 * Does what frees several places one after the other, with a host for all of it, and gives them away
 * once: the whole queue is not asked again for each.
 */
export async function drainOnceAfter<T>(
  host: ChatHost,
  work: (held: ChatHost) => Promise<T>,
): Promise<T> {
  const held = { ...host };
  const state = { isPlaceFree: false };
  freedTogether.set(held, state);
  try {
    return await work(held);
  } finally {
    if (state.isPlaceFree) await drainQueue(host);
  }
}

/**
 * Gives the conversations that wait for an agent to whoever has room now, oldest first. Safe to
 * call at any time and from several processes at once: assignment itself settles the race.
 * Called wherever a place becomes free.
 */
export async function drainQueue(host: ChatHost): Promise<void> {
  const held = freedTogether.get(host);
  if (held) {
    held.isPlaceFree = true;
    return;
  }
  for (const { conversationId, visitorId } of await readQueue(host.db, AT_ONCE)) {
    const isOver = await change(host, undefined, async (tx, after) => {
      const assigned = await assignWaiting(tx, host.clock.now(), conversationId);
      if (assigned?.agentId) {
        after.hint(() => publishAssigned(host, { visitorId, conversationId, ...assigned }));
      }
      // There is room for nobody, and for those behind as little.
      return assigned?.agentId === null && !(await wasReturned(tx, conversationId));
    });
    if (isOver) break;
  }
}

/** Undefined when somebody else holds it this moment, or has taken it since it was read. */
async function assignWaiting(
  tx: Database,
  now: Date,
  conversationId: string,
): Promise<Assigned | undefined> {
  // Locked before the assignment lock, as everywhere: a visitor who writes just now holds these.
  const [waiting] = await tx
    .select({ id: visitors.id })
    .from(conversations)
    .innerJoin(visitors, eq(visitors.id, conversations.visitorId))
    .where(
      and(
        eq(conversations.id, conversationId),
        isNull(conversations.completedAt),
        isNull(visitors.agentId),
      ),
    )
    .for('update', { skipLocked: true });
  return waiting && assignAgent(tx, { conversationId, now });
}

/** Whoever was handed back waits for others than those behind. */
async function wasReturned(tx: Database, conversationId: string): Promise<boolean> {
  const [conversation] = await tx
    .select({ returnedFrom: conversations.returnedFrom })
    .from(conversations)
    .where(eq(conversations.id, conversationId));
  return conversation?.returnedFrom != null;
}
