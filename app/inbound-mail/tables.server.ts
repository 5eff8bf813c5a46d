import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../platform/columns.server.ts';
import { LEFT_OUT, LEFT_OUT_TEXT_MAX_LENGTH } from './mail-outcome.ts';

/**
 * How far each way in has come. Of several processes one reads the mailbox: who holds the lease. A mail
 * is passed only after it was committed; what is taken in twice is known by its name.
 */
export const mailIntake = pgTable(
  'mail_intake',
  {
    way: text('way', { enum: ['imap', 'webhook'] }).primaryKey(),
    holder: uuid('holder'),
    leasedUntil: instant('leased_until'),
    /** The mailbox that the numbers below are of: another folder, or one that was made anew, is another. */
    mailbox: text('mailbox'),
    /** The number of the last mail that was looked at. */
    lastUid: bigint('last_uid', { mode: 'number' }).notNull().default(0),
    /** What was there before we came, and read by somebody, is left alone. */
    knownBelow: bigint('known_below', { mode: 'number' }).notNull().default(0),
    /** The mail that is being taken in, and how often it was begun: one that kills the process is passed over. */
    currentUid: bigint('current_uid', { mode: 'number' }),
    tries: integer('tries').notNull().default(0),
    /** When it last worked … */
    workedAt: instant('worked_at'),
    /** … since when it does not, and why, in our words. */
    failingSince: instant('failing_since'),
    fault: text('fault'),
    /** When the last mail came that became a message. */
    lastMailAt: instant('last_mail_at'),
  },
  (table) => [
    check('mail_intake_way', sql`${table.way} in ('imap', 'webhook')`),
    check('mail_intake_fault', sql`(${table.failingSince} is null) = (${table.fault} is null)`),
  ],
);

/**
 * Emails that became no message, so that the team can find what a person may have sent. Of an email
 * that a provider posted its text is kept too: no mailbox has it.
 */
export const leftOutEmails = pgTable(
  'left_out_emails',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Of its Message-ID and content: the same email is listed once. */
    digest: text('digest').notNull().unique(),
    way: text('way', { enum: ['imap', 'webhook'] }).notNull(),
    reason: text('reason', { enum: LEFT_OUT }).notNull(),
    /** The address an answer would go to; '' where the email names none. */
    address: text('address').notNull(),
    subject: text('subject').notNull(),
    /** Empty where the email is still in the mailbox. */
    text: text('text').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (table) => [
    index('left_out_emails_received').on(table.receivedAt, table.id),
    index('left_out_emails_address').on(table.address),
    check('left_out_emails_way', sql`${table.way} in ('imap', 'webhook')`),
    check(
      'left_out_emails_text',
      sql`char_length(${table.text}) <= ${sql.raw(String(LEFT_OUT_TEXT_MAX_LENGTH))}`,
    ),
  ],
);
