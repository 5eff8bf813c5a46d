import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

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
