import {
  MESSAGES_PER_PAGE,
  readMessagesAfter,
  readRemovalsAfter,
} from '../server/read/read-messages.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { readNumber } from '../../http/read-request.server.ts';

export async function readNews(db: Database, conversationId: string, request: Request) {
  const after = readNumber(request, 'after');
  const removedAfter = readNumber(request, 'removedAfter');
  const messages = await readMessagesAfter(db, conversationId, after);
  // The removals are read second: a message that is unsent between the two queries is then in one of the results.
  const removed = await readRemovalsAfter(db, conversationId, removedAfter);
  const hasMore = Math.max(messages.length, removed.length) === MESSAGES_PER_PAGE;
  return { messages, removed, hasMore };
}
