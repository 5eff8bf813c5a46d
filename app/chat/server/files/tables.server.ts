import { sql } from 'drizzle-orm';
import {
  bigint,
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
import { hasLength, instant } from '../../../platform/columns.server.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import { conversations, visitorBrowsers, visitorMessages } from '../tables.server.ts';
import { FILE_NAME_MAX_LENGTH } from '../../protocol/files.ts';

/**
 * The purpose of a file. A file belongs to one message, delivery, refund request or brief (rule 120, 47,
 * 48).
 */
export const FILE_PURPOSES = ['message', 'delivery', 'refund', 'brief'] as const;

/**
 * Files of a conversation (rule 120) or an order (rules 216 and 219). A row is created first and counts against the
 * limits; only a file with `stored_at` can be sent. The foreign keys to orders exist only in the migration,
 * because the orders module depends on this module.
 */
export const files = pgTable(
  'files',
  {
    /** The uploading client chooses the id, which makes starting an upload idempotent. */
    id: uuid('id').primaryKey(),
    purpose: text('purpose', { enum: FILE_PURPOSES }).notNull().default('message'),
    /** The conversation, order or order form to which the file was added. An order outlives its conversation. */
    conversationId: text('conversation_id').references(() => conversations.id, {
      onDelete: 'cascade',
    }),
    orderId: uuid('order_id'),
    /** The key of the order form to which the buyer added the file. Null once the order is placed. */
    formKey: uuid('form_key'),
    /**
     * The message, delivery or refund request that holds the file. All are null until it is sent, and for a
     * brief.
     */
    messageId: uuid('message_id').references(() => visitorMessages.id, { onDelete: 'cascade' }),
    deliveryId: uuid('delivery_id'),
    refundRequestId: uuid('refund_request_id'),
    /** The index among the files sent together, from 0. Null until the file is sent. */
    position: smallint('position'),
    isAgent: boolean('is_agent').notNull(),
    agentId: text('agent_id').references(() => profiles.id, { onDelete: 'set null' }),
    browserId: uuid('browser_id').references(() => visitorBrowsers.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    /** The size that the sender declared, which is also the number of bytes received. */
    declaredSize: bigint('declared_size', { mode: 'number' }).notNull(),
    /** The stored size. Removing the camera's metadata from a picture changes its size. */
    size: bigint('size', { mode: 'number' }),
    /** The media type detected from the bytes, regardless of the file name. */
    type: text('type'),
    /** Set for pictures that can be displayed and have previews. */
    width: integer('width'),
    height: integer('height'),
    /** A hash of the file in the sender's browser, by which choosing the same file again resumes its upload. */
    fingerprint: text('fingerprint'),
    /** A hash of the visitor's network, which limits its unsent files. Null once the file is sent. */
    network: text('network'),
    /** True from the announcement of a file until its first byte is on its way. */
    awaitsBytes: boolean('awaits_bytes').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    storedAt: instant('stored_at'),
  },
  (table) => [
    unique('files_position').on(table.messageId, table.position),
    unique('files_delivery').on(table.deliveryId, table.position),
    // The target of a foreign key of comments on delivered files, whose table knows the order and the delivery.
    unique('files_delivered').on(table.id, table.orderId, table.deliveryId),
    unique('files_refund').on(table.refundRequestId, table.position),
    uniqueIndex('files_brief')
      .on(table.orderId, table.position)
      .where(sql`${table.purpose} = 'brief'`),
    index('files_conversation').on(table.conversationId, table.createdAt),
    index('files_order')
      .on(table.orderId, table.createdAt)
      .where(sql`${table.orderId} is not null`),
    index('files_form')
      .on(table.formKey)
      .where(sql`${table.formKey} is not null`),
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
    check('files_fingerprint', sql`${table.fingerprint} ~ '^[0-9a-f]{64}$'`),
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
          and ${table.formKey} is null
        else ${table.conversationId} is null and num_nonnulls(${table.orderId}, ${table.formKey}) = 1
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
    check(
      'files_form',
      sql`${table.formKey} is null or (${table.purpose} = 'brief' and ${table.position} is null)`,
    ),
    check(
      'files_sent',
      sql`${table.position} is null or (${table.storedAt} is not null and ${table.network} is null)`,
    ),
    check('files_awaits_bytes', sql`${table.storedAt} is null or not ${table.awaitsBytes}`),
  ],
);

/**
 * Files whose row is deleted but whose bytes are still on the disk. A database trigger (`note_deleted_file`)
 * adds the rows, so that no erasure or cascade leaves bytes behind.
 */
export const deletedFiles = pgTable('deleted_files', {
  id: uuid('id').primaryKey(),
  deletedAt: instant('deleted_at').notNull(),
});
