import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { profiles } from '../team/tables.server.ts';
import { MESSAGE_MAX_LENGTH, TOPICS } from './rules.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });

/**
 * Who an e-mail address says it is: a label for the team, never a credential (DECISIONS 11).
 * `conversation_id` points at the current conversation.
 */
export const visitors = pgTable(
  'visitors',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    email: text('email').notNull().unique(),
    topic: text('topic', { enum: TOPICS }),
    conversationId: text('conversation_id'),
    agentId: text('agent_id').references(() => profiles.id, { onDelete: 'set null' }),
    assignedAt: instant('assigned_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** Null while the chat is open. */
    completedAt: instant('completed_at'),
  },
  (table) => [
    index('visitors_agent').on(table.agentId, table.updatedAt),
    // The queue, and the count of open visitors that assignment compares.
    index('visitors_open')
      .on(table.agentId)
      .where(sql`${table.completedAt} is null`),
  ],
);

/** A browser that has started a chat. Only the hash of its secret is kept. */
export const visitorBrowsers = pgTable('visitor_browsers', {
  id: uuid('id').primaryKey().defaultRandom(),
  secretHash: text('secret_hash').notNull().unique(),
  createdAt: instant('created_at').notNull(),
});

export const conversations = pgTable(
  'conversations',
  {
    id: text('id').primaryKey(),
    visitorId: uuid('visitor_id')
      .notNull()
      .references(() => visitors.id, { onDelete: 'cascade' }),
    browserId: uuid('browser_id')
      .notNull()
      .references(() => visitorBrowsers.id),
    topic: text('topic', { enum: TOPICS }).notNull(),
    agentId: text('agent_id').references(() => profiles.id, { onDelete: 'set null' }),
    /** The service whose page the chat was opened from (DECISIONS 19). */
    serviceSection: text('service_section'),
    serviceSlug: text('service_slug'),
    serviceTitle: text('service_title'),
    /** The number of the newest message; the next one gets one more, under this row's lock. */
    lastNumber: integer('last_number').notNull().default(0),
    /** Kept with the number, so that a list of long conversations counts no messages. */
    visitorMessageCount: integer('visitor_message_count').notNull().default(0),
    /** How far the visitor, and any agent, has read: for the other side's seen marks. */
    visitorReadNumber: integer('visitor_read_number').notNull().default(0),
    agentReadNumber: integer('agent_read_number').notNull().default(0),
    startedAt: instant('started_at').notNull(),
    assignedAt: instant('assigned_at'),
    lastMessageAt: instant('last_message_at'),
    completedAt: instant('completed_at'),
  },
  (table) => [
    index('conversations_visitor').on(table.visitorId, table.startedAt),
    // Those that complete by themselves after a quiet period.
    index('conversations_quiet')
      .on(sql`coalesce(${table.lastMessageAt}, ${table.startedAt})`)
      .where(sql`${table.completedAt} is null`),
    index('conversations_browser').on(table.browserId, table.startedAt),
    // One open conversation a browser: starting another completes the one before.
    uniqueIndex('conversations_open_browser')
      .on(table.browserId)
      .where(sql`${table.completedAt} is null`),
  ],
);

export const visitorMessages = pgTable(
  'visitor_messages',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    conversationId: text('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    /** Position in the conversation: 1, 2, 3 … without gaps. The only order readers may use. */
    number: integer('number').notNull(),
    /** The name the sender's client gave it, so that a repeat is recognised. */
    clientId: uuid('client_id').notNull(),
    visitorEmail: text('visitor_email').notNull(),
    message: text('message').notNull(),
    isAgent: boolean('is_agent').notNull(),
    agentId: text('agent_id').references(() => profiles.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    unique('visitor_messages_number').on(table.conversationId, table.number),
    unique('visitor_messages_client_id').on(table.conversationId, table.clientId),
    // Whether an agent has answered yet, without reading the conversation.
    index('visitor_messages_agent')
      .on(table.conversationId, table.agentId)
      .where(sql`${table.agentId} is not null`),
    check('visitor_messages_agent', sql`${table.isAgent} or ${table.agentId} is null`),
    check(
      'visitor_messages_length',
      sql`char_length(${table.message}) between 1 and ${sql.raw(String(MESSAGE_MAX_LENGTH))}`,
    ),
  ],
);

/** How far one person of the team has read, on every device (DECISIONS 24). */
export const readMarks = pgTable(
  'read_marks',
  {
    agentId: text('agent_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    conversationId: text('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    readAt: instant('read_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.agentId, table.conversationId] })],
);
