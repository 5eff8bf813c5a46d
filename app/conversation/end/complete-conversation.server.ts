import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { change } from '../../platform/change/change.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import type { Member } from '../../team/members/member.ts';
import type { ChatHost } from '../chat-host.server.ts';
import { accessToConversation, NO_SUCH_CONVERSATION } from '../access.server.ts';
import { publishConversation, publishEntry, publishQueue } from '../say/publish-entry.server.ts';
import { readConversationOwner } from '../read/read-conversation.server.ts';
import { conversations, visitors } from '../tables.server.ts';

/** Completed in one go; what is left is taken a minute later. */
const AT_ONCE = 200;

/** The agent resolves a conversation, or opens it again. Doing it twice changes nothing. */
export async function setCompleted(
  host: ChatHost,
  member: Member,
  conversationId: string,
  isCompleted: boolean,
): Promise<void> {
  await change(host, undefined, async (tx, after) => {
    const access = await accessToConversation(tx, { kind: 'member', member }, conversationId);
    if (access !== 'write') throw new RefusedError(404, NO_SUCH_CONVERSATION);
    await writeCompleted(tx, conversationId, isCompleted ? host.clock.now() : null);
    after.hint(() => publishChange(host, conversationId));
  });
}

/** Completes open conversations in which nothing was said for `quietMs` (DECISIONS 18). */
export async function completeQuietConversations(host: ChatHost, quietMs: number): Promise<number> {
  const { clock, db } = host;
  const before = new Date(clock.now().getTime() - quietMs);
  const isQuiet = and(
    isNull(conversations.completedAt),
    // Follows from the next, and is what the index knows.
    lt(conversations.startedAt, before),
    lt(sql`coalesce(${conversations.lastMessageAt}, ${conversations.startedAt})`, before),
  );
  const quiet = await db
    .select({ id: conversations.id })
    .from(conversations)
    .where(isQuiet)
    .limit(AT_ONCE);
  let completed = 0;
  for (const { id } of quiet) {
    const isDone = await change(host, undefined, async (tx, after) => {
      // Asked again under the lock: another process, or a message that just came, was faster.
      const [claimed] = await tx
        .select({ id: conversations.id })
        .from(conversations)
        .where(and(eq(conversations.id, id), isQuiet))
        .for('update');
      if (!claimed) return false;
      await writeCompleted(tx, id, clock.now());
      after.hint(() => publishChange(host, id));
      return true;
    });
    if (isDone) completed += 1;
  }
  return completed;
}

async function writeCompleted(
  tx: Database,
  conversationId: string,
  at: Date | null,
): Promise<void> {
  if (at === null) await completeOthersOfBrowser(tx, conversationId);
  const [conversation] = await tx
    .update(conversations)
    .set({ completedAt: at })
    .where(eq(conversations.id, conversationId))
    .returning({ visitorId: conversations.visitorId });
  if (!conversation) return;
  // A visitor whose current conversation this is has none open now, and frees their agent.
  await tx
    .update(visitors)
    .set({ completedAt: at })
    .where(
      and(eq(visitors.id, conversation.visitorId), eq(visitors.conversationId, conversationId)),
    );
}

/** A browser has one open conversation: reopening an earlier one completes the newer. */
export async function completeOthersOfBrowser(tx: Database, conversationId: string): Promise<void> {
  await tx.execute(sql`
    update conversations other set completed_at = clock_timestamp()
    from conversations this
    where this.id = ${conversationId}
      and other.browser_id = this.browser_id
      and other.id <> this.id
      and other.completed_at is null`);
}

async function publishChange(host: ChatHost, conversationId: string): Promise<void> {
  await publishConversation(host, conversationId);
  const owner = await readConversationOwner(host.db, conversationId);
  if (!owner) return;
  await publishEntry(host, owner.visitorId, owner.agentId);
  if (!owner.agentId) await publishQueue(host);
}
