import { and, asc, desc, eq, getTableColumns, gt, isNotNull, lt, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import { profiles } from '../../team/tables.server.ts';
import { readFilesOf } from '../files/read-files.server.ts';
import { visitorMessages } from '../tables.server.ts';
import { displayName, type MessageView } from '../wire/views.ts';

// Nothing in this file asks who is asking: the callers have been through access.server.ts.

/** Messages of one answer; a client that gets this many asks again after the last of them. */
export const MESSAGES_PER_PAGE = 200;

/** Numbers are 32-bit integers, so this is above all of them. */
export const NEWEST = 2 ** 31 - 1;

/** One that whoever asks has written or locked. */
export async function requireMessage(tx: Database, id: string): Promise<MessageView> {
  const [message] = await toViews(tx, await selectMessages(tx, eq(visitorMessages.id, id)));
  if (!message) throw new Error(`Message ${id} vanished under its lock`);
  return message;
}

/** Messages of any conversations, by their numbers there, in no order. */
export async function readMessagesAt(
  db: Database,
  places: readonly { readonly conversationId: string; readonly number: number }[],
): Promise<MessageView[]> {
  if (places.length === 0) return [];
  const ids = places.map(({ conversationId }) => conversationId);
  const numbers = places.map(({ number }) => number);
  const rows = await selectMessages(
    db,
    sql`(${visitorMessages.conversationId}, ${visitorMessages.number}) in (
      select * from unnest(${sql.param(ids)}::text[], ${sql.param(numbers)}::int[]))`,
  );
  return toViews(db, rows);
}

/** What came after number `after`, oldest first, one page. */
export async function readMessagesAfter(
  db: Database,
  conversationId: string,
  after: number,
  limit = MESSAGES_PER_PAGE,
): Promise<MessageView[]> {
  const rows = await selectMessages(
    db,
    and(eq(visitorMessages.conversationId, conversationId), gt(visitorMessages.number, after)),
  )
    .orderBy(asc(visitorMessages.number))
    .limit(limit);
  return toViews(db, rows);
}

/** Which messages were taken back after the removal number `after`, in that order, one page. */
export async function readRemovalsAfter(
  db: Database,
  conversationId: string,
  after: number,
): Promise<MessageView[]> {
  const rows = await selectMessages(
    db,
    and(
      eq(visitorMessages.conversationId, conversationId),
      isNotNull(visitorMessages.removalNumber),
      gt(visitorMessages.removalNumber, after),
    ),
  )
    .orderBy(asc(visitorMessages.removalNumber))
    .limit(MESSAGES_PER_PAGE);
  return toViews(db, rows);
}

/** The page before number `before` ({@link NEWEST} for the newest page); oldest first. */
export async function readMessagesBefore(
  db: Database,
  conversationId: string,
  before: number,
): Promise<MessageView[]> {
  const rows = await selectMessages(
    db,
    and(eq(visitorMessages.conversationId, conversationId), lt(visitorMessages.number, before)),
  )
    .orderBy(desc(visitorMessages.number))
    .limit(MESSAGES_PER_PAGE);
  return (await toViews(db, rows)).reverse();
}

// The words are for the search alone, and as long as the message.
const {
  words: _,
  wordsLanguage: __,
  wordsVersion: ___,
  ...columns
} = getTableColumns(visitorMessages);

function selectMessages(db: Database, where: SQL | undefined) {
  return db
    .select({
      message: columns,
      agentName: profiles.fullName,
      agentEmail: profiles.email,
    })
    .from(visitorMessages)
    .leftJoin(profiles, eq(profiles.id, visitorMessages.agentId))
    .where(where)
    .$dynamic();
}

type Row = Awaited<ReturnType<typeof selectMessages>>[number];

/** With the files of those that carry some, which are asked for once. */
async function toViews(db: Database, rows: readonly Row[]): Promise<MessageView[]> {
  const carrying = rows.filter(({ message }) => message.fileCount > 0);
  const files = await readFilesOf(
    db,
    carrying.map(({ message }) => message.id),
  );
  return rows.map((row) => toView(row, files.get(row.message.id)));
}

function toView({ message, agentName, agentEmail }: Row, files: MessageView['files']): MessageView {
  return {
    id: message.id,
    clientId: message.clientId,
    conversationId: message.conversationId,
    number: message.number,
    text: message.message,
    ...(message.kind !== 'text' && message.card ? { kind: message.kind, card: message.card } : {}),
    isAgent: message.isAgent,
    agentId: message.agentId,
    agentName: agentEmail === null ? message.program : displayName(agentName, agentEmail),
    ...(message.program === null ? {} : { program: message.program }),
    createdAt: message.createdAt.toISOString(),
    ...(message.removalNumber === null ? {} : { removalNumber: message.removalNumber }),
    ...(files ? { files } : {}),
    ...(message.mail === null ? {} : { mail: message.mail }),
  };
}
