import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { hasLength, instant, textOf } from '../../platform/columns.server.ts';
import { profiles } from '../../team/tables.server.ts';
import { conversations, visitorBrowsers, visitorMessages } from '../tables.server.ts';
import { FILE_NAME_MAX_LENGTH } from '../wire/files.ts';

/**
 * What was added to a conversation (DECISIONS 43). The row comes first and holds the place against
 * the limits; `stored_at` says that the bytes lie on the disk under their own name, and only such a
 * file can go with a message.
 */
export const files = pgTable(
  'files',
  {
    /** The name its sender's client gave it, so that beginning twice begins once. */
    id: uuid('id').primaryKey(),
    conversationId: textOf('conversation_id', () => conversations.id),
    /** Null until its message is sent. One file goes with one message. */
    messageId: uuid('message_id').references(() => visitorMessages.id, { onDelete: 'cascade' }),
    /** Its place among the files of the message, from 0. */
    position: smallint('position'),
    isAgent: boolean('is_agent').notNull(),
    agentId: text('agent_id').references(() => profiles.id, { onDelete: 'set null' }),
    browserId: uuid('browser_id').references(() => visitorBrowsers.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    /** What its sender said it has, and what was taken in. */
    declaredSize: integer('declared_size').notNull(),
    /** What is kept: a picture without what its camera wrote into it is another size. */
    size: integer('size'),
    /** As its bytes say, whatever its name says. */
    type: text('type'),
    /** Of a picture that can be shown, and has previews. */
    width: integer('width'),
    height: integer('height'),
    createdAt: instant('created_at').notNull(),
    storedAt: instant('stored_at'),
  },
  (table) => [
    unique('files_position').on(table.messageId, table.position),
    index('files_conversation').on(table.conversationId, table.createdAt),
    // What was begun and never sent.
    index('files_unsent')
      .on(table.createdAt)
      .where(sql`${table.messageId} is null`),
    index('files_agent')
      .on(table.agentId)
      .where(sql`${table.agentId} is not null`),
    index('files_browser')
      .on(table.browserId)
      .where(sql`${table.browserId} is not null`),
    check('files_name', hasLength(table.name, FILE_NAME_MAX_LENGTH)),
    check('files_declared_size', sql`${table.declaredSize} > 0`),
    check('files_agent', sql`${table.isAgent} or ${table.agentId} is null`),
    check('files_browser', sql`not ${table.isAgent} or ${table.browserId} is null`),
    check(
      'files_stored',
      sql`(${table.storedAt} is null) = (${table.size} is null) and (${table.storedAt} is null) = (${table.type} is null)`,
    ),
    check('files_picture', sql`(${table.width} is null) = (${table.height} is null)`),
    check(
      'files_sent',
      sql`(${table.messageId} is null) = (${table.position} is null) and (${table.messageId} is null or ${table.storedAt} is not null)`,
    ),
  ],
);

/**
 * Files whose row is gone and whose bytes are not yet. The database itself adds a row with each
 * (`note_deleted_file`): no erasure and no cascade can forget the bytes.
 */
export const deletedFiles = pgTable('deleted_files', {
  id: uuid('id').primaryKey(),
  deletedAt: instant('deleted_at').notNull(),
});
