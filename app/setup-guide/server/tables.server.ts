import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '../../platform/columns.server.ts';

/** The state of the setup guide that cannot be computed from other data, in one row for the installation. */
export const setupGuide = pgTable(
  'setup_guide',
  {
    id: integer('id').primaryKey().default(1),
    /** The guide is no longer the first page. */
    dismissedAt: instant('dismissed_at'),
    /** All steps were true at this time. The guide is no longer the first page, even if a step becomes false again. */
    completedAt: instant('completed_at'),
    /** A mail server accepted a test email at this time … */
    mailTestedAt: instant('mail_tested_at'),
    /** … with the email settings of this keyed hash. */
    mailTestedFor: text('mail_tested_for'),
    /** A test order was placed, and removed since. */
    orderTestedAt: instant('order_tested_at'),
    /** The demo data of an earlier version has been looked for. */
    demoRecordedAt: instant('demo_recorded_at'),
    /** Scheduled jobs remove the demo data from this time on, until `demoRemovedAt`. */
    removalStartedAt: instant('removal_started_at'),
    removalStartedBy: text('removal_started_by'),
    /** The number of records at the start of the removal. */
    removalTotal: integer('removal_total').notNull().default(0),
    hidesServices: boolean('hides_services').notNull().default(false),
    demoRemovedAt: instant('demo_removed_at'),
  },
  (table) => [
    check('setup_guide_one', sql`${table.id} = 1`),
    check(
      'setup_guide_mail',
      sql`(${table.mailTestedAt} is null) = (${table.mailTestedFor} is null)`,
    ),
    check(
      'setup_guide_removal',
      sql`${table.removalStartedAt} is not null or ${table.demoRemovedAt} is null`,
    ),
  ],
);

export const DEMO_KINDS = ['visitor', 'review', 'reply', 'account'] as const;

/**
 * The demo data, and the only source that tells it from own data. Everything else of the demo belongs to one of these
 * rows: conversations, orders and files belong to a visitor. A row is deleted with the row that it names.
 */
export const demoRecords = pgTable(
  'demo_records',
  {
    kind: text('kind', { enum: DEMO_KINDS }).notNull(),
    /** The id in the kind's table. There is no foreign key, because the row may be deleted by other means. */
    recordId: text('record_id').notNull(),
    /** The text at the time of recording. A row with another text was changed and is no longer demo data. */
    text: text('text').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.recordId] }),
    check(
      'demo_records_kind',
      sql`${table.kind} in (${sql.join(
        DEMO_KINDS.map((kind) => sql.raw(`'${kind}'`)),
        sql`, `,
      )})`,
    ),
  ],
);
