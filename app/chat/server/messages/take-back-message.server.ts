import { and, eq } from 'drizzle-orm';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { change } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { addressSubject } from '../../../accounts/server/audit/address-subject.server.ts';
import { accessToConversation, NO_SUCH_CONVERSATION, type Viewer } from '../access.server.ts';
import type { ChatHost } from '../chat-host.server.ts';
import { files } from '../files/tables.server.ts';
import { forgetSubject } from '../email/conversation-emails.server.ts';
import { scheduleMail } from '../email/schedule-mail.server.ts';
import { readConversationOwner } from '../read/read-conversation.server.ts';
import { requireMessage } from '../read/read-messages.server.ts';
import { conversations, visitorMessages } from '../tables.server.ts';
import { CHAT_BLOCKED, TAKE_BACK_WITHIN_MS } from '../../protocol/rules.ts';
import type { MessageView } from '../../protocol/views.ts';
import { publishConversation, publishEntryOf } from './publish-entry.server.ts';
import { unsay } from './unsay.server.ts';

const NO_SUCH_MESSAGE = 'This message is not available.';
const NOT_YOURS = 'Only whoever wrote a message can take it back.';
const NOT_TYPED = 'Only what was typed can be taken back. An offer is withdrawn on its card.';
const TOO_LATE =
  'A message can be taken back for five minutes. This one is older: please write what should be known instead.';

/**
 * Unsends one's own message within five minutes of the server's clock (rule 118). Text, files and effects
 * (`unsay.server.ts`) are removed; the audit log records who and when. Idempotent. Throws {@link
 * RefusedError}: 404, 403 for another author or a blocked browser, 409 for a card or a late request.
 */
export async function takeBackMessage(
  host: ChatHost,
  trace: Trace,
  viewer: Viewer,
  conversationId: string,
  number: number,
): Promise<MessageView> {
  return change(host, trace, async (tx, after) => {
    const access = await accessToConversation(tx, viewer, conversationId);
    if (!access) throw new RefusedError(404, NO_SUCH_CONVERSATION);
    if (access === 'read' && viewer.kind === 'browser') throw new RefusedError(403, CHAT_BLOCKED);
    // The lock serialises this with messages written at the same moment.
    const [conversation] = await tx
      .select()
      .from(conversations)
      .where(eq(conversations.id, conversationId))
      .for('update');
    const said = await findMessage(tx, conversationId, number);
    if (!conversation || !said) throw new RefusedError(404, NO_SUCH_MESSAGE);
    const isOwn =
      viewer.kind === 'browser' ? !said.isAgent : said.isAgent && said.agentId === viewer.member.id;
    if (!isOwn) throw new RefusedError(403, NOT_YOURS);
    if (said.kind !== 'text') throw new RefusedError(409, NOT_TYPED);
    if (said.removalNumber !== null) return requireMessage(tx, said.id);
    const age = host.clock.now().getTime() - said.createdAt.getTime();
    if (age > TAKE_BACK_WITHIN_MS) throw new RefusedError(409, TOO_LATE);

    // A job deletes their bytes after the rows are gone (`files/sweep`).
    if (said.fileCount > 0) await tx.delete(files).where(eq(files.messageId, said.id));
    await tx
      .update(visitorMessages)
      .set({ message: '', mail: null, fileCount: 0, removalNumber: conversation.removalCount + 1 })
      .where(eq(visitorMessages.id, said.id));
    if (said.mail) await forgetSubject(tx, said.id);
    await unsay(tx, conversation, said);
    await scheduleMail(tx, conversationId);
    after.happened({
      type: 'message.removed',
      data: { conversationId, number },
      log: { subject: conversationId, position: number },
    });
    const where = `message ${number} of ${conversationId}`;
    after.audit('message-taken-back', {
      subjectId: said.id,
      subject: await addressSubject(tx, said.visitorEmail),
      detail: said.isAgent ? where : `${where}, by its visitor`,
    });
    const message = await requireMessage(tx, said.id);
    after.hint(async () => {
      const owner = await readConversationOwner(host.db, conversationId);
      if (!owner) return;
      const { visitorId, agentId } = owner;
      host.chat.messageRemoved({ visitorId, conversationId, message }, agentId);
      await publishConversation(host, conversationId);
      await publishEntryOf(host, conversationId);
    });
    return message;
  });
}

type Said = typeof visitorMessages.$inferSelect;

async function findMessage(
  tx: Database,
  conversationId: string,
  number: number,
): Promise<Said | undefined> {
  const [said] = await tx
    .select()
    .from(visitorMessages)
    .where(
      and(eq(visitorMessages.conversationId, conversationId), eq(visitorMessages.number, number)),
    );
  return said;
}
