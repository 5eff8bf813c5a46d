import { and, desc, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { change } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import type { ChatHost } from '../chat-host.server.ts';
import { conversationNotes, noteMentions } from '../messages/tables.server.ts';
import { conversations, visitors } from '../tables.server.ts';
import type { MentionView } from '../../protocol/mentions.ts';
import { displayName } from '../../protocol/views.ts';

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
  host: ChatHost,
  member: Member,
  visitorId: string,
): Promise<void> {
  await change(host, undefined, async (tx) => {
    const notes = tx
      .select({ id: conversationNotes.id })
      .from(conversationNotes)
      .innerJoin(conversations, eq(conversations.id, conversationNotes.conversationId))
      .where(eq(conversations.visitorId, visitorId));
    await tx
      .update(noteMentions)
      .set({ seenAt: host.clock.now() })
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
    excerpt: cut(text),
    createdAt: createdAt.toISOString(),
  }));
}

function cut(text: string): string {
  const letters = Array.from(text.replaceAll(/\s+/g, ' '));
  return letters.length > EXCERPT_LENGTH
    ? `${letters.slice(0, EXCERPT_LENGTH - 1).join('')}…`
    : letters.join('');
}
