import { sql } from 'drizzle-orm';
import { bigint, check, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../platform/columns.server.ts';

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
