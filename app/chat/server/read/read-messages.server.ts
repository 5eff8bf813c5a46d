import { displayName } from '../../../accounts/protocol/member.ts';
import { and, asc, desc, eq, getTableColumns, gt, isNotNull, lt, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import { readFilesOf } from '../files/read-files.server.ts';
import { visitorMessages } from '../tables.server.ts';
import type { MessageView } from '../../protocol/views.ts';

// Functions in this file check no access. Callers must use access.server.ts first.

/** The page size. A client that receives a full page asks for the next one. */
export const MESSAGES_PER_PAGE = 200;

/** Larger than every message number, because numbers are 32-bit integers. */
export const NEWEST = 2 ** 31 - 1;

/** Reads a message that the transaction has written or locked. */
export async function requireMessage(tx: Database, id: string): Promise<MessageView> {
  const [message] = await toViews(tx, await selectMessages(tx, eq(visitorMessages.id, id)));
  if (!message) throw new Error(`Message ${id} vanished under its lock`);
  return message;
}

export async function readMessagesAt(
  db: Database,
  messageKeys: readonly { readonly conversationId: string; readonly number: number }[],
): Promise<MessageView[]> {
  if (messageKeys.length === 0) return [];
  const ids = messageKeys.map(({ conversationId }) => conversationId);
  const numbers = messageKeys.map(({ number }) => number);
  const rows = await selectMessages(
    db,
    sql`(${visitorMessages.conversationId}, ${visitorMessages.number}) in (
      select * from unnest(${sql.param(ids)}::text[], ${sql.param(numbers)}::int[]))`,
  );
  return toViews(db, rows);
}

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

/** Returns a page of messages that were unsent after the removal number `after`, in that order. */
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

// Only the search uses the words, and they are as long as the message, so they are not selected.
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
