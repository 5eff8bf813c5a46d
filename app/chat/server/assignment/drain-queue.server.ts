import { and, eq, isNull } from 'drizzle-orm';
import { change } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { ChatContext } from '../chat-context.server.ts';
import { publishAssigned } from '../messages/publish-entry.server.ts';
import { conversations, visitors } from '../tables.server.ts';
import { assignAgent, type Assigned } from './assign-agent.server.ts';
import { readQueue } from './queue.server.ts';

/** The batch size. The rest of the queue is assigned when the next place becomes free, or shortly after. */
const AT_ONCE = 100;

const freedTogether = new WeakMap<ChatContext, { isPlaceFree: boolean }>();

/** Runs work that frees several places with a host of its own, and drains the queue only once at the end. */
export async function drainOnceAfter<T>(
  appContext: ChatContext,
  work: (held: ChatContext) => Promise<T>,
): Promise<T> {
  const held = { ...appContext };
  const state = { isPlaceFree: false };
  freedTogether.set(held, state);
  try {
    return await work(held);
  } finally {
    if (state.isPlaceFree) await drainQueue(appContext);
  }
}

/**
 * Assigns queued conversations to agents with free capacity, oldest first. Safe to call at any time and
 * concurrently, because the assignment lock settles races. Every change that frees capacity calls this.
 */
export async function drainQueue(appContext: ChatContext): Promise<void> {
  const held = freedTogether.get(appContext);
  if (held) {
    held.isPlaceFree = true;
    return;
  }
  for (const { conversationId, visitorId } of await readQueue(appContext.db, AT_ONCE)) {
    const isOver = await change(appContext, undefined, async (tx, after) => {
      const assigned = await assignWaiting(tx, appContext.clock.now(), conversationId);
      if (assigned?.agentId) {
        after.hint(() => publishAssigned(appContext, { visitorId, conversationId, ...assigned }));
      }
      // If nobody has capacity for this visitor, nobody has capacity for the visitors behind.
      return assigned?.agentId === null && !(await wasReturned(tx, conversationId));
    });
    if (isOver) break;
  }
}

/**
 * Returns undefined if another transaction holds the lock or has assigned the visitor since the queue was
 * read.
 */
async function assignWaiting(
  tx: Database,
  now: Date,
  conversationId: string,
): Promise<Assigned | undefined> {
  // The row locks come before the assignment lock, as everywhere. A visitor who is sending a message holds
  // these rows.
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

/** A returned visitor cannot go back to the previous agent, who may still have room for the next visitors. */
async function wasReturned(tx: Database, conversationId: string): Promise<boolean> {
  const [conversation] = await tx
    .select({ returnedFrom: conversations.returnedFrom })
    .from(conversations)
    .where(eq(conversations.id, conversationId));
  return conversation?.returnedFrom != null;
}
