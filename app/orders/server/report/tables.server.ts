import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { profiles } from '../../../accounts/server/tables.server.ts';
import { instant, uuidOf } from '../../../platform/columns.server.ts';
import { coupons, orders } from '../tables.server.ts';

/** Daily counts of page views. They contain nothing about visitors. */
export const serviceViews = pgTable(
  'service_views',
  {
    serviceId: text('service_id').notNull(),
    /** The day in the shop's time zone. */
    day: date('day').notNull(),
    /** Views of the service's page. */
    pages: integer('pages').notNull().default(0),
    /** Views of its order form. */
    forms: integer('forms').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.serviceId, table.day] }),
    index('service_views_day').on(table.day),
    check('service_views_counts', sql`${table.pages} >= 0 and ${table.forms} >= 0`),
  ],
);

/**
 * Booked revenue without tax, by service of an order: positive for a payment, negative for a refund. Only triggers of the
 * migration insert rows (`record_paid_revenue`, `record_refunded_revenue`), in the transaction of the booking, so that a
 * process of an earlier version records them too. For each paid order, the sum is the ledger's balance of `orders`.
 */
export const revenueLines = pgTable(
  'revenue_lines',
  {
    /** 'paid' with the order and its milestone, or the key of the refund's booking. */
    key: text('key').notNull(),
    /** The first line of the order with this service. */
    line: integer('line').notNull(),
    orderId: uuidOf('order_id', () => orders.id),
    at: instant('at').notNull(),
    currency: text('currency').notNull(),
    /** In the currency's smallest units. */
    net: bigint('net', { mode: 'number' }).notNull(),
    /** True for the first payment of an order, with which the order counts. */
    isOrder: boolean('is_order').notNull(),
    /** Null for a line of free text. */
    serviceId: text('service_id'),
    /** Copies of the offer's values, because reading them from a year of offers takes seconds. */
    source: text('source').notNull(),
    agentId: text('agent_id').references(() => profiles.id, { onDelete: 'set null' }),
    couponId: uuid('coupon_id').references(() => coupons.id),
  },
  (table) => [
    primaryKey({ columns: [table.key, table.line] }),
    index('revenue_lines_at').on(table.at),
    index('revenue_lines_order').on(table.orderId),
    check('revenue_lines_line', sql`${table.line} >= 0`),
  ],
);
