import { asc, eq } from 'drizzle-orm';
import type { Database } from '../platform/db/database.server.ts';
import type { Member } from '../team/member.ts';
import { accessToVisitor } from './access.server.ts';
import { serviceOf } from './read-conversation.server.ts';
import { readInboxEntry } from './read-inbox.server.ts';
import { NEWEST, readMessagesBefore } from './read-messages.server.ts';
import { conversations } from './tables.server.ts';
import type { ThreadView } from './views.ts';

/** Earlier conversations beyond these are not part of a thread's first screen. */
const CONVERSATIONS_SHOWN = 20;

/**
 * Everything said with one visitor, as one thread: the newest page of each conversation, oldest
 * first. Undefined when the visitor is not this member's to see. `isAnybodyIn` asks the sockets.
 */
export async function readThread(
  db: Database,
  member: Member,
  visitorId: string,
  isAnybodyIn: (conversationIds: readonly string[]) => Promise<boolean>,
): Promise<ThreadView | undefined> {
  const access = await accessToVisitor(db, member, visitorId);
  if (!access) return undefined;
  const [entry, rows] = await Promise.all([
    readInboxEntry(db, visitorId, member.id),
    db
      .select()
      .from(conversations)
      .where(eq(conversations.visitorId, visitorId))
      .orderBy(asc(conversations.startedAt)),
  ]);
  if (!entry) return undefined;
  const shown = rows.slice(-CONVERSATIONS_SHOWN);
  const pages = await Promise.all(shown.map(({ id }) => readMessagesBefore(db, id, NEWEST)));
  return {
    entry,
    access,
    isVisitorOnline: await isAnybodyIn(shown.map(({ id }) => id)),
    conversations: shown.map((row) => ({
      id: row.id,
      topic: row.topic,
      startedAt: row.startedAt.toISOString(),
      service: serviceOf(row),
    })),
    messages: pages.flat(),
  };
}
