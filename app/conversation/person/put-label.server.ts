import { and, eq } from 'drizzle-orm';
import { change } from '../../platform/change/change.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { traceOfProgram, type Actor } from '../../team/members/program.ts';
import { NO_SUCH_CONVERSATION } from '../access.server.ts';
import type { ChatHost } from '../chat-host.server.ts';
import { conversations } from '../tables.server.ts';
import { changeAbout } from './about-visitor.server.ts';
import { conversationLabels, labels, visitorLabels } from './tables.server.ts';

export interface PutLabel {
  readonly visitorId: string;
  readonly labelId: string;
  /** On this conversation of the visitor's; on the visitor where there is none. */
  readonly conversationId?: string | undefined;
  readonly isOn: boolean;
}

/** Puts a label on a visitor or a conversation, or takes it off. Twice is the same as once. */
export async function putLabel(host: ChatHost, actor: Actor, put: PutLabel): Promise<void> {
  const { visitorId, labelId, conversationId, isOn } = put;
  await change(host, traceOfProgram(actor), async (tx, after) => {
    if (conversationId) await requireConversationOf(tx, visitorId, conversationId);
    await changeAbout(tx, after, host, actor, visitorId);
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
      const detail = `label ${labelId} ${isOn ? 'put on' : 'taken off'}`;
      after.audit('conversation-labelled', { subjectId: conversationId ?? visitorId, detail });
    }
  });
}

/** Answers whether that changed anything. */
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

/** Held before the visitor, as everywhere: two in another order would wait for each other. */
async function requireConversationOf(tx: Database, visitorId: string, id: string): Promise<void> {
  const [found] = await tx
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(eq(conversations.id, id), eq(conversations.visitorId, visitorId)))
    .for('key share');
  if (!found) throw new RefusedError(404, NO_SUCH_CONVERSATION);
}

/** One that is being deleted at this moment waits until this is over. */
async function requireLabel(tx: Database, id: string): Promise<void> {
  const [label] = await tx
    .select({ id: labels.id })
    .from(labels)
    .where(eq(labels.id, id))
    .for('key share');
  if (!label) {
    throw new RefusedError(404, 'This label does not exist any more. Please choose another.');
  }
}
