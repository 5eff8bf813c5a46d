import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant, isStoredMessage, storedMessage } from '../../platform/columns.server.ts';
import { LEFT_OUT, LEFT_OUT_TEXT_MAX_LENGTH } from '../rules.ts';

/**
 * The progress of each intake channel. Only the process with the lease reads the mailbox. The position
 * advances after the commit, and an email that is processed twice is recognised by its name.
 */
export const mailIntake = pgTable(
  'mail_intake',
  {
    way: text('way', { enum: ['imap', 'webhook'] }).primaryKey(),
    holder: uuid('holder'),
    leasedUntil: instant('leased_until'),
    /**
     * The mailbox that the UIDs below belong to. Another folder or a recreated mailbox counts as a different
     * mailbox.
     */
    mailbox: text('mailbox'),
    lastUid: bigint('last_uid', { mode: 'number' }).notNull().default(0),
    /** Emails below this UID existed before the first connection, and are skipped if somebody has read them. */
    knownBelow: bigint('known_below', { mode: 'number' }).notNull().default(0),
    /**
     * The email in progress and its number of attempts. An email that keeps crashing the process is skipped.
     */
    currentUid: bigint('current_uid', { mode: 'number' }),
    tries: integer('tries').notNull().default(0),
    workedAt: instant('worked_at'),
    failingSince: instant('failing_since'),
    /** Only rows of versions before `fault_message` have it. */
    fault: text('fault'),
    faultMessage: storedMessage('fault_message'),
    lastMailAt: instant('last_mail_at'),
  },
  (table) => [
    check('mail_intake_way', sql`${table.way} in ('imap', 'webhook')`),
    check('mail_intake_fault_message', isStoredMessage(table.faultMessage)),
    // A process of the version before knows only the text, so a message may stay behind.
    check(
      'mail_intake_fault',
      sql`case when ${table.failingSince} is null then ${table.fault} is null else ${table.fault} is not null or ${table.faultMessage} is not null end`,
    ),
  ],
);

/**
 * Emails that became no message, in case a person sent them. The text is stored for emails from a provider,
 * because no mailbox has a copy.
 */
export const leftOutEmails = pgTable(
  'left_out_emails',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** The digest of Message-ID and content, so that an email is listed only once. */
    digest: text('digest').notNull().unique(),
    way: text('way', { enum: ['imap', 'webhook'] }).notNull(),
    reason: text('reason', { enum: LEFT_OUT }).notNull(),
    /** The address for answers. Empty if the email names none. */
    address: text('address').notNull(),
    subject: text('subject').notNull(),
    /** Empty if the email is still in the mailbox. */
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
