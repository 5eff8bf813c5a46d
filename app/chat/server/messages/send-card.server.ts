import { eq } from 'drizzle-orm';
import type { After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { ChatContext } from '../chat-context.server.ts';
import { scheduleMail } from '../email/schedule-mail.server.ts';
import { requireMessage } from '../read/read-messages.server.ts';
import { conversations, visitors } from '../tables.server.ts';
import type { MessageCard, MessageKind } from '../../protocol/views.ts';
import { appendPreparedMessage } from './append-messages.server.ts';

export interface SendCard {
  readonly conversationId: string;
  /** The idempotency key of the message: from a client that may retry, or a new one. */
  readonly clientId: string;
  readonly kind: Exclude<MessageKind, 'text'>;
  readonly card: MessageCard;
  readonly text: string;
  /** The side that the card belongs to, with an optional member for the team's side. */
  readonly by: { readonly side: 'visitor' } | { readonly side: 'team'; readonly memberId?: string };
}

/**
 * Adds a card of another module to the thread, inside that module's transaction. The caller must check
 * access. Returns undefined if the conversation no longer exists.
 */
export async function sendCard(
  tx: Database,
  after: After,
  { chat, clock, listeners }: Pick<ChatContext, 'chat' | 'clock' | 'listeners'>,
  { conversationId, clientId, kind, card, text, by }: SendCard,
): Promise<number | undefined> {
  const [conversation] = await tx
    .select({ visitorId: conversations.visitorId })
    .from(conversations)
    .where(eq(conversations.id, conversationId))
    .for('update');
  if (!conversation) return undefined;
  // The insert statement skips locked rows, so the visitor is locked before.
  await tx
    .select({ id: visitors.id })
    .from(visitors)
    .where(eq(visitors.id, conversation.visitorId))
    .for('update');
  const isAgent = by.side === 'team';
  const { id, number, visitorId, agentId } = await appendPreparedMessage(tx, listeners, {
    conversationId,
    clientId,
    text,
    createdAt: clock.now(),
    authorId: by.side === 'team' ? (by.memberId ?? null) : null,
    fileCount: 0,
    card: { kind, shows: card, isAgent },
  });
  if (kind === 'offer') await scheduleMail(tx, conversationId);
  after.happened({
    type: 'message.sent',
    data: { conversationId, number, author: isAgent ? 'agent' : 'visitor' },
    log: 'written by its statement',
  });
  const message = await requireMessage(tx, id);
  after.hint(() =>
    chat.messageSaved({ visitorId, conversationId, message }, agentId, performance.now()),
  );
  return number;
}
