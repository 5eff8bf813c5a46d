import { and, eq } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { transact } from '../../platform/db/transact.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { recordEvent } from '../../reach/webhook/record-event.server.ts';
import { toText } from '../../platform/shown-text.ts';
import { accessToConversation, NO_SUCH_CONVERSATION, type Viewer } from '../access.server.ts';
import { appendPlainMessage } from './append-messages.server.ts';
import { assignAgent } from '../hold/assign-agent.server.ts';
import type { ChatPublisher } from '../wire/events.ts';
import { completeOthersOfBrowser } from '../end/complete-conversation.server.ts';
import { scheduleMail } from '../mail/schedule-mail.server.ts';
import { publishEntry } from './publish-entry.server.ts';
import { readConversation } from '../read/read-conversation.server.ts';
import { readMessage } from '../read/read-messages.server.ts';
import {
  CHAT_BLOCKED,
  CONVERSATION_ID,
  MESSAGE_MAX_LENGTH,
  MESSAGE_TOO_LONG,
} from '../wire/rules.ts';
import { conversations, visitorMessages, visitors } from '../tables.server.ts';
import type { MessageView } from '../wire/views.ts';

export interface SendMessage {
  readonly conversationId: string;
  /** The name the client gave this message: a repeat of it is answered, not stored again. */
  readonly clientId: string;
  readonly text: string;
}

/**
 * The one door through which a message enters. Numbers it under the conversation's row lock,
 * commits, and only then publishes (DECISIONS 14). Who wrote it follows from the viewer alone.
 *
 * A visitor's message reopens a completed conversation and calls for an agent when it has none.
 * Throws {@link RefusedError}: 404 without access, 403 blocked, 400 blank, 413 too long, 409 when the client's
 * name for it is taken by another message.
 */
export async function sendMessage(
  db: Database,
  clock: Clock,
  publisher: ChatPublisher,
  viewer: Viewer,
  sent: SendMessage,
): Promise<MessageView> {
  // As the database writes a uuid: in another spelling a message would not be known again.
  const send = { ...sent, clientId: sent.clientId.toLowerCase() };
  const text = toText(send.text, MESSAGE_MAX_LENGTH);
  if (text === '') throw new RefusedError(400, 'Please write a message first.', 'message');
  if (text.length > MESSAGE_MAX_LENGTH) throw new RefusedError(413, MESSAGE_TOO_LONG, 'message');

  const plain = viewer.kind === 'browser' && (await sendPlain(db, clock, viewer, send, text));
  if (plain) {
    const { message, visitorId, agentId, committedAt } = plain;
    const { conversationId } = send;
    publisher.messageSaved({ visitorId, conversationId, message }, agentId, committedAt);
    return message;
  }

  const saved = await transact(db, async (tx) => {
    // Whoever holds this lock gives the next number: no reader can see 7 before 6.
    const [conversation] = await tx
      .select()
      .from(conversations)
      .where(eq(conversations.id, send.conversationId))
      .for('update');
    // Asked again under the lock: the visitor may have been given to somebody else meanwhile.
    const access = await accessToConversation(tx, viewer, send.conversationId);
    // A browser that may read and not write is a blocked one.
    if (access === 'read' && viewer.kind === 'browser') throw new RefusedError(403, CHAT_BLOCKED);
    if (!conversation || access !== 'write') throw new RefusedError(404, NO_SUCH_CONVERSATION);

    const author = viewer.kind === 'member' ? viewer.member.id : null;
    const [repeat] = await tx
      .select({
        id: visitorMessages.id,
        message: visitorMessages.message,
        agentId: visitorMessages.agentId,
      })
      .from(visitorMessages)
      .where(
        and(
          eq(visitorMessages.conversationId, conversation.id),
          eq(visitorMessages.clientId, send.clientId),
        ),
      );
    if (repeat) {
      if (repeat.message !== text || repeat.agentId !== author) {
        throw new RefusedError(409, 'Another message has this id already. Please send it again.');
      }
      return {
        messageId: repeat.id,
        visitorId: conversation.visitorId,
        agentId: null,
        isRepeat: true,
      };
    }

    const now = clock.now();
    const isAgent = author !== null;
    const isReopened = !isAgent && conversation.completedAt !== null;
    if (isReopened) await completeOthersOfBrowser(tx, conversation.id);
    const number = conversation.lastNumber + 1;
    await tx
      .update(conversations)
      .set({
        lastNumber: number,
        lastMessageAt: now,
        ...(isAgent
          ? {
              firstAnsweredAt: conversation.firstAnsweredAt ?? now,
              waitingSince: null,
              reroutedAt: null,
            }
          : {
              completedAt: null,
              visitorMessageCount: conversation.visitorMessageCount + 1,
              waitingSince: conversation.waitingSince ?? now,
            }),
      })
      .where(eq(conversations.id, conversation.id));
    const [visitor] = await tx
      .update(visitors)
      .set({
        updatedAt: now,
        ...(isAgent ? {} : { completedAt: null, conversationId: conversation.id }),
      })
      .where(eq(visitors.id, conversation.visitorId))
      .returning({ email: visitors.email, agentId: visitors.agentId });
    if (!visitor) throw new Error(`Conversation ${conversation.id} has no visitor`);
    const [message] = await tx
      .insert(visitorMessages)
      .values({
        conversationId: conversation.id,
        number,
        clientId: send.clientId,
        visitorEmail: visitor.email,
        message: text,
        isAgent,
        agentId: author,
        createdAt: now,
      })
      .returning({ id: visitorMessages.id });
    if (!message) throw new Error('The message was not inserted');
    await scheduleMail(tx, conversation.id);
    await recordEvent(tx, now, {
      type: 'message.sent',
      data: { conversationId: conversation.id, number, author: isAgent ? 'agent' : 'visitor' },
    });
    const agentId = visitor.agentId ?? (await assignAgent(tx, conversation.id));
    return {
      messageId: message.id,
      visitorId: conversation.visitorId,
      agentId,
      isRepeat: false,
      isChanged: isReopened || (visitor.agentId === null && agentId !== null),
    };
  });

  const committedAt = performance.now();
  const message = await readMessage(db, saved.messageId);
  if (!message) throw new Error(`Message ${saved.messageId} vanished after its commit`);
  if (saved.isRepeat) return message;
  publisher.messageSaved(
    { visitorId: saved.visitorId, conversationId: send.conversationId, message },
    saved.agentId,
    committedAt,
  );
  if (saved.isChanged) {
    await publishEntry(db, publisher, saved.visitorId, saved.agentId);
    const conversation = await readConversation(db, send.conversationId);
    if (conversation) publisher.conversationChanged(conversation);
  }
  return message;
}

/** The short way that most messages take; undefined where only the transaction above can tell. */
async function sendPlain(
  db: Database,
  clock: Clock,
  { browserId }: Viewer & { kind: 'browser' },
  { conversationId, clientId }: SendMessage,
  text: string,
) {
  if (!CONVERSATION_ID.test(conversationId)) return undefined;
  const createdAt = clock.now();
  const plain = { conversationId, browserId, clientId, text, createdAt };
  const appended = await appendPlainMessage(db, plain);
  if (!appended) return undefined;
  const { id, number, visitorId, agentId } = appended;
  const message: MessageView = {
    id,
    clientId,
    conversationId,
    number,
    text,
    isAgent: false,
    agentId: null,
    agentName: null,
    createdAt: createdAt.toISOString(),
  };
  return { message, visitorId, agentId, committedAt: performance.now() };
}
