import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant, textOf } from '../../platform/columns.server.ts';
import { linkColumns } from '../../platform/one-time-link.server.ts';
import { conversations } from '../tables.server.ts';

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
