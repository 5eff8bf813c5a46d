import { t } from '../../../i18n/translate.ts';
import { and, eq } from 'drizzle-orm';
import { change } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { isUuid } from '../../../platform/fields.ts';
import { traceOfProgram, type Actor } from '../../../accounts/protocol/program.ts';
import { NO_SUCH_CONVERSATION } from '../access.server.ts';
import type { ChatContext } from '../chat-context.server.ts';
import { conversations } from '../tables.server.ts';
import { changeAbout } from './about-visitor.server.ts';
import { conversationLabels, labels, visitorLabels } from './tables.server.ts';
import { chatMessage } from '../../stored-messages.ts';

export interface PutLabel {
  readonly visitorId: string;
  readonly labelId: string;
  /** The visitor's conversation to label. Undefined labels the visitor. */
  readonly conversationId?: string | undefined;
  readonly isOn: boolean;
}

/** Adds a label to a visitor or a conversation, or removes it. Idempotent. */
export async function putLabel(
  appContext: ChatContext,
  actor: Actor,
  put: PutLabel,
): Promise<void> {
  const { visitorId, labelId, conversationId, isOn } = put;
  await change(appContext, traceOfProgram(actor), async (tx, after) => {
    if (conversationId) await requireConversationOf(tx, visitorId, conversationId);
    await changeAbout(tx, after, appContext, actor, visitorId);
    if (isOn) await requireLabel(tx, labelId);
    const isChanged = conversationId
      ? await putOnConversation(tx, conversationId, labelId, isOn)
      : await putOnVisitor(tx, visitorId, labelId, isOn);
    if (!isChanged) return;
    after.happened(
      conversationId
        ? {
            type: 'conversation.labelled',
            data: { conversationId },
            log: { subject: conversationId },
          }
        : { type: 'visitor.changed', data: { visitorId }, log: { subject: visitorId } },
    );
    if ('program' in actor) {
      const detail = chatMessage(isOn ? 'chat.label-put-on' : 'chat.label-taken-off', {
        id: labelId,
      });
      after.audit('conversation-labelled', { subjectId: conversationId ?? visitorId, detail });
    }
  });
}

async function putOnConversation(
  tx: Database,
  conversationId: string,
  labelId: string,
  isOn: boolean,
): Promise<boolean> {
  const { conversationId: ofChat, labelId: ofLabel } = conversationLabels;
  const rows = isOn
    ? await tx
        .insert(conversationLabels)
        .values({ conversationId, labelId })
        .onConflictDoNothing()
        .returning({ labelId: ofLabel })
    : await tx
        .delete(conversationLabels)
        .where(and(eq(ofChat, conversationId), eq(ofLabel, labelId)))
        .returning({ labelId: ofLabel });
  return rows.length > 0;
}

async function putOnVisitor(
  tx: Database,
  visitorId: string,
  labelId: string,
  isOn: boolean,
): Promise<boolean> {
  const { visitorId: ofVisitor, labelId: ofLabel } = visitorLabels;
  const rows = isOn
    ? await tx
        .insert(visitorLabels)
        .values({ visitorId, labelId })
        .onConflictDoNothing()
        .returning({ labelId: ofLabel })
    : await tx
        .delete(visitorLabels)
        .where(and(eq(ofVisitor, visitorId), eq(ofLabel, labelId)))
        .returning({ labelId: ofLabel });
  return rows.length > 0;
}

/** This lock comes before the lock of the visitor, as everywhere. Another order could cause a deadlock. */
async function requireConversationOf(tx: Database, visitorId: string, id: string): Promise<void> {
  const [found] = await tx
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(eq(conversations.id, id), eq(conversations.visitorId, visitorId)))
    .for('key share');
  if (!found) throw new RefusedError(404, t(NO_SUCH_CONVERSATION));
}

/**
 * Throws {@link RefusedError} 404 for a label that does not exist. The lock makes a concurrent deletion of the label wait
 * for this transaction.
 */
export async function requireLabel(tx: Database, id: string, field?: string): Promise<void> {
  const [label] = isUuid(id)
    ? await tx.select({ id: labels.id }).from(labels).where(eq(labels.id, id)).for('key share')
    : [];
  if (!label) {
    throw new RefusedError(404, t('This label no longer exists. Choose another one.'), field);
  }
}
