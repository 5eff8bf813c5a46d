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
import { profiles } from '../../team/tables.server.ts';
import { EVENT_TYPES, type WebhookEvent } from './events.ts';
import { URL_MAX_LENGTH } from '../../platform/outgoing/target.server.ts';
import { hasLength, instant, uuidOf } from '../../platform/columns.server.ts';

export const ENDPOINT_STATES = ['active', 'paused', 'disabled'] as const;

/** Where events are sent to. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    url: text('url').notNull(),
    events: text('events', { enum: EVENT_TYPES }).array().notNull(),
    /** An admin wanted what messages say in it; without, ids and numbers alone leave. */
    withContents: boolean('with_contents').notNull().default(false),
    /** Paused by an admin: events wait. Disabled after days of failure: there are no new ones. */
    state: text('state', { enum: ENDPOINT_STATES }).notNull().default('active'),
    /** Readable, because it signs; it is worth nothing to whoever can read this database anyway. */
    secret: text('secret').notNull(),
    formerSecret: text('former_secret'),
    formerSecretUntil: instant('former_secret_until'),
    /** Since when no try has succeeded; null after a success. */
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
 * What an endpoint is sent, written in the transaction of what happened, so that neither exists
 * without the other. A row of the outbox under its id says that it waits; without one, it was
 * delivered or given up. What came of the newest try is written here.
 */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    endpointId: uuidOf('endpoint_id', () => webhookEndpoints.id),
    /** Travels as webhook-id: the same at every try and at every endpoint. */
    eventId: text('event_id').notNull(),
    event: jsonb('event').$type<WebhookEvent>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    lastAttemptAt: instant('last_attempt_at'),
    lastStatus: integer('last_status'),
    lastError: text('last_error'),
    lastDurationMs: integer('last_duration_ms'),
    createdAt: instant('created_at').notNull(),
    deliveredAt: instant('delivered_at'),
  },
  (table) => [
    unique('webhook_deliveries_event').on(table.endpointId, table.eventId),
    index('webhook_deliveries_log').on(table.endpointId, table.createdAt, table.id),
    index('webhook_deliveries_old').on(table.createdAt),
  ],
);
