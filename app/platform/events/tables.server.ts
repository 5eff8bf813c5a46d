import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../columns.server.ts';

/** What an event is about: ids and numbers, never what somebody wrote or is called. */
const about = () => ({
  /** Such as message.sent. */
  type: text('type').notNull(),
  /** The id of what it happened to, which may be gone since: it refers to nothing. */
  subject: text('subject').notNull(),
  /** A number that counts within it: of a message, of an order's event. */
  position: integer('position'),
  /** The id of what came to it, such as a note. */
  part: text('part'),
  at: instant('at').notNull(),
});

/**
 * What has happened and has no number yet: written in the transaction of what happened, taken out by
 * `number-events.server.ts`. `seq` is their order within what was committed by then, and has gaps. Nothing
 * is checked and nothing else indexed: each message writes a row.
 */
export const unnumberedEvents = pgTable('unnumbered_events', {
  seq: bigint('seq', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  ...about(),
});

/** Everything that has happened, by the number under which programs follow it: 1, 2, 3 … without gaps. */
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
