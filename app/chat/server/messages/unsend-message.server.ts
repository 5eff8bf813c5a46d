import { msg, t } from '../../../i18n/translate.ts';
import { and, eq, sql } from 'drizzle-orm';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { change } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { addressSubject } from '../../../accounts/server/audit/address-subject.server.ts';
import { accessToConversation, NO_SUCH_CONVERSATION, type Viewer } from '../access.server.ts';
import type { ChatContext } from '../chat-context.server.ts';
import { files } from '../files/tables.server.ts';
import { forgetSubject } from '../email/conversation-emails.server.ts';
import { scheduleMail } from '../email/schedule-mail.server.ts';
import { readConversationOwner } from '../read/read-conversation.server.ts';
import { requireMessage } from '../read/read-messages.server.ts';
import { conversations, visitorMessages } from '../tables.server.ts';
import { CHAT_BLOCKED, UNSEND_WITHIN_MS } from '../../protocol/rules.ts';
import type { MessageView } from '../../protocol/views.ts';
import { publishConversation, publishEntryOf } from './publish-entry.server.ts';
import { chatMessage } from '../../stored-messages.ts';

type Conversation = typeof conversations.$inferSelect;

const NO_SUCH_MESSAGE = msg("This message isn't available.");
const NOT_YOURS = msg('You can take back only your own messages.');
const NOT_TYPED = msg('You can take back only typed messages. Withdraw an offer on its card.');
const TOO_LATE = msg(
  'You can take back a message for five minutes. This one is older: send a correction instead.',
);

/**
 * Unsends one's own message within five minutes of the server's clock (rule 118). Text, files and effects
 * are removed; the audit log records who and when. Idempotent. Throws {@link
 * RefusedError}: 404, 403 for another author or a blocked browser, 409 for a card or a late request.
 */
export async function unsendMessage(
  appContext: ChatContext,
  trace: Trace,
  viewer: Viewer,
  conversationId: string,
  number: number,
): Promise<MessageView> {
  return change(appContext, trace, async (tx, after) => {
    const access = await accessToConversation(tx, viewer, conversationId);
    if (!access) throw new RefusedError(404, t(NO_SUCH_CONVERSATION));
    if (access === 'read' && viewer.kind === 'browser')
      throw new RefusedError(403, t(CHAT_BLOCKED));
    // The lock serialises this with messages written at the same moment.
    const [conversation] = await tx
      .select()
      .from(conversations)
      .where(eq(conversations.id, conversationId))
      .for('update');
    const said = await findMessage(tx, conversationId, number);
    if (!conversation || !said) throw new RefusedError(404, t(NO_SUCH_MESSAGE));
    const isOwn =
      viewer.kind === 'browser' ? !said.isAgent : said.isAgent && said.agentId === viewer.member.id;
    if (!isOwn) throw new RefusedError(403, t(NOT_YOURS));
    if (said.kind !== 'text') throw new RefusedError(409, t(NOT_TYPED));
    if (said.removalNumber !== null) return requireMessage(tx, said.id);
    const age = appContext.clock.now().getTime() - said.createdAt.getTime();
    if (age > UNSEND_WITHIN_MS) throw new RefusedError(409, t(TOO_LATE));

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
    after.audit('message-taken-back', {
      subjectId: said.id,
      subject: await addressSubject(tx, said.visitorEmail),
      detail: chatMessage('chat.message-of', {
        number,
        conversation: conversationId,
        byVisitor: !said.isAgent,
      }),
    });
    const message = await requireMessage(tx, said.id);
    after.hint(async () => {
      const owner = await readConversationOwner(appContext.db, conversationId);
      if (!owner) return;
      const { visitorId, agentId } = owner;
      appContext.chat.messageRemoved({ visitorId, conversationId, message }, agentId);
      await publishConversation(appContext, conversationId);
      await publishEntryOf(appContext, conversationId);
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

/**
 * Reverts the effects of an unsent message on its conversation, which must be locked: counters, the wait and
 * the first response are as if the message had never been sent.
 */
async function unsay(tx: Database, conversation: Conversation, said: Said): Promise<void> {
  const removalCount = conversation.removalCount + 1;
  const rest = said.isAgent
    ? await unsayAnswer(tx, conversation, said)
    : await unsayQuestion(tx, conversation);
  await tx
    .update(conversations)
    .set({ removalCount, ...rest })
    .where(eq(conversations.id, conversation.id));
}

/** The wait ends if no other message of the visitor is unanswered. */
async function unsayQuestion(tx: Database, conversation: Conversation) {
  const { id, waitingSince, keptWaitingSince, firstAnsweredAt, askedAt } = conversation;
  return {
    visitorMessageCount: conversation.visitorMessageCount - 1,
    waitingSince: waitingSince && (await firstAsked(tx, id, waitingSince)),
    keptWaitingSince: keptWaitingSince && (await firstAsked(tx, id, keptWaitingSince)),
    // An answered wait keeps its measured length.
    askedAt: firstAnsweredAt ? askedAt : await firstAsked(tx, id, conversation.startedAt),
  };
}

/**
 * The visitor waits again since the original time, unless a later answer exists or the visitor unsent the
 * question.
 */
async function unsayAnswer(tx: Database, conversation: Conversation, { number }: Said) {
  const { id, completedAt, snoozedUntil, waitingSince, keptWaitingSince } = conversation;
  const [first] = await stillAnswered(tx, id);
  const firstAnsweredAt = first?.first_at ? new Date(first.first_at) : null;
  if ((first?.last_number ?? 0) > number) return { firstAnsweredAt };
  const ended = await takeEndedWait(tx, id, first?.last_number ?? 0);
  const since = ended && (await firstAsked(tx, id, ended));
  if (!since) return { firstAnsweredAt };
  return completedAt || snoozedUntil
    ? { firstAnsweredAt, keptWaitingSince: earlier(since, keptWaitingSince) }
    : { firstAnsweredAt, waitingSince: earlier(since, waitingSince) };
}

async function stillAnswered(tx: Database, conversationId: string) {
  const { rows } = await tx.execute<{ first_at: Date | null; last_number: number | null }>(sql`
    select min(created_at) as first_at, max(number) as last_number from visitor_messages
    where conversation_id = ${conversationId} and is_agent and kind in ('text', 'offer')
      and removal_number is null`);
  return rows;
}

/**
 * Returns the wait that ended with answers after this number, all of which are unsent. The wait is restored
 * only once: if 'No answer needed' or the like ends it afterwards, it stays ended.
 */
async function takeEndedWait(
  tx: Database,
  conversationId: string,
  after: number,
): Promise<Date | null> {
  const { rows } = await tx.execute<{ ended_wait: Date }>(sql`
    with ended as materialized (
      select id, ended_wait from visitor_messages
      where conversation_id = ${conversationId} and number > ${after} and ended_wait is not null
    ),
    given_back as (
      update visitor_messages m set ended_wait = null from ended where m.id = ended.id
    )
    select min(ended_wait) as ended_wait from ended having count(*) > 0`);
  return rows[0] ? new Date(rows[0].ended_wait) : null;
}

async function firstAsked(tx: Database, conversationId: string, since: Date): Promise<Date | null> {
  const { rows } = await tx.execute<{ at: Date | null }>(sql`
    select min(created_at) as at from visitor_messages
    where conversation_id = ${conversationId} and not is_agent and kind = 'text'
      and removal_number is null
      and created_at >= ${since.toISOString()}::timestamptz`);
  return rows[0]?.at ? new Date(rows[0].at) : null;
}

function earlier(one: Date, other: Date | null): Date {
  return other && other < one ? other : one;
}
