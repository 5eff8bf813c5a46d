import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { conversations } from '../../conversation/tables.server.ts';
import { authSessions, profiles } from '../../team/tables.server.ts';
import { DIGESTS, ENDPOINT_MAX_LENGTH } from './rules.ts';
import { hasLength, instant, textOf, uuidOf } from '../../platform/columns.server.ts';

/** What one person of the team chose; without a row, nothing but the defaults. */
export const notificationSettings = pgTable(
  'notification_settings',
  {
    profileId: text('profile_id')
      .primaryKey()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    /** Who wrote and what, on the screen of whoever holds the device. */
    showsPreviews: boolean('shows_previews').notNull().default(false),
    /** Also of visitors nobody has yet, for those who take from the queue. */
    tellsOfQueue: boolean('tells_of_queue').notNull().default(true),
    /** A mail when a note names them. */
    mailsMentions: boolean('mails_mentions').notNull().default(true),
    digest: text('digest', { enum: DIGESTS }).notNull().default('off'),
    /** Since when: the period that was under way then has no mail. */
    digestSince: instant('digest_since').notNull(),
  },
  (table) => [
    check('notification_settings_digest', sql`${table.digest} in ('off', 'hourly', 'daily')`),
    index('notification_settings_digests')
      .on(table.digest)
      .where(sql`${table.digest} <> 'off'`),
  ],
);

/**
 * A browser that takes pushes for a person. It hangs on the session it was turned on in, so that
 * whatever ends that session, here or with the database in hand, ends this too.
 */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    profileId: textOf('profile_id', () => profiles.id),
    sessionId: text('session_id')
      .notNull()
      .unique()
      .references(() => authSessions.id, { onDelete: 'cascade' }),
    /** Where the browser's push service takes messages for it: a secret, shown to nobody. */
    endpoint: text('endpoint').notNull().unique(),
    /** What messages to it are encrypted with. */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    /** 'Firefox on Linux'. */
    label: text('label').notNull(),
    createdAt: instant('created_at').notNull(),
    lastSuccessAt: instant('last_success_at'),
    /** Why the newest push did not arrive; null when it did. */
    lastError: text('last_error'),
  },
  (table) => [
    index('push_subscriptions_profile').on(table.profileId, table.createdAt),
    check('push_subscriptions_endpoint', hasLength(table.endpoint, ENDPOINT_MAX_LENGTH)),
  ],
);

/**
 * What a browser was, or is to be, told about a conversation. One row a conversation, as there is
 * one notification.
 */
export const pushNotices = pgTable(
  'push_notices',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    subscriptionId: uuidOf('subscription_id', () => pushSubscriptions.id),
    conversationId: textOf('conversation_id', () => conversations.id),
    /** 'queue': a visitor waits whom nobody has yet; 'unattended': one for whom nobody is there. */
    about: text('about', { enum: ['messages', 'queue', 'unattended'] }).notNull(),
    /** Up to this message. */
    upToNumber: integer('up_to_number').notNull(),
    decidedAt: instant('decided_at').notNull(),
    /** While a row of the outbox under its id is open, it is still to be told. */
    sentAt: instant('sent_at'),
  },
  (table) => [
    unique('push_notices_once').on(table.subscriptionId, table.conversationId),
    index('push_notices_conversation').on(table.conversationId),
    check('push_notices_about', sql`${table.about} in ('messages', 'queue', 'unattended')`),
  ],
);

/** One mail a person and period, whichever process gets there first and however often. */
export const mailDigests = pgTable(
  'mail_digests',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    profileId: textOf('profile_id', () => profiles.id),
    kind: text('kind', { enum: ['hourly', 'daily'] }).notNull(),
    /** When the period's mail was due. */
    dueAt: instant('due_at').notNull(),
    sentAt: instant('sent_at'),
  },
  (table) => [
    unique('mail_digests_once').on(table.profileId, table.dueAt),
    index('mail_digests_due').on(table.dueAt),
    check('mail_digests_kind', sql`${table.kind} in ('hourly', 'daily')`),
  ],
);
