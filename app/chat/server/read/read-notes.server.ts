import { displayName } from '../../../accounts/protocol/member.ts';
import { and, asc, desc, eq, inArray, sql, isNull, type SQL } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import { conversationNotes, noteMentions } from '../messages/tables.server.ts';
import type { NoteView } from '../../protocol/views.ts';
import { alias } from 'drizzle-orm/pg-core';
import { change } from '../../../platform/change/change.server.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import type { ChatContext } from '../chat-context.server.ts';
import { conversations, visitors } from '../tables.server.ts';
import type { MentionView } from '../../protocol/mentions.ts';
import { shortenLine } from '../../../platform/shown-text.ts';

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

const MENTIONS_SHOWN = 20;

const EXCERPT_LENGTH = 140;

export async function readMentions(db: Database, member: Member): Promise<MentionView[]> {
  const unseen = and(eq(noteMentions.memberId, member.id), isNull(noteMentions.seenAt));
  return selectMentions(db, unseen);
}

export async function readMention(db: Database, id: string): Promise<MentionView | undefined> {
  const [mention] = await selectMentions(db, eq(noteMentions.id, id));
  return mention;
}

export async function markMentionsSeen(
  appContext: ChatContext,
  member: Member,
  visitorId: string,
): Promise<void> {
  await change(appContext, undefined, async (tx) => {
    const notes = tx
      .select({ id: conversationNotes.id })
      .from(conversationNotes)
      .innerJoin(conversations, eq(conversations.id, conversationNotes.conversationId))
      .where(eq(conversations.visitorId, visitorId));
    await tx
      .update(noteMentions)
      .set({ seenAt: appContext.clock.now() })
      .where(
        and(
          eq(noteMentions.memberId, member.id),
          isNull(noteMentions.seenAt),
          inArray(noteMentions.noteId, notes),
        ),
      );
  });
}

const author = alias(profiles, 'author');

async function selectMentions(db: Database, where: SQL | undefined): Promise<MentionView[]> {
  const rows = await db
    .select({
      noteId: noteMentions.noteId,
      visitorId: conversations.visitorId,
      conversationId: conversationNotes.conversationId,
      email: visitors.email,
      authorName: author.fullName,
      authorEmail: author.email,
      text: conversationNotes.text,
      createdAt: noteMentions.createdAt,
    })
    .from(noteMentions)
    .innerJoin(conversationNotes, eq(conversationNotes.id, noteMentions.noteId))
    .innerJoin(conversations, eq(conversations.id, conversationNotes.conversationId))
    .innerJoin(visitors, eq(visitors.id, conversations.visitorId))
    .leftJoin(author, eq(author.id, conversationNotes.authorId))
    .where(where)
    .orderBy(desc(noteMentions.createdAt), desc(noteMentions.id))
    .limit(MENTIONS_SHOWN);
  return rows.map(({ authorName, authorEmail, text, createdAt, ...rest }) => ({
    ...rest,
    authorName: authorEmail === null ? null : displayName(authorName, authorEmail),
    excerpt: shortenLine(text, EXCERPT_LENGTH),
    createdAt: createdAt.toISOString(),
  }));
}
