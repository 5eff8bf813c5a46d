import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { accessToVisitor } from '../access.server.ts';
import { readInboxEntry } from './read-inbox.server.ts';
import { readNotes } from './read-notes.server.ts';
import { NEWEST, readMessagesBefore } from './read-messages.server.ts';
import { conversations, readMarks } from '../tables.server.ts';
import type { ThreadView } from '../../protocol/views.ts';

const CONVERSATIONS_SHOWN = 20;

/**
 * Returns all conversations of a visitor as one thread with the newest page of each, oldest first. Undefined
 * without access. `isAnybodyIn` asks the sockets; `including` adds an older conversation.
 */
export async function readThread(
  db: Database,
  member: Member,
  visitorId: string,
  isAnybodyIn: (conversationIds: readonly string[]) => Promise<boolean>,
  including?: string,
): Promise<ThreadView | undefined> {
  const access = await accessToVisitor(db, member, visitorId);
  if (!access) return undefined;
  const [inboxEntry, rows] = await Promise.all([
    readInboxEntry(db, visitorId, member.id),
    db
      .select({
        ...getTableColumns(conversations),
        memberReadNumber: sql<number>`coalesce(${readMarks.number}, 0)`,
      })
      .from(conversations)
      .leftJoin(
        readMarks,
        and(eq(readMarks.conversationId, conversations.id), eq(readMarks.agentId, member.id)),
      )
      .where(eq(conversations.visitorId, visitorId))
      .orderBy(asc(conversations.startedAt)),
  ]);
  if (!inboxEntry) return undefined;
  const wanted = rows.findIndex(({ id }) => id === including);
  const first = Math.max(rows.length - CONVERSATIONS_SHOWN, 0);
  const shown = rows.slice(wanted === -1 ? first : Math.min(first, wanted));
  const ids = shown.map(({ id }) => id);
  const [pages, notes] = await Promise.all([
    Promise.all(ids.map((id) => readMessagesBefore(db, id, NEWEST))),
    readNotes(db, ids),
  ]);
  return {
    entry: inboxEntry,
    access,
    isVisitorOnline: await isAnybodyIn(ids),
    conversations: shown.map((row) => ({
      id: row.id,
      // The count is read before the messages: a message unsent in between is reported twice rather than
      // never.
      removalCount: row.removalCount,
      readNumber:
        inboxEntry.agentId === member.id
          ? Math.min(row.memberReadNumber, row.agentReadNumber)
          : row.memberReadNumber,
    })),
    messages: pages.flat(),
    notes,
  };
}
