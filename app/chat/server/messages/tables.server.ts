import { sql } from 'drizzle-orm';
import {
  check,
  index,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  hasLength,
  instant,
  isLanguageTag,
  textOf,
  uuidOf,
} from '../../../platform/columns.server.ts';
import { PROGRAM_MAX_LENGTH } from '../../../accounts/protocol/program.ts';
import type { Language } from '../../../platform/languages.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import { conversations } from '../tables.server.ts';
import { MESSAGE_MAX_LENGTH, SHORTCUT_MAX_LENGTH } from '../../protocol/rules.ts';

/**
 * Private notes of the team. They have a table of their own, so that no query for a visitor's messages can
 * ever return a note.
 */
export const conversationNotes = pgTable(
  'conversation_notes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    conversationId: textOf('conversation_id', () => conversations.id),
    /** The client's idempotency key. */
    clientId: uuid('client_id').notNull(),
    authorId: text('author_id').references(() => profiles.id, { onDelete: 'set null' }),
    /** The name of the API key that wrote the note, if no member did. */
    program: text('program'),
    text: text('text').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    check(
      'conversation_notes_program',
      sql`${table.authorId} is null and ${hasLength(table.program, PROGRAM_MAX_LENGTH)} or ${table.program} is null`,
    ),
    unique('conversation_notes_client_id').on(table.conversationId, table.clientId),
    index('conversation_notes_listing').on(table.conversationId, table.createdAt),
    check('conversation_notes_length', hasLength(table.text, MESSAGE_MAX_LENGTH)),
  ],
);

/**
 * Members mentioned in a note. A mention grants read access to the visitor's conversations while the note
 * exists (`access.server.ts`), and notifies the member once.
 */
export const noteMentions = pgTable(
  'note_mentions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    noteId: uuidOf('note_id', () => conversationNotes.id),
    memberId: textOf('member_id', () => profiles.id),
    createdAt: instant('created_at').notNull(),
    seenAt: instant('seen_at'),
  },
  (table) => [
    unique('note_mentions_once').on(table.noteId, table.memberId),
    index('note_mentions_member').on(table.memberId, table.createdAt),
  ],
);

export const cannedReplies = pgTable(
  'canned_replies',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    ownerId: text('owner_id').references(() => profiles.id, { onDelete: 'cascade' }),
    shortcut: text('shortcut').notNull(),
    text: text('text').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('canned_replies_shared')
      .on(table.shortcut)
      .where(sql`${table.ownerId} is null`),
    uniqueIndex('canned_replies_personal')
      .on(table.ownerId, table.shortcut)
      .where(sql`${table.ownerId} is not null`),
    check(
      'canned_replies_shortcut',
      sql`${table.shortcut} ~ '^[a-z0-9][a-z0-9-]*$' and char_length(${table.shortcut}) <= ${sql.raw(String(SHORTCUT_MAX_LENGTH))}`,
    ),
    check('canned_replies_length', hasLength(table.text, MESSAGE_MAX_LENGTH)),
  ],
);

/** The texts of a canned reply for visitors who write in another language. */
export const cannedReplyTexts = pgTable(
  'canned_reply_texts',
  {
    replyId: uuidOf('reply_id', () => cannedReplies.id),
    language: text('language').$type<Language>().notNull(),
    text: text('text').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.replyId, table.language] }),
    check('canned_reply_texts_language', isLanguageTag(table.language)),
    check('canned_reply_texts_length', hasLength(table.text, MESSAGE_MAX_LENGTH)),
  ],
);
