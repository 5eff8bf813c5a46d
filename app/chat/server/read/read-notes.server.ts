import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import { conversationNotes } from '../messages/tables.server.ts';
import { displayName, type NoteView } from '../../protocol/views.ts';

// Functions in this file check no access. Callers must use access.server.ts first. Code that answers visitors
// must never import this file; notes.server.test.ts enforces that.

const NOTES_SHOWN = 200;

export async function readNotes(
  db: Database,
  conversationIds: readonly string[],
): Promise<NoteView[]> {
  if (conversationIds.length === 0) return [];
  const rows = await selectNotes(db)
    .where(inArray(conversationNotes.conversationId, [...conversationIds]))
    .orderBy(desc(conversationNotes.createdAt), desc(conversationNotes.id))
    .limit(NOTES_SHOWN);
  return rows.map(toView).reverse();
}

export async function readNotesOf(db: Database, ids: readonly string[]): Promise<NoteView[]> {
  if (ids.length === 0) return [];
  return (await selectNotes(db).where(inArray(conversationNotes.id, [...ids]))).map(toView);
}

export async function readNotesAfter(
  db: Database,
  conversationId: string,
  after: { readonly createdAt: Date; readonly id: string } | undefined,
  limit: number,
): Promise<NoteView[]> {
  const { createdAt, id } = conversationNotes;
  const rows = await selectNotes(db)
    .where(
      and(
        eq(conversationNotes.conversationId, conversationId),
        after &&
          sql`(${createdAt}, ${id}) > (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(asc(createdAt), asc(id))
    .limit(limit);
  return rows.map(toView);
}

export async function readNote(db: Database, id: string): Promise<NoteView | undefined> {
  const [row] = await selectNotes(db).where(eq(conversationNotes.id, id));
  return row && toView(row);
}

function selectNotes(db: Database) {
  return db
    .select({
      note: conversationNotes,
      authorName: profiles.fullName,
      authorEmail: profiles.email,
      mentions: sql<readonly string[] | null>`(
        select array_agg(coalesce(nullif(btrim(p.full_name), ''), split_part(p.email, '@', 1)) order by p.full_name)
        from note_mentions m join profiles p on p.id = m.member_id
        where m.note_id = ${conversationNotes.id})`,
    })
    .from(conversationNotes)
    .leftJoin(profiles, eq(profiles.id, conversationNotes.authorId))
    .$dynamic();
}

type Row = Awaited<ReturnType<typeof selectNotes>>[number];

function toView({ note, authorName, authorEmail, mentions }: Row): NoteView {
  return {
    id: note.id,
    conversationId: note.conversationId,
    authorId: note.authorId,
    authorName: authorEmail === null ? note.program : displayName(authorName, authorEmail),
    ...(note.program === null ? {} : { program: note.program }),
    text: note.text,
    createdAt: note.createdAt.toISOString(),
    ...(mentions ? { mentions } : {}),
  };
}
