import { date, index, json, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/columns.server.ts';
import type { Measures } from '../../protocol/report.ts';
import type { SavedTally } from './tally.ts';

/** Settled days of the reports, each counted once (`reports/roll-up.server.ts`). */
export const reportDays = pgTable('report_days', {
  /** The day in the support team's time zone, as for the months below. */
  day: date('day').primaryKey(),
  /** The hours and the time zone of the measurement. With other ones the row is invalid. */
  measuredBy: text('measured_by').notNull(),
  measures: json('measures').$type<Measures>().notNull(),
  tally: json('tally').$type<SavedTally>().notNull(),
});

/** Whole months added up from their days, so that a year is read from a few rows. */
export const reportMonths = pgTable('report_months', {
  month: date('month').primaryKey(),
  measuredBy: text('measured_by').notNull(),
  tally: json('tally').$type<SavedTally>().notNull(),
});

/**
 * Start times of conversations that changed after their day may have been counted. A database trigger
 * (`note_report_change`) adds the rows, so that no code path can forget to do so.
 */
export const reportChanges = pgTable(
  'report_changes',
  { startedAt: instant('started_at').notNull() },
  (table) => [index('report_changes_started').on(table.startedAt)],
);
