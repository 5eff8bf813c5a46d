import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { profiles } from '../../accounts/server/tables.server.ts';
import { EVENT_TYPES, type WebhookEvent } from '../protocol/events.ts';
import { URL_MAX_LENGTH } from '../../platform/outgoing/target.server.ts';
import {
  hasLength,
  instant,
  isStoredMessage,
  storedMessage,
  uuidOf,
} from '../../platform/columns.server.ts';

export const ENDPOINT_STATES = ['active', 'paused', 'disabled'] as const;

export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    url: text('url').notNull(),
    events: text('events', { enum: EVENT_TYPES }).array().notNull(),
    /** True if an admin enabled the text of messages. Otherwise events contain only ids and numbers. */
    withContents: boolean('with_contents').notNull().default(false),
    /** Paused by an admin: events are queued. Disabled after days of failure: no events are created. */
    state: text('state', { enum: ENDPOINT_STATES }).notNull().default('active'),
    /**
     * Stored in plain text, because signing needs it. It is useless to anybody who can already read this
     * database.
     */
    secret: text('secret').notNull(),
    formerSecret: text('former_secret'),
    formerSecretUntil: instant('former_secret_until'),
    /** The secret before the former one, if both were replaced within a day. */
    earlierSecret: text('earlier_secret'),
    earlierSecretUntil: instant('earlier_secret_until'),
    failingSince: instant('failing_since'),
    createdBy: text('created_by').references(() => profiles.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    check('webhook_endpoints_state', sql`${table.state} in ('active', 'paused', 'disabled')`),
    check('webhook_endpoints_events', sql`cardinality(${table.events}) > 0`),
    check('webhook_endpoints_url', hasLength(table.url, URL_MAX_LENGTH)),
  ],
);

/**
 * A delivery is written in the transaction of its event. An open job with its id means that the delivery is
 * queued; otherwise it was delivered or given up. The columns describe the newest try.
 */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    endpointId: uuidOf('endpoint_id', () => webhookEndpoints.id),
    /** Sent as the header webhook-id, the same at every try and to every endpoint. */
    eventId: text('event_id').notNull(),
    event: jsonb('event').$type<WebhookEvent>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    lastAttemptAt: instant('last_attempt_at'),
    lastStatus: integer('last_status'),
    /** Only rows of versions before `last_error_message` have it. */
    lastError: text('last_error'),
    lastErrorMessage: storedMessage('last_error_message'),
    lastDurationMs: integer('last_duration_ms'),
    createdAt: instant('created_at').notNull(),
    deliveredAt: instant('delivered_at'),
  },
  (table) => [
    check('webhook_deliveries_error_message', isStoredMessage(table.lastErrorMessage)),
    unique('webhook_deliveries_event').on(table.endpointId, table.eventId),
    index('webhook_deliveries_log').on(table.endpointId, table.createdAt, table.id),
    index('webhook_deliveries_old').on(table.createdAt),
  ],
);
