import { and, eq } from 'drizzle-orm';
import { change } from '../../platform/change/change.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import type { Member } from '../../team/members/member.ts';
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
export async function putLabel(host: ChatHost, member: Member, put: PutLabel): Promise<void> {
  const { visitorId, labelId, conversationId, isOn } = put;
  await change(host, undefined, async (tx, after) => {
    if (conversationId) await requireConversationOf(tx, visitorId, conversationId);
    await changeAbout(tx, after, host, member, visitorId);
    if (isOn) await requireLabel(tx, labelId);
    if (conversationId && isOn) {
      await tx.insert(conversationLabels).values({ conversationId, labelId }).onConflictDoNothing();
    } else if (conversationId) {
      const { conversationId: ofChat, labelId: ofLabel } = conversationLabels;
      await tx
        .delete(conversationLabels)
        .where(and(eq(ofChat, conversationId), eq(ofLabel, labelId)));
    } else if (isOn) {
      await tx.insert(visitorLabels).values({ visitorId, labelId }).onConflictDoNothing();
    } else {
      const { visitorId: ofVisitor, labelId: ofLabel } = visitorLabels;
      await tx.delete(visitorLabels).where(and(eq(ofVisitor, visitorId), eq(ofLabel, labelId)));
    }
  });
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
