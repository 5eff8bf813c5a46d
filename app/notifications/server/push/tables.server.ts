import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { conversations } from '../../../chat/server/tables.server.ts';
import { authSessions, profiles } from '../../../accounts/server/tables.server.ts';
import { DIGESTS, ENDPOINT_MAX_LENGTH } from '../../protocol/rules.ts';
import {
  hasLength,
  instant,
  isStoredMessage,
  storedMessage,
  textOf,
  uuidOf,
} from '../../../platform/columns.server.ts';

/** The notification settings of a member. Without a row, the defaults apply. */
export const notificationSettings = pgTable(
  'notification_settings',
  {
    profileId: text('profile_id')
      .primaryKey()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    /** If true, notifications show the author and the text. */
    showsPreviews: boolean('shows_previews').notNull().default(false),
    /** Notifications of unassigned visitors, for members who may take them. */
    tellsOfQueue: boolean('tells_of_queue').notNull().default(true),
    mailsMentions: boolean('mails_mentions').notNull().default(true),
    mailsOrders: boolean('mails_orders').notNull().default(true),
    digest: text('digest', { enum: DIGESTS }).notNull().default('off'),
    /** The time of the choice. The period that was running then gets no digest. */
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
 * A browser that receives a member's pushes. The row belongs to the session, so that everything that ends the
 * session ends the pushes too.
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
    /** The URL at the push service. It is a secret that is never shown. */
    endpoint: text('endpoint').notNull().unique(),
    /** The browser's encryption keys. */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    /** For example 'Firefox on Linux'. */
    label: text('label').notNull(),
    /** The same for any reader; rows of older versions have the text alone. */
    labelMessage: storedMessage('label_message'),
    createdAt: instant('created_at').notNull(),
    lastSuccessAt: instant('last_success_at'),
    /** Only rows of versions before `last_error_message` have it. */
    lastError: text('last_error'),
    /** The error of the newest push, or null if it was delivered. */
    lastErrorMessage: storedMessage('last_error_message'),
  },
  (table) => [
    index('push_subscriptions_profile').on(table.profileId, table.createdAt),
    check('push_subscriptions_error_message', isStoredMessage(table.lastErrorMessage)),
    check('push_subscriptions_label_message', isStoredMessage(table.labelMessage)),
    check('push_subscriptions_endpoint', hasLength(table.endpoint, ENDPOINT_MAX_LENGTH)),
  ],
);

/**
 * The notice of a conversation for a browser, queued or sent. There is one row per conversation, like there is
 * one notification.
 */
export const pushNotices = pgTable(
  'push_notices',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    subscriptionId: uuidOf('subscription_id', () => pushSubscriptions.id),
    conversationId: textOf('conversation_id', () => conversations.id),
    /** 'queue': the visitor is unassigned. 'unattended': no agent is available for the visitor. */
    about: text('about', { enum: ['messages', 'queue', 'unattended'] }).notNull(),
    /** The number of the newest message that the notice covers. */
    upToNumber: integer('up_to_number').notNull(),
    decidedAt: instant('decided_at').notNull(),
    /** An open job with this row's id means that the notice is still queued. */
    sentAt: instant('sent_at'),
  },
  (table) => [
    unique('push_notices_once').on(table.subscriptionId, table.conversationId),
    index('push_notices_conversation').on(table.conversationId),
    check('push_notices_about', sql`${table.about} in ('messages', 'queue', 'unattended')`),
  ],
);

/** The unique constraint makes sure that each member gets one digest per period. */
export const mailDigests = pgTable(
  'mail_digests',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    profileId: textOf('profile_id', () => profiles.id),
    kind: text('kind', { enum: ['hourly', 'daily'] }).notNull(),
    /** The due time of the period's digest. */
    dueAt: instant('due_at').notNull(),
    sentAt: instant('sent_at'),
  },
  (table) => [
    unique('mail_digests_once').on(table.profileId, table.dueAt),
    index('mail_digests_due').on(table.dueAt),
    check('mail_digests_kind', sql`${table.kind} in ('hourly', 'daily')`),
  ],
);
