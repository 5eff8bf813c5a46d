import type { Language } from '../../platform/languages.ts';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { linkColumns } from '../../platform/one-time-link.server.ts';
import { ROLES } from '../protocol/roles.ts';
import { LIST_QUERY_MAX_LENGTH, VIEW_NAME_MAX_LENGTH } from '../../platform/lists/list-views.ts';
import { hasLength, instant, isLanguageTag, textOf } from '../../platform/columns.server.ts';

// The four tables of better-auth, which prescribes their columns.

export const authUsers = pgTable('auth_users', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

export const authSessions = pgTable(
  'auth_sessions',
  {
    id: text('id').primaryKey(),
    token: text('token').notNull().unique(),
    userId: textOf('user_id', () => authUsers.id),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    /**
     * The time of the last proof, by second factor or else by password. Null while a factor is awaited; nobody
     * is signed in with such a session.
     */
    provedAt: instant('proved_at'),
    /** True if the session was opened with a trusted second factor at the provider. */
    factorAtProvider: boolean('factor_at_provider').notNull().default(false),
  },
  (table) => [index('auth_sessions_user').on(table.userId)],
);

export const authAccounts = pgTable(
  'auth_accounts',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: textOf('user_id', () => authUsers.id),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: instant('access_token_expires_at'),
    refreshTokenExpiresAt: instant('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [index('auth_accounts_user').on(table.userId)],
);

export const authVerifications = pgTable(
  'auth_verifications',
  {
    id: text('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [index('auth_verifications_identifier').on(table.identifier)],
);

/** A member of the team. The id is that of the account (rule 106). */
export const profiles = pgTable(
  'profiles',
  {
    id: text('id')
      .primaryKey()
      .references(() => authUsers.id, { onDelete: 'cascade' }),
    email: text('email').notNull().unique(),
    fullName: text('full_name').notNull(),
    role: text('role', { enum: ROLES }).notNull(),
    /** 'waiting' until an admin approves the account. */
    status: text('status', { enum: ['waiting', 'active', 'suspended'] })
      .notNull()
      .default('waiting'),
    /** The role requested at sign-up, which grants nothing (rule 180). */
    requestedRole: text('requested_role', { enum: ROLES }),
    /** The language of pages and emails, or null for the shop's main language. */
    language: text('language').$type<Language>(),
    acceptsChats: boolean('accepts_chats').notNull().default(true),
    /** A manager or admin who answers visitors as an agent does. */
    answersVisitors: boolean('answers_visitors').notNull().default(false),
    /** The maximum number of concurrent chats, or null for the default from the setting CHAT_CAPACITY. */
    capacity: integer('capacity'),
    /** A lease that a server renews while it holds a socket of the member. */
    connectedUntil: instant('connected_until'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    lastAssignedAt: instant('last_assigned_at'),
  },
  (table) => [
    check('profiles_role', sql`${table.role} in ('agent', 'admin', 'manager', 'support')`),
    check('profiles_status', sql`${table.status} in ('waiting', 'active', 'suspended')`),
    check(
      'profiles_requested_role',
      sql`${table.requestedRole} in ('agent', 'admin', 'manager', 'support')`,
    ),
    check(
      'profiles_answers_visitors',
      sql`not ${table.answersVisitors} or ${table.role} in ('manager', 'admin')`,
    ),
    check('profiles_language', isLanguageTag(table.language)),
    check('profiles_capacity', sql`${table.capacity} between 1 and 99`),
    index('profiles_listing').on(table.status, table.createdAt),
  ],
);

/**
 * Accounts with a generated password that was only printed. The row is deleted once somebody signs in with it
 * or changes it.
 */
export const printedPasswords = pgTable('printed_passwords', {
  userId: text('user_id')
    .primaryKey()
    .references(() => authUsers.id, { onDelete: 'cascade' }),
  printedAt: instant('printed_at').notNull(),
});

/** Authenticator apps (TOTP, RFC 6238). */
export const totpFactors = pgTable('totp_factors', {
  userId: text('user_id')
    .primaryKey()
    .references(() => authUsers.id, { onDelete: 'cascade' }),
  /** Base32, in plain text, because the server needs it to compute the codes. */
  secret: text('secret').notNull(),
  createdAt: instant('created_at').notNull(),
  /** Null until a first code has confirmed the set-up. Before that, the row is not a factor. */
  confirmedAt: instant('confirmed_at'),
  /** The time step of the last used code. Codes of this step or earlier are refused. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
});

/** One-time codes for members who have lost their other factors. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    codeHash: text('code_hash').primaryKey(),
    userId: textOf('user_id', () => authUsers.id),
    usedAt: instant('used_at'),
  },
  (table) => [index('recovery_codes_user').on(table.userId)],
);

/** Passkeys (WebAuthn). */
export const passkeys = pgTable(
  'passkeys',
  {
    /** The credential id, as base64url. */
    id: text('id').primaryKey(),
    userId: textOf('user_id', () => authUsers.id),
    name: text('name').notNull(),
    /** A COSE key, as base64url. */
    publicKey: text('public_key').notNull(),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').notNull(),
    createdAt: instant('created_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [index('passkeys_user').on(table.userId)],
);

/** Short-lived one-time challenges. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challenge: text('challenge').primaryKey(),
    /** The member who adds a passkey, or null for a sign-in. */
    ownerId: text('user_id').references(() => authUsers.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('passkey_challenges_user').on(table.ownerId),
    index('passkey_challenges_expiry').on(table.expiresAt),
  ],
);

/** Identities at OpenID Connect providers that are connected with accounts. */
export const openIdIdentities = pgTable(
  'openid_identities',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    userId: textOf('user_id', () => authUsers.id),
    /** The address that the provider reports, only for display. It grants no access. */
    email: text('email'),
    createdAt: instant('created_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    index('openid_identities_user').on(table.userId),
  ],
);

/** Pending redirects to a provider. Each can be completed once, soon, and only in the same browser. */
export const openIdFlows = pgTable(
  'openid_flows',
  {
    stateHash: text('state_hash').primaryKey(),
    browserHash: text('browser_hash').notNull(),
    issuer: text('issuer').notNull(),
    nonce: text('nonce').notNull(),
    /** The code_verifier of PKCE. */
    verifier: text('verifier').notNull(),
    purpose: text('purpose', { enum: ['sign-in', 'connect', 'prove'] }).notNull(),
    /** The session that started the flow, or null for a sign-in. */
    sessionId: text('session_id').references(() => authSessions.id, { onDelete: 'cascade' }),
    next: text('next').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    check('openid_flows_purpose', sql`${table.purpose} in ('sign-in', 'connect', 'prove')`),
    check(
      'openid_flows_session',
      sql`(${table.purpose} = 'sign-in') = (${table.sessionId} is null)`,
    ),
    index('openid_flows_session').on(table.sessionId),
    index('openid_flows_expiry').on(table.expiresAt),
  ],
);

export const accountTokens = pgTable(
  'account_tokens',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    purpose: text('purpose', { enum: ['setup', 'verify-email', 'reset-password'] }).notNull(),
    /** Null for the set-up link, which exists before any account. */
    userId: text('user_id').references(() => authUsers.id, { onDelete: 'cascade' }),
    ...linkColumns(),
  },
  (table) => [index('account_tokens_user').on(table.userId)],
);

/**
 * Sign-ups whose address is not verified. Several can have the same address; each has its own password, name
 * and link, so that only the one that the owner of the mailbox or an admin chooses becomes the account.
 */
export const pendingSignUps = pgTable(
  'pending_sign_ups',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    email: text('email').notNull(),
    fullName: text('full_name').notNull(),
    requestedRole: text('requested_role', { enum: ROLES }).notNull(),
    passwordHash: text('password_hash').notNull(),
    /** Proves the password to its owner (`pending-sign-ups.server.ts`). Null for sign-ups from before this table existed. */
    passwordProof: text('password_proof'),
    tokenHash: text('token_hash').unique(),
    linkMadeAt: instant('link_made_at'),
    linkExpiresAt: instant('link_expires_at'),
    /** The origin of the sign-up, which helps admins to tell sign-ups apart. */
    network: text('network'),
    browser: text('browser'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    check(
      'pending_sign_ups_requested_role',
      sql`${table.requestedRole} in ('agent', 'admin', 'manager', 'support')`,
    ),
    index('pending_sign_ups_email').on(table.email, table.createdAt, table.id),
    index('pending_sign_ups_network').on(table.network, table.createdAt, table.id),
    index('pending_sign_ups_listing').on(table.createdAt, table.id),
    index('pending_sign_ups_expiry').on(table.expiresAt),
  ],
);

export const invitations = pgTable(
  'invitations',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    email: text('email').notNull().unique(),
    role: text('role', { enum: ROLES }).notNull(),
    ...linkColumns(),
    invitedBy: text('invited_by')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
  },
  (table) => [
    check('invitations_role', sql`${table.role} in ('agent', 'admin', 'manager', 'support')`),
  ],
);

/** A member's saved filters, order and columns of a list. */
export const listViews = pgTable(
  'list_views',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    memberId: textOf('member_id', () => profiles.id),
    /** The path of the list's page. */
    list: text('list').notNull(),
    name: text('name').notNull(),
    /** The parameters of the address, as `pathOfList` writes them. */
    query: text('query').notNull(),
    /** The bare address of the page opens this view. */
    isDefault: boolean('is_default').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    unique('list_views_name').on(table.memberId, table.list, table.name),
    uniqueIndex('list_views_default')
      .on(table.memberId, table.list)
      .where(sql`${table.isDefault}`),
    check('list_views_name_length', hasLength(table.name, VIEW_NAME_MAX_LENGTH)),
    check('list_views_query_length', hasLength(table.query, LIST_QUERY_MAX_LENGTH)),
  ],
);

/** The columns that a member last chose for a list, joined by full stops. */
export const listColumns = pgTable(
  'list_columns',
  {
    memberId: textOf('member_id', () => profiles.id),
    list: text('list').notNull(),
    columns: text('columns').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.list] }),
    check('list_columns_length', hasLength(table.columns, LIST_QUERY_MAX_LENGTH)),
  ],
);
