import { and, eq } from 'drizzle-orm';
import { CONVERSATION_ID } from '../../../chat/protocol/rules.ts';
import { forVisitor, type MessageView } from '../../../chat/protocol/views.ts';
import { moveConversation } from '../../../chat/server/email/resume-conversation.server.ts';
import { markReadByVisitor } from '../../../chat/server/messages/mark-read.server.ts';
import { NO_SUCH_CONVERSATION } from '../../../chat/server/access.server.ts';
import {
  MESSAGES_PER_PAGE,
  NEWEST,
  readMessagesBefore,
} from '../../../chat/server/read/read-messages.server.ts';
import { conversations, visitors } from '../../../chat/server/tables.server.ts';
import type { VisitorSockets } from '../../../chat/server/chat-context.server.ts';
import { change } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { t } from '../../../i18n/translate.ts';
import type { Client, ClientContext, ClientSession } from '../client-context.server.ts';

export interface ClientThread {
  readonly id: string;
  readonly topic: string;
  readonly service: string | null;
  readonly isOver: boolean;
  /** True if this browser has the conversation, so that its chat shows it. */
  readonly isHere: boolean;
  readonly messages: readonly MessageView[];
  readonly hasEarlier: boolean;
}

/** Reads a conversation of the client's address and marks it as read. Undefined for any other conversation. */
export async function openThread(
  appContext: ClientContext,
  { client, browserId }: ClientSession,
  id: string,
  before: number = NEWEST,
): Promise<ClientThread | undefined> {
  const conversation = await findOwn(appContext.db, client, id);
  if (!conversation) return undefined;
  const messages = await readMessagesBefore(appContext.db, id, before);
  if (before === NEWEST) await markReadByVisitor(appContext, id, conversation.lastNumber);
  return {
    id,
    topic: conversation.topic,
    service: conversation.serviceTitle,
    isOver: conversation.completedAt !== null,
    isHere: conversation.browserId === browserId,
    messages: messages.map(forVisitor),
    hasEarlier: messages.length === MESSAGES_PER_PAGE && (messages[0]?.number ?? 1) > 1,
  };
}

/**
 * Moves a conversation of the client's address to this browser, as an emailed link does (decision 009). Throws
 * {@link RefusedError}: 404 for any other conversation, 403 for a blocked visitor.
 */
export async function continueHere(
  appContext: ClientContext & VisitorSockets,
  { client, browserId }: ClientSession,
  id: string,
): Promise<void> {
  await change(appContext, undefined, async (tx, after) => {
    if (!(await findOwn(tx, client, id))) throw new RefusedError(404, t(NO_SUCH_CONVERSATION));
    await moveConversation(tx, after, appContext, id, () => Promise.resolve(browserId));
  });
}

async function findOwn(db: Database, { email }: Client, id: string) {
  // An id of another form, such as one with a NUL byte, would make the query fail.
  if (!CONVERSATION_ID.test(id)) return undefined;
  const [row] = await db
    .select({ conversation: conversations })
    .from(conversations)
    .innerJoin(visitors, eq(visitors.id, conversations.visitorId))
    .where(and(eq(conversations.id, id), eq(visitors.email, email)));
  return row?.conversation;
}
