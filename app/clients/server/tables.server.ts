import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { BillingDetails } from '../../orders/protocol/billing-details.ts';
import { visitorBrowsers } from '../../chat/server/tables.server.ts';
import { hasLength, instant, isLanguageTag, uuidOf } from '../../platform/columns.server.ts';
import { codeColumns } from '../../platform/email-code.server.ts';
import type { Language } from '../../platform/languages.ts';
import { linkColumns } from '../../platform/one-time-link.server.ts';
import { COMPANY_NAME_MAX_LENGTH, COMPANY_PERMISSIONS } from '../protocol/company-permissions.ts';

export const USER_AGENT_MAX_LENGTH = 400;
export const PASSKEY_NAME_MAX_LENGTH = 60;

/** Addresses whose owner has signed in. Buying needs no row here (rule 292). */
export const clients = pgTable(
  'clients',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    email: text('email').notNull().unique(),
    /** Null until the client chooses one. */
    language: text('language').$type<Language>(),
    /** For the invoices of private orders, unless an order has its own. */
    billing: jsonb('billing').$type<BillingDetails>(),
    createdAt: instant('created_at').notNull(),
    signedInAt: instant('signed_in_at').notNull(),
  },
  (table) => [check('clients_language', isLanguageTag(table.language))],
);

export const clientSessions = pgTable(
  'client_sessions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    clientId: uuidOf('client_id', () => clients.id),
    /** Its confirmation begins and ends with the session. */
    browserId: uuidOf('browser_id', () => visitorBrowsers.id),
    /** The hash of the secret in the cookie. */
    secretHash: text('secret_hash').notNull().unique(),
    userAgent: text('user_agent'),
    createdAt: instant('created_at').notNull(),
    seenAt: instant('seen_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('client_sessions_client').on(table.clientId, table.createdAt),
    index('client_sessions_browser').on(table.browserId),
    index('client_sessions_expiry').on(table.expiresAt),
    check('client_sessions_user_agent', hasLength(table.userAgent, USER_AGENT_MAX_LENGTH)),
  ],
);

/** Sign-in emails: a link that works once, and a code for the browser that asked. Either uses up both. */
export const clientSignIns = pgTable(
  'client_sign_ins',
  {
    ...codeColumns(),
    ...linkColumns(),
    email: text('email').notNull(),
    browserId: uuidOf('browser_id', () => visitorBrowsers.id),
  },
  (table) => [
    index('client_sign_ins_browser').on(table.browserId, table.email, table.createdAt),
    index('client_sign_ins_email').on(table.email),
    index('client_sign_ins_expiry').on(table.expiresAt),
    check('client_sign_ins_attempts', sql`${table.attempts} >= 0`),
  ],
);

export const clientPasskeys = pgTable(
  'client_passkeys',
  {
    /** The credential id, as base64url. */
    id: text('id').primaryKey(),
    clientId: uuidOf('client_id', () => clients.id),
    name: text('name').notNull(),
    /** A COSE key, as base64url. */
    publicKey: text('public_key').notNull(),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    createdAt: instant('created_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [
    index('client_passkeys_client').on(table.clientId),
    check('client_passkeys_name', hasLength(table.name, PASSKEY_NAME_MAX_LENGTH)),
  ],
);

/** Short-lived one-time challenges. */
export const clientPasskeyChallenges = pgTable(
  'client_passkey_challenges',
  {
    challenge: text('challenge').primaryKey(),
    /** The client who adds a passkey, or null for a sign-in. */
    ownerId: uuid('client_id').references(() => clients.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('client_passkey_challenges_client').on(table.ownerId),
    index('client_passkey_challenges_expiry').on(table.expiresAt),
  ],
);

/** Orders refer to their company with `orders.company_id`, also after it was deleted. */
export const companies = pgTable(
  'companies',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    name: text('name').notNull(),
    /** For the invoices of the company's orders, unless an order has its own. */
    billing: jsonb('billing').$type<BillingDetails>(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [check('companies_name', hasLength(table.name, COMPANY_NAME_MAX_LENGTH))],
);

export const companyMembers = pgTable(
  'company_members',
  {
    companyId: uuidOf('company_id', () => companies.id),
    clientId: uuidOf('client_id', () => clients.id),
    permission: text('permission', { enum: COMPANY_PERMISSIONS }).notNull(),
    isOwner: boolean('is_owner').notNull().default(false),
    joinedAt: instant('joined_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.clientId] }),
    index('company_members_client').on(table.clientId),
    uniqueIndex('company_members_owner')
      .on(table.companyId)
      .where(sql`${table.isOwner}`),
    check('company_members_permission', sql`${table.permission} in ('view', 'order', 'manage')`),
    check(
      'company_members_owner_manages',
      sql`not ${table.isOwner} or ${table.permission} = 'manage'`,
    ),
  ],
);

/** An address has one open invitation of a company. Inviting it again replaces the link. */
export const companyInvitations = pgTable(
  'company_invitations',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    companyId: uuidOf('company_id', () => companies.id),
    email: text('email').notNull(),
    permission: text('permission', { enum: COMPANY_PERMISSIONS }).notNull(),
    ...linkColumns(),
    invitedBy: uuid('invited_by').references(() => clients.id, { onDelete: 'set null' }),
  },
  (table) => [
    unique('company_invitations_address').on(table.companyId, table.email),
    index('company_invitations_email').on(table.email),
    index('company_invitations_invited_by').on(table.invitedBy),
    index('company_invitations_expiry').on(table.expiresAt),
    check(
      'company_invitations_permission',
      sql`${table.permission} in ('view', 'order', 'manage')`,
    ),
  ],
);
