import { t } from '../../../i18n/translate.ts';
import { eq, sql } from 'drizzle-orm';
import { change } from '../../../platform/change/change.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { requireWriting } from '../access.server.ts';
import type { ChatContext } from '../chat-context.server.ts';
import { conversations } from '../tables.server.ts';
import { publishEntryOf } from './publish-entry.server.ts';

/**
 * Ends the wait without a message (rule 140). `number` is the last message that the member has seen:
 * later messages still wait. Throws {@link RefusedError}: 404 without access, 409 if there is a later
 * message.
 */
export async function needNoAnswer(
  appContext: ChatContext,
  member: Member,
  conversationId: string,
  number: number,
): Promise<void> {
  await change(appContext, undefined, async (tx, after) => {
    await requireWriting(tx, { kind: 'member', member }, conversationId);
    await tx
      .select({ id: conversations.id })
      .from(conversations)
      .where(eq(conversations.id, conversationId))
      .for('update');
    const { rows } = await tx.execute(sql`
      select 1 from visitor_messages
      where conversation_id = ${conversationId} and number > ${number} and not is_agent limit 1`);
    if (rows.length > 0) {
      throw new RefusedError(
        409,
        t('The visitor has just written again. Read the new message first.'),
      );
    }
    await tx
      .update(conversations)
      .set({ waitingSince: null, keptWaitingSince: null })
      .where(eq(conversations.id, conversationId));
    after.hint(() => publishEntryOf(appContext, conversationId));
  });
}
