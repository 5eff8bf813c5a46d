import { date, index, json, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../../platform/columns.server.ts';
import type { Measures } from './report.ts';
import type { KeptTally } from './tally.ts';

/** A settled day of the reports, counted once (`reports/roll-up.server.ts`). */
export const reportDays = pgTable('report_days', {
  /** In the desk's time zone, like the months below. */
  day: date('day').primaryKey(),
  /** The hours and the time zone it was measured by; by others it says nothing. */
  measuredBy: text('measured_by').notNull(),
  /** What the report says of this day. */
  measures: json('measures').$type<Measures>().notNull(),
  /** What adds up with other days. */
  tally: json('tally').$type<KeptTally>().notNull(),
});

/** The days of a whole month together: a year is read from a few rows. */
export const reportMonths = pgTable('report_months', {
  /** Its first day. */
  month: date('month').primaryKey(),
  measuredBy: text('measured_by').notNull(),
  tally: json('tally').$type<KeptTally>().notNull(),
});

/**
 * Conversations of days that may be counted already and that changed since, by when they began. The
 * database itself adds a row at each such change (`note_report_change`): no writer can forget it.
 */
export const reportChanges = pgTable(
  'report_changes',
  { startedAt: instant('started_at').notNull() },
  (table) => [index('report_changes_started').on(table.startedAt)],
);
