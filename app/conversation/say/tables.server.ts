import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { hasLength, instant, textOf, uuidOf } from '../../platform/columns.server.ts';
import { PROGRAM_MAX_LENGTH } from '../../team/members/program.ts';
import { profiles } from '../../team/tables.server.ts';
import { conversations } from '../tables.server.ts';
import { MESSAGE_MAX_LENGTH, SHORTCUT_MAX_LENGTH } from '../wire/rules.ts';

/**
 * What the team writes to itself beside a conversation. A table of its own, not a kind of message:
 * nothing that reads a visitor's messages can ever find one.
 */
export const conversationNotes = pgTable(
  'conversation_notes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    conversationId: textOf('conversation_id', () => conversations.id),
    /** The name the author's client gave it, so that a repeat is recognised. */
    clientId: uuid('client_id').notNull(),
    authorId: text('author_id').references(() => profiles.id, { onDelete: 'set null' }),
    /** The key that wrote it, as an admin called it, where nobody of the team did. */
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
 * Who of the team a note names. They may read what was said with its visitor, as long as the note is
 * there (`access.server.ts`), and are told of it once.
 */
export const noteMentions = pgTable(
  'note_mentions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    noteId: uuidOf('note_id', () => conversationNotes.id),
    memberId: textOf('member_id', () => profiles.id),
    createdAt: instant('created_at').notNull(),
    /** When they had the thread in front of them. */
    seenAt: instant('seen_at'),
  },
  (table) => [
    unique('note_mentions_once').on(table.noteId, table.memberId),
    index('note_mentions_member').on(table.memberId, table.createdAt),
  ],
);

/** An answer kept for the next time; without an owner it is everybody's. */
export const cannedReplies = pgTable(
  'canned_replies',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    ownerId: text('owner_id').references(() => profiles.id, { onDelete: 'cascade' }),
    /** What is typed after the slash. */
    shortcut: text('shortcut').notNull(),
    text: text('text').notNull(),
    /** The same for visitors who write in Spanish; null where nobody has translated it. */
    spanish: text('spanish'),
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
    check('canned_replies_spanish', hasLength(table.spanish, MESSAGE_MAX_LENGTH)),
  ],
);
