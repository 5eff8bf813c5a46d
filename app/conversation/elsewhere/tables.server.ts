import { sql } from 'drizzle-orm';
import { check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { hasLength, instant, textOf, uuidOf } from '../../platform/columns.server.ts';
import { conversations, visitorBrowsers } from '../tables.server.ts';
import { ORIGIN_MAX_LENGTH, SECTION_MAX_LENGTH, SUBJECT_MAX_LENGTH } from '../wire/elsewhere.ts';

/** With what each site signs who its visitors are. Sealed: whoever reads the database signs nothing. */
export const hostSecrets = pgTable(
  'host_secrets',
  {
    origin: text('origin').primaryKey(),
    sealed: text('sealed').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [check('host_secrets_origin', hasLength(table.origin, ORIGIN_MAX_LENGTH))],
);

/** On which site a conversation was begun, and who that site said it was. Goes with the conversation. */
export const conversationHosts = pgTable(
  'conversation_hosts',
  {
    conversationId: textOf('conversation_id', () => conversations.id).primaryKey(),
    origin: text('origin').notNull(),
    /** The section that the page named, as it was called. */
    section: text('section'),
    /** The site's own id of the visitor; null where it did not sign who it was. */
    subject: text('subject'),
  },
  (table) => [
    check('conversation_hosts_origin', hasLength(table.origin, ORIGIN_MAX_LENGTH)),
    check('conversation_hosts_section', hasLength(table.section, SECTION_MAX_LENGTH)),
    check('conversation_hosts_subject', hasLength(table.subject, SUBJECT_MAX_LENGTH)),
  ],
);

/**
 * Signatures that were used, each by the first browser that showed it and by no other: whoever reads
 * one along cannot be its visitor. By hash alone, and until they would be over anyway.
 */
export const usedSignatures = pgTable(
  'used_signatures',
  {
    hash: text('hash').primaryKey(),
    browserId: uuidOf('browser_id', () => visitorBrowsers.id),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('used_signatures_browser').on(table.browserId),
    index('used_signatures_expiry').on(table.expiresAt),
    check('used_signatures_hash', sql`char_length(${table.hash}) = 64`),
  ],
);
