import { sql } from 'drizzle-orm';
import { check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { hasLength, instant, textOf, uuidOf } from '../../../platform/columns.server.ts';
import { conversations, visitorBrowsers } from '../../server/tables.server.ts';
import {
  ORIGIN_MAX_LENGTH,
  SECTION_MAX_LENGTH,
  SUBJECT_MAX_LENGTH,
} from '../../protocol/elsewhere.ts';

/** Signing secrets of the host sites. They are encrypted, so that a leaked database does not allow signing. */
export const embedSecrets = pgTable(
  'host_secrets',
  {
    origin: text('origin').primaryKey(),
    sealed: text('sealed').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [check('host_secrets_origin', hasLength(table.origin, ORIGIN_MAX_LENGTH))],
);

/**
 * The host site on which a conversation began and the identity that the site signed. Deleted with the
 * conversation.
 */
export const conversationHosts = pgTable(
  'conversation_hosts',
  {
    conversationId: textOf('conversation_id', () => conversations.id).primaryKey(),
    origin: text('origin').notNull(),
    /** The title of the section that the page named, at that time. */
    section: text('section'),
    /** The site's own id of the visitor. Null if the site signed no identity. */
    subject: text('subject'),
  },
  (table) => [
    check('conversation_hosts_origin', hasLength(table.origin, ORIGIN_MAX_LENGTH)),
    check('conversation_hosts_section', hasLength(table.section, SECTION_MAX_LENGTH)),
    check('conversation_hosts_subject', hasLength(table.subject, SUBJECT_MAX_LENGTH)),
  ],
);

/**
 * Signatures that were used, each bound to the first browser that showed it: an intercepted signature does
 * not work in another browser. Only the hash is stored, until the signature expires.
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
