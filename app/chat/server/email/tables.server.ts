import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { hasLength, instant, textOf } from '../../../platform/columns.server.ts';
import { SUBJECT_MAX_LENGTH } from '../../../platform/email/mail.ts';
import { MESSAGE_ID_MAX_LENGTH } from '../../../platform/email/message-id.ts';
import { linkColumns } from '../../../platform/one-time-link.server.ts';
import { conversations, visitorMessages } from '../tables.server.ts';

/**
 * Emails to visitors. A row is claimed before sending, so that no second process sends the same email. Rows
 * are kept for a while, because the number of emails per mailbox is limited.
 */
export const visitorMails = pgTable(
  'visitor_mails',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    conversationId: textOf('conversation_id', () => conversations.id),
    /** The mailbox that receives the email: addresses that differ only by a tag share a mailbox. */
    mailbox: text('mailbox').notNull(),
    purpose: text('purpose', { enum: ['answers', 'link'] }).notNull(),
    afterNumber: integer('after_number').notNull().default(0),
    upToNumber: integer('up_to_number').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    sentAt: instant('sent_at'),
  },
  (table) => [
    index('visitor_mails_created').on(table.createdAt),
    index('visitor_mails_conversation').on(table.conversationId),
    check('visitor_mails_purpose', sql`${table.purpose} in ('answers', 'link')`),
  ],
);

/** Links that move a conversation to another browser, once. Used links can still stop its emails. */
export const resumeTokens = pgTable(
  'resume_tokens',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    conversationId: textOf('conversation_id', () => conversations.id),
    ...linkColumns(),
    usedAt: instant('used_at'),
  },
  (table) => [
    index('resume_tokens_conversation').on(table.conversationId),
    index('resume_tokens_expiry').on(table.expiresAt),
  ],
);

/** Reply addresses, each for a single email. Only the hash of the secret is stored. */
export const replyAddresses = pgTable(
  'reply_addresses',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    conversationId: textOf('conversation_id', () => conversations.id),
    ...linkColumns(),
  },
  (table) => [
    index('reply_addresses_conversation').on(table.conversationId),
    index('reply_addresses_expiry').on(table.expiresAt),
  ],
);

/**
 * Emails of a conversation in both directions, for `In-Reply-To` and `References`. The row 'thread' holds an
 * id that no email has; it keeps the thread together if a mail server replaces our Message-IDs.
 */
export const conversationEmails = pgTable(
  'conversation_emails',
  {
    position: bigint('position', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    conversationId: textOf('conversation_id', () => conversations.id),
    direction: text('direction', { enum: ['in', 'out', 'thread'] }).notNull(),
    /** The Message-ID with its angle brackets. Null if the sender's program gave none. */
    messageId: text('message_id'),
    /** The sender of a received email, or the recipient of a sent one. */
    address: text('address').notNull(),
    subject: text('subject').notNull().default(''),
    becameId: uuid('became_id').references(() => visitorMessages.id, { onDelete: 'cascade' }),
    /** Digests of the content: of the whole text, and without each footer that a relay may have added. */
    digests: text('digests')
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('conversation_emails_conversation').on(table.conversationId, table.position),
    index('conversation_emails_message_id').on(table.messageId),
    index('conversation_emails_became').on(table.becameId),
    uniqueIndex('conversation_emails_sent')
      .on(table.conversationId, table.messageId)
      .where(sql`${table.direction} = 'out'`),
    uniqueIndex('conversation_emails_thread')
      .on(table.conversationId)
      .where(sql`${table.direction} = 'thread'`),
    check('conversation_emails_direction', sql`${table.direction} in ('in', 'out', 'thread')`),
    check(
      'conversation_emails_became',
      sql`(${table.direction} = 'in') = (${table.becameId} is not null)`,
    ),
    check(
      'conversation_emails_named',
      sql`${table.direction} = 'in' or ${table.messageId} is not null`,
    ),
    check('conversation_emails_message_id', hasLength(table.messageId, MESSAGE_ID_MAX_LENGTH)),
    check(
      'conversation_emails_subject',
      sql`char_length(${table.subject}) <= ${sql.raw(String(SUBJECT_MAX_LENGTH))}`,
    ),
  ],
);
