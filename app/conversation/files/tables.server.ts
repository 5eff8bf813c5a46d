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
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { hasLength, instant } from '../../platform/columns.server.ts';
import { profiles } from '../../team/tables.server.ts';
import { conversations, visitorBrowsers, visitorMessages } from '../tables.server.ts';
import { FILE_NAME_MAX_LENGTH } from '../wire/files.ts';

/** What a file is added for: each is carried by a row of its own, and never by two (DECISIONS 43, 47, 48). */
export const FILE_PURPOSES = ['message', 'delivery', 'refund', 'brief'] as const;

/**
 * What was added to a conversation (DECISIONS 43) or to an order (47, 48). The row comes first and holds
 * the place against the limits; `stored_at` says that the bytes lie on the disk under their own name, and
 * only such a file can go with a message, a delivery, a refund request or a brief. Orders are a room
 * above this one: that their columns name rows of theirs, and of the same order, the migration says.
 */
export const files = pgTable(
  'files',
  {
    /** The name its sender's client gave it, so that beginning twice begins once. */
    id: uuid('id').primaryKey(),
    purpose: text('purpose', { enum: FILE_PURPOSES }).notNull().default('message'),
    /** Where it was added: in a conversation, or to an order, which outlives the talk. */
    conversationId: text('conversation_id').references(() => conversations.id, {
      onDelete: 'cascade',
    }),
    orderId: uuid('order_id'),
    /** What it goes with; a brief is a part of its order. All are null until it is sent. */
    messageId: uuid('message_id').references(() => visitorMessages.id, { onDelete: 'cascade' }),
    deliveryId: uuid('delivery_id'),
    refundRequestId: uuid('refund_request_id'),
    /** Its place among the files it goes with, from 0; null until it is sent. */
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
    unique('files_delivery').on(table.deliveryId, table.position),
    unique('files_refund').on(table.refundRequestId, table.position),
    uniqueIndex('files_brief')
      .on(table.orderId, table.position)
      .where(sql`${table.purpose} = 'brief'`),
    index('files_conversation').on(table.conversationId, table.createdAt),
    index('files_order')
      .on(table.orderId, table.createdAt)
      .where(sql`${table.orderId} is not null`),
    // What was begun and never sent.
    index('files_not_sent')
      .on(table.createdAt)
      .where(sql`${table.position} is null`),
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
      'files_place',
      sql`case when ${table.purpose} = 'message'
        then ${table.conversationId} is not null and ${table.orderId} is null
        else ${table.conversationId} is null and ${table.orderId} is not null
          and ${table.isAgent} = (${table.purpose} = 'delivery') end`,
    ),
    check(
      'files_goes_with',
      sql`case ${table.purpose}
        when 'message' then (${table.messageId} is null) = (${table.position} is null)
          and ${table.deliveryId} is null and ${table.refundRequestId} is null
        when 'delivery' then (${table.deliveryId} is null) = (${table.position} is null)
          and ${table.messageId} is null and ${table.refundRequestId} is null
        when 'refund' then (${table.refundRequestId} is null) = (${table.position} is null)
          and ${table.messageId} is null and ${table.deliveryId} is null
        when 'brief' then ${table.messageId} is null and ${table.deliveryId} is null
          and ${table.refundRequestId} is null
        else false end`,
    ),
    check('files_sent', sql`${table.position} is null or ${table.storedAt} is not null`),
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
