import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../columns.server.ts';

/** The columns hold only ids and numbers, never texts or names. */
const about = () => ({
  type: text('type').notNull(),
  /** No foreign key, because the row may be deleted before its event expires. */
  subject: text('subject').notNull(),
  /** The number of a message or of an order's event within the subject. */
  position: integer('position'),
  /** The id of an addition to the subject, such as a note. */
  part: text('part'),
  at: instant('at').notNull(),
});

/**
 * Events without a number, written in the transaction of the change and moved by
 * `read-events.server.ts`. `seq` orders what is committed at that time and has gaps. The table
 * has no checks and no other index, because each message inserts a row.
 */
export const unnumberedEvents = pgTable('unnumbered_events', {
  seq: bigint('seq', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  ...about(),
});

/** All events by their public number: 1, 2, 3 … without gaps. */
export const events = pgTable(
  'events',
  {
    number: bigint('number', { mode: 'number' }).primaryKey(),
    ...about(),
  },
  (table) => [
    index('events_subject').on(table.subject, table.type),
    check('events_number', sql`${table.number} > 0`),
  ],
);
