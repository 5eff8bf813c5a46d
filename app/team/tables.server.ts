import { LANGUAGES } from '../platform/languages.ts';
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
  uuid,
} from 'drizzle-orm/pg-core';
import { linkColumns } from '../platform/one-time-link.server.ts';
import { ROLES } from './members/roles.ts';
import { instant, textOf } from '../platform/columns.server.ts';

// The four tables better-auth reads and writes; their columns are its own.

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
     * When its person last proved who they are: by a second factor, where there is no factor by the password.
     * Null while a factor is awaited: nobody is signed in with such a session.
     */
    provedAt: instant('proved_at'),
    /** Whether it was opened with a second factor that the provider asked for, and that counts here. */
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

/** A person of the team. The id is that of the account (SPEC §3). */
export const profiles = pgTable(
  'profiles',
  {
    id: text('id')
      .primaryKey()
      .references(() => authUsers.id, { onDelete: 'cascade' }),
    email: text('email').notNull().unique(),
    fullName: text('full_name').notNull(),
    role: text('role', { enum: ROLES }).notNull(),
    /** 'waiting' until an admin approves the account, whatever role it asked for. */
    status: text('status', { enum: ['waiting', 'active', 'suspended'] })
      .notNull()
      .default('waiting'),
    /** What the person asked for at sign-up: a wish, which gives nothing (DECISIONS 20). */
    requestedRole: text('requested_role', { enum: ROLES }),
    /** In which they read the team's pages and get mails; null: the shop's own. */
    language: text('language', { enum: LANGUAGES }),
    acceptsChats: boolean('accepts_chats').notNull().default(true),
    /** Chats this person answers at once; null: as many as the setting CHAT_CAPACITY says, if it says any. */
    capacity: integer('capacity'),
    /** A lease: a server that holds one of this person's sockets keeps moving it forward. */
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
    check('profiles_language', sql`${table.language} in ('en', 'es')`),
    check('profiles_capacity', sql`${table.capacity} between 1 and 99`),
    index('profiles_listing').on(table.status, table.createdAt),
  ],
);

/**
 * Accounts whose password this product made and printed, until somebody has signed in with it or
 * chosen another: only whoever read that start's output knows it.
 */
export const printedPasswords = pgTable('printed_passwords', {
  userId: text('user_id')
    .primaryKey()
    .references(() => authUsers.id, { onDelete: 'cascade' }),
  printedAt: instant('printed_at').notNull(),
});

/** An authenticator app that makes codes (TOTP, RFC 6238). */
export const totpFactors = pgTable('totp_factors', {
  userId: text('user_id')
    .primaryKey()
    .references(() => authUsers.id, { onDelete: 'cascade' }),
  /** Base32. The server needs it as it is, to make the same codes. */
  secret: text('secret').notNull(),
  createdAt: instant('created_at').notNull(),
  /** Null until a code has shown that the app holds the secret: until then it is no factor. */
  confirmedAt: instant('confirmed_at'),
  /** Of the newest code that was used: no code of it or before is taken again. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
});

/** What lets somebody in, once each, who has lost their other factors. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    codeHash: text('code_hash').primaryKey(),
    userId: textOf('user_id', () => authUsers.id),
    usedAt: instant('used_at'),
  },
  (table) => [index('recovery_codes_user').on(table.userId)],
);

/** A key that a device or a password manager holds (WebAuthn). */
export const passkeys = pgTable(
  'passkeys',
  {
    /** The credential's id, as base64url. */
    id: text('id').primaryKey(),
    userId: textOf('user_id', () => authUsers.id),
    name: text('name').notNull(),
    /** COSE, as base64url. */
    publicKey: text('public_key').notNull(),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** As the browser named them, with commas between. */
    transports: text('transports').notNull(),
    createdAt: instant('created_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [index('passkeys_user').on(table.userId)],
);

/** What a browser has been asked to sign with a passkey, once and soon. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challenge: text('challenge').primaryKey(),
    /** Whose passkey is added; null where somebody signs in with one. */
    userId: text('user_id').references(() => authUsers.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('passkey_challenges_user').on(table.userId),
    index('passkey_challenges_expiry').on(table.expiresAt),
  ],
);

/** With whom a provider (OpenID Connect) has somebody sign in: what it calls them, and who that is here. */
export const openIdIdentities = pgTable(
  'openid_identities',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    userId: textOf('user_id', () => authUsers.id),
    /** What the provider says the address is, to know the account there by; it opens nothing. */
    email: text('email'),
    createdAt: instant('created_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    index('openid_identities_user').on(table.userId),
  ],
);

/** Somebody was sent to the provider and is to come back, once and soon, in the same browser. */
export const openIdFlows = pgTable(
  'openid_flows',
  {
    stateHash: text('state_hash').primaryKey(),
    /** Of the cookie of the browser that was sent. */
    browserHash: text('browser_hash').notNull(),
    issuer: text('issuer').notNull(),
    nonce: text('nonce').notNull(),
    /** What PKCE calls code_verifier. */
    verifier: text('verifier').notNull(),
    purpose: text('purpose', { enum: ['sign-in', 'connect', 'prove'] }).notNull(),
    /** Whose session it is for; null where somebody signs in. */
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

/** One-time links of accounts. */
export const accountTokens = pgTable(
  'account_tokens',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    purpose: text('purpose', { enum: ['setup', 'verify-email', 'reset-password'] }).notNull(),
    /** Null for the set-up link, which comes before any account. */
    userId: text('user_id').references(() => authUsers.id, { onDelete: 'cascade' }),
    ...linkColumns(),
  },
  (table) => [index('account_tokens_user').on(table.userId)],
);

/**
 * Somebody asked for an account with an address that nobody has proved yet. Several may ask with
 * one address: each has their own password, name and link, so that only what the owner of the
 * mailbox (or else an admin) chooses becomes the account.
 */
export const pendingSignUps = pgTable(
  'pending_sign_ups',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    email: text('email').notNull(),
    fullName: text('full_name').notNull(),
    requestedRole: text('requested_role', { enum: ROLES }).notNull(),
    passwordHash: text('password_hash').notNull(),
    /** See `pending-password.server.ts`; null where the sign-up is older than this table. */
    passwordProof: text('password_proof'),
    /** Null until a link was made. */
    tokenHash: text('token_hash').unique(),
    linkMadeAt: instant('link_made_at'),
    linkExpiresAt: instant('link_expires_at'),
    /** Where it came from, for the admin who has to tell two apart: an address block, a browser's name. */
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

/** Who may join without waiting, and as what. */
export const invitations = pgTable(
  'invitations',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    email: text('email').notNull().unique(),
    role: text('role', { enum: ROLES }).notNull(),
    ...linkColumns(),
    invitedBy: text('invited_by').references(() => profiles.id, { onDelete: 'set null' }),
  },
  (table) => [
    check('invitations_role', sql`${table.role} in ('agent', 'admin', 'manager', 'support')`),
  ],
);
