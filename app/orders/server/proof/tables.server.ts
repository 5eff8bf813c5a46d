import { sql } from 'drizzle-orm';
import {
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { profiles } from '../../../accounts/server/tables.server.ts';
import { files } from '../../../chat/server/files/tables.server.ts';
import { clients } from '../../../clients/server/tables.server.ts';
import { hasLength, instant } from '../../../platform/columns.server.ts';
import {
  COMMENT_MAX_LENGTH,
  PAGES_AT_MOST,
  TENTHS,
  VIDEO_AT_MOST_MS,
} from '../../protocol/proof.ts';
import { PROGRAM_MAX_LENGTH } from '../../rules.ts';
import { orderEvents } from '../tables.server.ts';

const limit = (most: number) => sql.raw(String(most));
const memberId = (name: string) =>
  text(name).references(() => profiles.id, { onDelete: 'set null' });

/** Comments on delivered files, and replies to them (rule 301). */
export const proofComments = pgTable(
  'proof_comments',
  {
    /** The form chooses the id, so that a repeated request adds nothing. */
    id: uuid('id').primaryKey(),
    orderId: uuid('order_id').notNull(),
    deliveryId: uuid('delivery_id').notNull(),
    fileId: uuid('file_id').notNull(),
    /** Counts the comments of a file. Null for a reply. */
    number: integer('number'),
    replyTo: uuid('reply_to'),
    page: integer('page'),
    /** Tenths of a percent from the left and from the top. */
    x: integer('x'),
    y: integer('y'),
    atMs: integer('at_ms'),
    side: text('side', { enum: ['buyer', 'team'] }).notNull(),
    memberId: memberId('member_id'),
    /** The name of the API key that wrote for the team. */
    program: text('program'),
    /** Null for the holder of the order's secret address. The words of an erased client are deleted. */
    clientId: uuid('client_id').references(() => clients.id, { onDelete: 'cascade' }),
    text: text('text').notNull(),
    createdAt: instant('created_at').notNull(),
    editedAt: instant('edited_at'),
    resolvedAt: instant('resolved_at'),
    resolvedSide: text('resolved_side', { enum: ['buyer', 'team'] }),
    resolvedById: memberId('resolved_by_id'),
  },
  (table) => [
    // The file was sent with a delivery of this order, so a comment cannot belong to the file of another order.
    foreignKey({
      name: 'proof_comments_file',
      columns: [table.fileId, table.orderId, table.deliveryId],
      foreignColumns: [files.id, files.orderId, files.deliveryId],
    }).onDelete('cascade'),
    // The migration makes it deferrable, because a move to PostgreSQL copies rows in any order.
    foreignKey({
      name: 'proof_comments_reply',
      columns: [table.replyTo, table.fileId],
      foreignColumns: [table.id, table.fileId],
    }).onDelete('cascade'),
    unique('proof_comments_of_file').on(table.id, table.fileId),
    unique('proof_comments_of_order').on(table.id, table.orderId),
    unique('proof_comments_number').on(table.fileId, table.number),
    index('proof_comments_order').on(table.orderId, table.createdAt),
    index('proof_comments_reply_to')
      .on(table.replyTo)
      .where(sql`${table.replyTo} is not null`),
    index('proof_comments_member')
      .on(table.memberId)
      .where(sql`${table.memberId} is not null`),
    index('proof_comments_client')
      .on(table.clientId)
      .where(sql`${table.clientId} is not null`),
    check('proof_comments_text', hasLength(table.text, COMMENT_MAX_LENGTH)),
    check(
      'proof_comments_side',
      sql`case ${table.side} when 'buyer' then num_nonnulls(${table.memberId}, ${table.program}) = 0
        when 'team' then ${table.clientId} is null and num_nonnulls(${table.memberId}, ${table.program}) <= 1
        else false end`,
    ),
    check('proof_comments_program', hasLength(table.program, PROGRAM_MAX_LENGTH)),
    check(
      'proof_comments_kind',
      sql`(${table.number} is null) = (${table.replyTo} is not null) and coalesce(${table.number} > 0, true)
        and (${table.replyTo} is null
          or num_nonnulls(${table.page}, ${table.x}, ${table.y}, ${table.atMs}, ${table.resolvedAt}) = 0)`,
    ),
    check(
      'proof_comments_position',
      sql`num_nonnulls(${table.x}, ${table.y}) <> 1
        and (${table.atMs} is null or num_nonnulls(${table.page}, ${table.x}) = 0)
        and (${table.x} is null or ${table.x} between 0 and ${limit(TENTHS)})
        and (${table.y} is null or ${table.y} between 0 and ${limit(TENTHS)})
        and (${table.page} is null or ${table.page} between 1 and ${limit(PAGES_AT_MOST)})
        and (${table.atMs} is null or ${table.atMs} between 0 and ${limit(VIDEO_AT_MOST_MS)})`,
    ),
    check(
      'proof_comments_resolved',
      sql`(${table.resolvedAt} is null) = (${table.resolvedSide} is null)
        and (${table.resolvedSide} is null or ${table.resolvedSide} in ('buyer', 'team'))
        and (${table.resolvedById} is null or ${table.resolvedSide} = 'team')`,
    ),
  ],
);

/** The comments that were open when the buyer requested a revision (rule 303). */
export const revisionComments = pgTable(
  'revision_comments',
  {
    orderId: uuid('order_id').notNull(),
    /** The number of the order's event. */
    event: integer('event').notNull(),
    commentId: uuid('comment_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.event, table.commentId] }),
    foreignKey({
      name: 'revision_comments_event',
      columns: [table.orderId, table.event],
      foreignColumns: [orderEvents.orderId, orderEvents.number],
    }).onDelete('cascade'),
    foreignKey({
      name: 'revision_comments_comment',
      columns: [table.commentId, table.orderId],
      foreignColumns: [proofComments.id, proofComments.orderId],
    }).onDelete('cascade'),
    index('revision_comments_comment').on(table.commentId),
  ],
);
