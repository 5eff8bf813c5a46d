import { and, eq } from 'drizzle-orm';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.server.ts';
import { RefusedError } from '../platform/errors.ts';
import { accessToConversation, NO_SUCH_CONVERSATION, type Viewer } from './access.server.ts';
import { assignAgent } from './assign-agent.server.ts';
import type { ChatPublisher } from './events.ts';
import { completeOthersOfBrowser } from './complete-conversation.server.ts';
import { readConversation } from './read-conversation.server.ts';
import { readInboxEntry } from './read-inbox.server.ts';
import { readMessage } from './read-messages.server.ts';
import { MESSAGE_MAX_LENGTH, MESSAGE_TOO_LONG } from './rules.ts';
import { conversations, visitorMessages, visitors } from './tables.server.ts';
import type { MessageView } from './views.ts';

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
 * Throws {@link RefusedError}: 404 without access, 400 blank, 413 too long, 409 when the client's
 * name for it is taken by another message.
 */
export async function sendMessage(
  db: Database,
  clock: Clock,
  publisher: ChatPublisher,
  viewer: Viewer,
  send: SendMessage,
): Promise<MessageView> {
  const text = send.text.trim();
  if (text === '') throw new RefusedError(400, 'Please write a message first.', 'message');
  if (text.length > MESSAGE_MAX_LENGTH) throw new RefusedError(413, MESSAGE_TOO_LONG, 'message');

  const saved = await db.transaction(async (tx) => {
    // Whoever holds this lock gives the next number: no reader can see 7 before 6.
    const [conversation] = await tx
      .select()
      .from(conversations)
      .where(eq(conversations.id, send.conversationId))
      .for('update');
    // Asked again under the lock: the visitor may have been given to somebody else meanwhile.
    const access = await accessToConversation(tx, viewer, send.conversationId);
    if (!conversation || access !== 'write') throw new RefusedError(404, NO_SUCH_CONVERSATION);

    const author = viewer.kind === 'member' ? viewer.member.id : null;
    const [repeat] = await tx
      .select()
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
          ? {}
          : { completedAt: null, visitorMessageCount: conversation.visitorMessageCount + 1 }),
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
    const agentId = visitor.agentId ?? (await assignAgent(tx, conversation.id));
    return {
      messageId: message.id,
      visitorId: conversation.visitorId,
      agentId,
      isRepeat: false,
      isChanged: isReopened || (visitor.agentId === null && agentId !== null),
    };
  });

  const message = await readMessage(db, saved.messageId);
  if (!message) throw new Error(`Message ${saved.messageId} vanished after its commit`);
  if (saved.isRepeat) return message;
  publisher.messageSaved(
    { visitorId: saved.visitorId, conversationId: send.conversationId, message },
    saved.agentId,
  );
  if (saved.isChanged) {
    const entry = saved.agentId && (await readInboxEntry(db, saved.visitorId, saved.agentId));
    if (saved.agentId && entry) publisher.entryChanged(entry, saved.agentId);
    const conversation = await readConversation(db, send.conversationId);
    if (conversation) publisher.conversationChanged(conversation);
  }
  return message;
}
