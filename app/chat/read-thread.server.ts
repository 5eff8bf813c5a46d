import type { Database } from '../platform/db/database.server.ts';
import type { Member } from '../team/member.ts';
import { accessToVisitor } from './access.server.ts';
import {
  readInboxEntry,
  readMessagesBefore,
  readThreadConversations,
} from './read-conversations.server.ts';
import type { ThreadView } from './views.ts';

/** Numbers are integers of the database, so this is before all of them. */
const NEWEST = 2 ** 31 - 1;

/**
 * Everything said with one visitor, as one thread: the newest page of each conversation, oldest
 * first. Undefined when the visitor is not this member's to see.
 */
export async function readThread(
  db: Database,
  member: Member,
  visitorId: string,
): Promise<ThreadView | undefined> {
  if (!(await accessToVisitor(db, member, visitorId))) return undefined;
  const [entry, conversations] = await Promise.all([
    readInboxEntry(db, visitorId, member.id),
    readThreadConversations(db, visitorId),
  ]);
  if (!entry) return undefined;
  const pages = await Promise.all(
    conversations.map(({ id }) => readMessagesBefore(db, id, NEWEST)),
  );
  return { entry, conversations, messages: pages.flat() };
}
