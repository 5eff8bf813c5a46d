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
import { hasLength, instant, textOf } from '../../platform/columns.server.ts';
import { SUBJECT_MAX_LENGTH } from '../../platform/mail/mail.ts';
import { MESSAGE_ID_MAX_LENGTH } from '../../platform/mail/message-id.ts';
import { linkColumns } from '../../platform/one-time-link.server.ts';
import { conversations, visitorMessages } from '../tables.server.ts';

/**
 * Mails to visitors, from the moment one is decided on: claimed here before it is sent, so that no
 * second process sends it too, and kept a while, because each mailbox gets only so many.
 */
export const visitorMails = pgTable(
  'visitor_mails',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    conversationId: textOf('conversation_id', () => conversations.id),
    /** Where it arrives in the end: addresses that differ by a tag are one mailbox. */
    mailbox: text('mailbox').notNull(),
    purpose: text('purpose', { enum: ['answers', 'link'] }).notNull(),
    /** The answers it tells of. */
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

/** Links that bring a conversation into another browser, once. Used ones still stop its mails. */
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

/** Addresses at which mails are answered, each of one mail. Only the hash of its secret is kept. */
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
 * The emails of a conversation, in both directions, for `In-Reply-To` and `References`. The row
 * 'thread' is an id that no email has: it stays in `References` where a mail server renames ours.
 */
export const conversationEmails = pgTable(
  'conversation_emails',
  {
    position: bigint('position', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    conversationId: textOf('conversation_id', () => conversations.id),
    direction: text('direction', { enum: ['in', 'out', 'thread'] }).notNull(),
    /** The Message-ID with its brackets; null where the sender's program gave none. */
    messageId: text('message_id'),
    /** The sender of an email that came in, or the recipient of one we sent. */
    address: text('address').notNull(),
    subject: text('subject').notNull().default(''),
    /** The message that an email became. */
    becameId: uuid('became_id').references(() => visitorMessages.id, { onDelete: 'cascade' }),
    /** Digests of its content, whole and without each footer that a relay may have added. */
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
    // An email that is tried again is one row.
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
