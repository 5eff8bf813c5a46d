import { asc, count, eq, inArray } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { conversations, visitors } from '../tables.server.ts';
import { files } from './tables.server.ts';

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
