import {
  MESSAGES_PER_PAGE,
  readMessagesAfter,
  readRemovalsAfter,
} from '../../conversation/read/read-messages.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { readNumber } from './read-request.server.ts';

/** What a client that asks has missed: messages, and which were taken back. */
export async function readNews(db: Database, conversationId: string, request: Request) {
  const after = readNumber(request, 'after');
  const removedAfter = readNumber(request, 'removedAfter');
  const messages = await readMessagesAfter(db, conversationId, after);
  // Asked second: what is taken back in between comes as it stands, or here.
  const removed = await readRemovalsAfter(db, conversationId, removedAfter);
  const hasMore = Math.max(messages.length, removed.length) === MESSAGES_PER_PAGE;
  return { messages, removed, hasMore };
}
