import { index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { instant, textOf, uuidOf } from '../../../platform/columns.server.ts';
import { codeColumns } from '../../../platform/email-code.server.ts';
import { linkColumns } from '../../../platform/one-time-link.server.ts';
import { conversations, visitorBrowsers, visitors } from '../tables.server.ts';

/**
 * Browsers that proved access to the inbox of an address, for a limited time (rule 168). Read it through
 * `is-confirmed.server.ts` only.
 */
export const confirmedBrowsers = pgTable(
  'confirmed_browsers',
  {
    browserId: uuidOf('browser_id', () => visitorBrowsers.id),
    visitorId: uuidOf('visitor_id', () => visitors.id),
    confirmedAt: instant('confirmed_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.browserId, table.visitorId] }),
    index('confirmed_browsers_visitor').on(table.visitorId),
    index('confirmed_browsers_expiry').on(table.expiresAt),
  ],
);

/**
 * Confirmation emails: a link that works once, in the requesting browser, and a code for the chat. Used
 * requests are kept because they stop further emails about their conversation.
 */
export const confirmationRequests = pgTable(
  'confirmation_requests',
  {
    ...codeColumns(),
    ...linkColumns(),
    conversationId: textOf('conversation_id', () => conversations.id),
    browserId: uuidOf('browser_id', () => visitorBrowsers.id),
  },
  (table) => [
    index('confirmation_requests_conversation').on(table.conversationId, table.createdAt),
    index('confirmation_requests_browser').on(table.browserId),
    index('confirmation_requests_expiry').on(table.expiresAt),
  ],
);
