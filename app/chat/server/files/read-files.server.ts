import { and, asc, count, desc, eq, inArray, isNotNull } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { accessToConversation, type Viewer } from '../access.server.ts';
import { isConfirmed } from '../email-verification/is-confirmed.server.ts';
import { conversations, visitors } from '../tables.server.ts';
import type { FileView } from '../../protocol/files.ts';
import { files } from './tables.server.ts';

type FileRow = typeof files.$inferSelect;

/** Returns the files of these messages in order. The caller must check access. */
export async function readFilesOf(
  db: Database,
  messageIds: readonly string[],
): Promise<Map<string, FileView[]>> {
  const byMessage = new Map<string, FileView[]>();
  if (messageIds.length === 0) return byMessage;
  const rows = await db
    .select()
    .from(files)
    .where(inArray(files.messageId, [...messageIds]))
    .orderBy(asc(files.messageId), asc(files.position));
  for (const row of rows) {
    if (row.messageId === null) continue;
    const known = byMessage.get(row.messageId) ?? [];
    byMessage.set(row.messageId, [...known, toFileView(row)]);
  }
  return byMessage;
}

/**
 * Returns the file if any of the viewers may open it: members and browsers with access to its conversation,
 * and browsers that have confirmed the visitor's address (rule 169). Otherwise undefined.
 */
export async function readFileFor(
  db: Database,
  viewers: readonly Viewer[],
  id: string,
): Promise<FileView | undefined> {
  const [row] = await db
    .select({ file: files, visitorId: conversations.visitorId })
    .from(files)
    .innerJoin(conversations, eq(conversations.id, files.conversationId))
    .where(and(eq(files.id, id), isNotNull(files.storedAt)));
  if (!row) return undefined;
  const { file, visitorId } = row;
  for (const viewer of viewers) {
    // oxlint-disable-next-line no-await-in-loop -- of two the first is mostly right
    if (await mayOpen(db, viewer, file, visitorId)) return toFileView(file);
  }
  return undefined;
}

async function mayOpen(
  db: Database,
  viewer: Viewer,
  { conversationId, messageId, browserId, agentId }: FileRow,
  visitorId: string,
): Promise<boolean> {
  const isBrowser = viewer.kind === 'browser';
  // An unsent file is visible only to its sender.
  const isSender = isBrowser ? browserId === viewer.browserId : agentId === viewer.member.id;
  if (conversationId === null || (messageId === null && !isSender)) return false;
  if (await accessToConversation(db, viewer, conversationId)) return true;
  return isBrowser && messageId !== null && isConfirmed(db, viewer.browserId, visitorId);
}

export async function readFilesOfVisitor(db: Database, visitorId: string, limit: number) {
  const theirs = and(eq(conversations.visitorId, visitorId), isNotNull(files.messageId));
  const [rows, [counted]] = await Promise.all([
    db
      .select({ file: files })
      .from(files)
      .innerJoin(conversations, eq(conversations.id, files.conversationId))
      .where(theirs)
      .orderBy(desc(files.createdAt), asc(files.id))
      .limit(limit),
    db
      .select({ number: count() })
      .from(files)
      .innerJoin(conversations, eq(conversations.id, files.conversationId))
      .where(theirs),
  ]);
  return {
    fileCount: counted?.number ?? 0,
    files: rows.map(({ file }) => ({
      ...toFileView(file),
      isAgent: file.isAgent,
      createdAt: file.createdAt.toISOString(),
    })),
  };
}

/** The row must be a stored file. A constraint guarantees its size and type. */
export function toFileView({ id, name, size, type, width, height }: FileRow): FileView {
  return { id, name, size: size ?? 0, type: type ?? '', width, height };
}

export function exportedName(id: string, name: string): string {
  const ending = /\.[a-z\d]{1,12}$/i.exec(name)?.[0] ?? '';
  return `files/${id}${ending}`;
}

export async function exportFilesOf(db: Database, conversationIds: readonly string[]) {
  if (conversationIds.length === 0) return [];
  const rows = await db
    .select()
    .from(files)
    .where(inArray(files.conversationId, [...conversationIds]))
    .orderBy(asc(files.createdAt), asc(files.position), asc(files.id));
  return rows.map((file) => ({
    conversationId: file.conversationId,
    name: file.name,
    from: file.isAgent ? 'us' : 'you',
    type: file.type,
    bytes: file.size ?? file.declaredSize,
    at: file.createdAt,
    state: file.messageId ? 'sent' : 'not sent',
    inTheArchive: file.storedAt ? exportedName(file.id, file.name) : null,
  }));
}

export function readFilesAbout(db: Database, email: string) {
  return db
    .select({ id: files.id, name: files.name, storedAt: files.storedAt })
    .from(files)
    .innerJoin(conversations, eq(conversations.id, files.conversationId))
    .innerJoin(visitors, eq(visitors.id, conversations.visitorId))
    .where(eq(visitors.email, email))
    .orderBy(asc(files.createdAt), asc(files.id));
}

export async function countFilesOf(db: Database, email: string): Promise<number> {
  const [row] = await db
    .select({ number: count() })
    .from(files)
    .innerJoin(conversations, eq(conversations.id, files.conversationId))
    .innerJoin(visitors, eq(visitors.id, conversations.visitorId))
    .where(eq(visitors.email, email));
  return row?.number ?? 0;
}
