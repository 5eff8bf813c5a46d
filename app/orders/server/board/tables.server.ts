import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { profiles } from '../../../accounts/server/tables.server.ts';
import { labels } from '../../../chat/server/contacts/tables.server.ts';
import { hasLength, instant, textOf, uuidOf } from '../../../platform/columns.server.ts';
import { STAFF_CHANGES } from '../../protocol/staff.ts';
import { PROGRAM_MAX_LENGTH } from '../../rules.ts';
import { orders } from '../tables.server.ts';

const memberId = (name: string) =>
  text(name).references(() => profiles.id, { onDelete: 'set null' });

/** Colleagues who work on an order. They may see the order and its conversation. */
export const orderAssignees = pgTable(
  'order_assignees',
  {
    orderId: uuidOf('order_id', () => orders.id),
    memberId: textOf('member_id', () => profiles.id),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.memberId] }),
    index('order_assignees_member').on(table.memberId),
  ],
);

/** The history of owners and assignees. The buyer's page does not show it. */
export const orderStaffChanges = pgTable(
  'order_staff_changes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    orderId: uuidOf('order_id', () => orders.id),
    /** The number in the order's history, because several changes may have the same time. */
    number: integer('number').notNull(),
    change: text('change', { enum: STAFF_CHANGES }).notNull(),
    /** The new owner or the assignee. */
    memberId: memberId('member_id'),
    byId: memberId('by_id'),
    program: text('program'),
    at: instant('at').notNull(),
  },
  (table) => [
    unique('order_staff_changes_number').on(table.orderId, table.number),
    check(
      'order_staff_changes_change',
      sql`${table.change} in ${sql.raw(`(${STAFF_CHANGES.map((name) => `'${name}'`).join(', ')})`)}`,
    ),
    check('order_staff_changes_program', hasLength(table.program, PROGRAM_MAX_LENGTH)),
  ],
);

/** The labels of conversations and visitors, on orders. */
export const orderLabels = pgTable(
  'order_labels',
  {
    orderId: uuidOf('order_id', () => orders.id),
    labelId: uuidOf('label_id', () => labels.id),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.labelId] }),
    index('order_labels_label').on(table.labelId),
  ],
);

/**
 * The calendar addresses of members. The secret derives from the member, the salt and a secret of the installation.
 * A trigger (`end_calendar_feed`) deletes the row as soon as the account is not active any more.
 */
export const calendarFeeds = pgTable('calendar_feeds', {
  memberId: text('member_id')
    .primaryKey()
    .references(() => profiles.id, { onDelete: 'cascade' }),
  secretHash: text('secret_hash').notNull().unique(),
  /** A random part of the secret, so that a renewed or recreated address is never an earlier one. */
  salt: uuid('salt').notNull(),
  createdAt: instant('created_at').notNull(),
});
