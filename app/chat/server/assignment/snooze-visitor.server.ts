import { t } from '../../../i18n/translate.ts';
import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import { change } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { traceOfProgram, type Actor } from '../../../accounts/protocol/program.ts';
import { askerOf, requireWriting } from '../access.server.ts';
import type { ChatContext } from '../chat-context.server.ts';
import { publishEntryOf } from '../messages/publish-entry.server.ts';
import { conversations } from '../tables.server.ts';
import { SNOOZED_AT_MOST_MS } from '../../protocol/rules.ts';
import { lockOpenConversations } from './lock-visitor.server.ts';
import { chatMessage } from '../../stored-messages.ts';

const AT_ONCE = 200;

/**
 * Snoozes the visitor until this time or the next message, whichever comes first (rule 146); null ends
 * the snooze. A wait is suspended and later continues from its original start. Throws {@link RefusedError}:
 * 404 without access, 400 for an invalid time, 409 without an open conversation.
 */
export async function snoozeVisitor(
  appContext: ChatContext,
  actor: Actor,
  conversationId: string,
  until: Date | null,
): Promise<void> {
  const now = appContext.clock.now();
  if (until && until <= now)
    throw new RefusedError(400, t('Choose a time in the future.'), 'until');
  if (until && until.getTime() - now.getTime() > SNOOZED_AT_MOST_MS) {
    throw new RefusedError(400, t('Choose a time within the next year.'), 'until');
  }
  await change(appContext, traceOfProgram(actor), async (tx, after) => {
    await requireWriting(tx, askerOf(actor), conversationId);
    const ids = (await lockOpenConversations(tx, conversationId)).map(({ id }) => id);
    if (ids.length === 0) {
      throw new RefusedError(409, t('This conversation is resolved. Reopen it first.'));
    }
    if (until) await putAside(tx, ids, until);
    else await bringBack(tx, ids, now);
    if ('program' in actor) {
      const detail = until
        ? chatMessage('chat.snoozed-until', { time: until.toISOString() })
        : chatMessage('chat.brought-back');
      after.audit('conversation-snoozed', { subjectId: conversationId, detail });
    }
    after.hint(() => publishEntryOf(appContext, conversationId));
  });
}

/** Wakes snoozed conversations that are due. Concurrent processes wake each of them only once. */
export async function wakeSnoozed(appContext: ChatContext): Promise<void> {
  const { clock, db } = appContext;
  const now = clock.now();
  const isDue = and(lte(conversations.snoozedUntil, now), isNull(conversations.completedAt));
  const due = await db
    .select({ id: conversations.id })
    .from(conversations)
    .where(isDue)
    .orderBy(asc(conversations.snoozedUntil))
    .limit(AT_ONCE);
  for (const { id } of due) {
    await change(appContext, undefined, async (tx, after) => {
      // The condition is checked again under the lock, because the visitor may have written or somebody
      // snoozed the conversation again.
      const [claimed] = await tx
        .select({ id: conversations.id })
        .from(conversations)
        .where(and(eq(conversations.id, id), isDue))
        .for('update', { skipLocked: true });
      if (!claimed) return;
      await bringBack(tx, [id], now);
      after.hint(() => publishEntryOf(appContext, id));
    });
  }
}

async function putAside(tx: Database, ids: readonly string[], until: Date): Promise<void> {
  await tx
    .update(conversations)
    .set({
      snoozedUntil: until,
      keptWaitingSince: sql`coalesce(${conversations.waitingSince}, ${conversations.keptWaitingSince})`,
      waitingSince: null,
    })
    .where(inArray(conversations.id, [...ids]));
}

async function bringBack(tx: Database, ids: readonly string[], now: Date): Promise<void> {
  await tx
    .update(conversations)
    .set({
      snoozedUntil: null,
      reopenedAt: now,
      waitingSince: sql`coalesce(${conversations.waitingSince}, ${conversations.keptWaitingSince})`,
      keptWaitingSince: null,
    })
    .where(inArray(conversations.id, [...ids]));
}
