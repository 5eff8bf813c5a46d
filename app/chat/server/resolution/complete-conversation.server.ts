import { msg, t } from '../../../i18n/translate.ts';
import { and, eq, isNotNull, isNull, lt, sql, ne } from 'drizzle-orm';
import { change, type After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { traceOfProgram, type Actor } from '../../../accounts/protocol/program.ts';
import type { ChatContext } from '../chat-context.server.ts';
import { askerOf, requireWriting } from '../access.server.ts';
import { drainQueue } from '../assignment/drain-queue.server.ts';
import { lockOpenConversations } from '../assignment/lock-visitor.server.ts';
import {
  publishAssigned,
  publishConversation,
  publishEntry,
} from '../messages/publish-entry.server.ts';
import { readConversationOwner } from '../read/read-conversation.server.ts';
import { conversations, visitors } from '../tables.server.ts';

/** The batch size. The next run, a minute later, takes the rest. */
const AT_ONCE = 200;

/**
 * Completes all open conversations of the visitor, so that the entry leaves the open ones (rule 145).
 * Returns the completed ids for {@link reopenConversations}. Idempotent.
 */
export async function resolveVisitor(
  appContext: ChatContext,
  actor: Actor,
  conversationId: string,
): Promise<string[]> {
  return change(appContext, traceOfProgram(actor), async (tx, after) => {
    await requireWriting(tx, askerOf(actor), conversationId);
    const open = await lockOpenConversations(tx, conversationId);
    for (const { id } of open) {
      await writeCompleted(tx, id, appContext.clock.now());
      if ('program' in actor) after.audit('conversation-resolved', { subjectId: id });
      after.hint(() => publishChange(appContext, id));
    }
    after.hint(() => drainQueue(appContext));
    return open.map(({ id }) => id);
  });
}

/**
 * Reopens conversations of one visitor with their previous agent and their waiting or snoozed state. Throws
 * {@link RefusedError} 409 for `isUndo` if the visitor has begun another chat since, because reopening would
 * complete that chat.
 */
export async function reopenConversations(
  appContext: ChatContext,
  actor: Actor,
  conversationIds: readonly string[],
  { isUndo = false } = {},
): Promise<void> {
  await change(appContext, traceOfProgram(actor), async (tx, after) => {
    for (const id of [...conversationIds].sort()) {
      await requireWriting(tx, askerOf(actor), id);
      if (isUndo && (await hasOtherOpen(tx, id, conversationIds)))
        throw new RefusedError(409, t(BEGUN_MEANWHILE));
      const isReopened = await reopen(tx, id, appContext.clock.now());
      if (isReopened && 'program' in actor) {
        after.audit('conversation-reopened', { subjectId: id });
      }
      if (isReopened) after.hint(() => publishChange(appContext, id));
    }
  });
}

const BEGUN_MEANWHILE = msg(
  'The visitor has started another chat in the meantime. The previous conversation stays resolved; you can reopen it.',
);

async function reopen(tx: Database, id: string, now: Date): Promise<boolean> {
  const [closed] = await tx
    .select({ until: conversations.snoozedUntil, kept: conversations.keptWaitingSince })
    .from(conversations)
    .where(and(eq(conversations.id, id), isNotNull(conversations.completedAt)))
    .for('update');
  if (!closed) return false;
  await tx
    .update(conversations)
    .set({ completedAt: null, reopenedAt: now })
    .where(eq(conversations.id, id));
  if (closed.until && closed.until > now) return true;
  await tx
    .update(conversations)
    .set({ snoozedUntil: null, waitingSince: closed.kept, keptWaitingSince: null })
    .where(eq(conversations.id, id));
  return true;
}

/** Ignores the conversations in `besides`, because they are reopened together. */
async function hasOtherOpen(
  tx: Database,
  conversationId: string,
  besides: readonly string[],
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select 1 from conversations this join conversations other
      on other.browser_id = this.browser_id and other.completed_at is null
      and other.id <> all(${sql.param([...besides])}::text[])
    where this.id = ${conversationId} limit 1`);
  return rows.length > 0;
}

/**
 * Completes open conversations without a message for `quietMs` (rule 144). Reopening restarts that
 * period. Snoozed conversations are quiet on purpose and are skipped.
 */
export async function completeQuietConversations(
  appContext: ChatContext,
  quietMs: number,
): Promise<number> {
  const { clock, db } = appContext;
  const before = new Date(clock.now().getTime() - quietMs);
  const isQuiet = and(
    isNull(conversations.completedAt),
    isNull(conversations.snoozedUntil),
    // The next condition implies this condition, but only this condition can use the index.
    lt(conversations.startedAt, before),
    lt(
      // `greatest` ignores nulls.
      sql`greatest(${conversations.startedAt}, ${conversations.lastMessageAt}, ${conversations.reopenedAt})`,
      before,
    ),
  );
  const quiet = await db
    .select({ id: conversations.id })
    .from(conversations)
    .where(isQuiet)
    .limit(AT_ONCE);
  let completed = 0;
  for (const { id } of quiet) {
    const isDone = await change(appContext, undefined, async (tx, after) => {
      // The condition is checked again under the lock, because another process or a new message may have come
      // first.
      const [claimed] = await tx
        .select({ id: conversations.id })
        .from(conversations)
        .where(and(eq(conversations.id, id), isQuiet))
        .for('update');
      if (!claimed) return false;
      await writeCompleted(tx, id, clock.now());
      after.hint(() => publishChange(appContext, id));
      return true;
    });
    if (isDone) completed += 1;
  }
  if (completed > 0) await drainQueue(appContext);
  return completed;
}

async function writeCompleted(tx: Database, conversationId: string, at: Date): Promise<void> {
  await tx
    .update(conversations)
    .set({ completedAt: at })
    .where(eq(conversations.id, conversationId));
}

async function publishChange(appContext: ChatContext, conversationId: string): Promise<void> {
  const owner = await readConversationOwner(appContext.db, conversationId);
  if (!owner) return;
  const { visitorId, agentId } = owner;
  await publishAssigned(appContext, {
    visitorId,
    conversationId,
    agentId,
    previousAgentId: agentId,
  });
}

interface GoingOn {
  readonly browserId: string;
  readonly conversationId: string;
  readonly at: Date;
}

/**
 * When a browser continues one conversation, its other answered conversations are completed, and both sides
 * are notified. A conversation that awaits an answer stays open (rule 98).
 */
export async function completeAnsweredOf(
  tx: Database,
  after: After,
  appContext: ChatContext,
  { browserId, conversationId, at: completedAt }: GoingOn,
): Promise<void> {
  const completed = await tx
    .update(conversations)
    .set({ completedAt })
    .where(
      and(
        eq(conversations.browserId, browserId),
        ne(conversations.id, conversationId),
        isNull(conversations.completedAt),
        isNull(conversations.waitingSince),
        // A conversation snoozed without an answer still awaits an answer.
        isNull(conversations.keptWaitingSince),
      ),
    )
    .returning({ id: conversations.id, visitorId: conversations.visitorId });
  for (const { id, visitorId } of completed) {
    const [visitor] = await tx
      .select({ agentId: visitors.agentId })
      .from(visitors)
      .where(eq(visitors.id, visitorId));
    after.hint(() => publishConversation(appContext, id));
    if (visitor) after.hint(() => publishEntry(appContext, visitorId, visitor.agentId));
  }
  // The completed conversation may have belonged to another visitor, whose agent now has free capacity.
  if (completed.length > 0) after.hint(() => drainQueue(appContext));
}
