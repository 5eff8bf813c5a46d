import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { profiles } from '../../../accounts/server/tables.server.ts';
import { labels } from '../../../chat/server/contacts/tables.server.ts';
import { hasLength, instant, textOf, uuidOf } from '../../../platform/columns.server.ts';
import { ORDER_CHECKLIST } from '../../protocol/checklist.ts';
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

/** SQL for the owner of the order: the chosen one, or else the agent of the conversation. */
export const effectiveOwner = sql<string | null>`coalesce(${orders.ownerId}, (
  select v.agent_id from conversations c join visitors v on v.id = c.visitor_id
  where c.id = ${orders.conversationId}
))`;

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

/**
 * The steps of the work on an order: copies of the service's checklist, and the team's own. A deferrable constraint of the
 * migration (`order_checklist_items_position`) makes positions unique, so that the check limits the number of items.
 */
export const orderChecklistItems = pgTable(
  'order_checklist_items',
  {
    id: uuid('id').primaryKey(),
    orderId: uuidOf('order_id', () => orders.id),
    /** Begins with 1, without gaps. It is changed under the order's lock. */
    position: integer('position').notNull(),
    title: text('title').notNull(),
    /** The title by language, for items of the catalogue whose title nobody has changed. */
    translations: jsonb('translations')
      .$type<Readonly<Record<string, string>>>()
      .notNull()
      .default({}),
    isShown: boolean('is_shown').notNull(),
    /** A day in the shop's time zone. */
    dueOn: text('due_on'),
    assigneeId: memberId('assignee_id'),
    doneAt: instant('done_at'),
    doneById: memberId('done_by_id'),
    /** The service and the item that this is a copy of. The unique constraint makes copying idempotent. */
    serviceId: uuid('service_id'),
    serviceItem: text('service_item'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    unique('order_checklist_items_copied').on(table.orderId, table.serviceId, table.serviceItem),
    index('order_checklist_items_assignee')
      .on(table.assigneeId)
      .where(sql`${table.assigneeId} is not null`),
    check(
      'order_checklist_items_count',
      sql`${table.position} between 1 and ${sql.raw(String(ORDER_CHECKLIST.items))}`,
    ),
    check('order_checklist_items_title', hasLength(table.title, ORDER_CHECKLIST.title)),
    check(
      'order_checklist_items_translations',
      sql`jsonb_typeof(${table.translations}) = 'object'`,
    ),
    check('order_checklist_items_due', sql`${table.dueOn} ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'`),
    check(
      'order_checklist_items_done',
      sql`${table.doneAt} is not null or ${table.doneById} is null`,
    ),
    check(
      'order_checklist_items_copy',
      sql`(${table.serviceId} is null) = (${table.serviceItem} is null)`,
    ),
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
