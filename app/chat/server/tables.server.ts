import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  hasLength,
  instant,
  isLanguageTag,
  textOf,
  uuidOf,
} from '../../platform/columns.server.ts';
import { type Language, SOURCE_LANGUAGE } from '../../platform/languages.ts';
import { PROGRAM_MAX_LENGTH } from '../../accounts/protocol/program.ts';
import { profiles } from '../../accounts/server/tables.server.ts';
import { type MessageMail, MESSAGE_KINDS, type MessageCard } from '../protocol/views.ts';
import { ENTRY_STATES } from '../protocol/entry-state.ts';
import {
  BLOCK_NOTE_MAX_LENGTH,
  MESSAGE_MAIL_MAX_LENGTH,
  MESSAGE_MAX_LENGTH,
  OTHER_TOPIC,
  VISITOR_NAME_MAX_LENGTH,
} from '../protocol/rules.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * Visitors by email address. An address is a label for the team and never a credential (rule 99).
 * `conversation_id` points at the current conversation.
 */
export const visitors = pgTable(
  'visitors',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    email: text('email').notNull().unique(),
    /** The team's name for the visitor. It proves nothing. */
    name: text('name'),
    topic: text('topic'),
    conversationId: text('conversation_id'),
    agentId: text('agent_id').references(() => profiles.id, { onDelete: 'set null' }),
    assignedAt: instant('assigned_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** The time at which the last conversation was completed. Null while any is open. */
    completedAt: instant('completed_at'),
    /**
     * The status in the inbox (rule 149) and the start of the longest wait. A database trigger
     * (`keep_visitor_state`) derives `state`, `waiting_since` and `completed_at` from the conversations, so
     * application code must not write them.
     */
    state: text('state', { enum: ENTRY_STATES }).notNull().default('resolved'),
    waitingSince: instant('waiting_since'),
    /** The confirmed owner of the address wants no emails about unread answers. */
    mailsStoppedAt: instant('mails_stopped_at'),
  },
  (table) => [
    index('visitors_agent').on(table.agentId, table.updatedAt),
    index('visitors_latest').on(table.updatedAt, table.id),
    // The list of visitors, by the day on which they first wrote.
    index('visitors_created').on(table.createdAt, table.id),
    // The queue, and the number of open visitors that assignment compares.
    index('visitors_open')
      .on(table.agentId)
      .where(sql`${table.state} <> 'resolved'`),
    // The views of the inbox and their counts.
    index('visitors_standing_open')
      .on(table.agentId, table.updatedAt, table.id)
      .where(sql`${table.state} in ('waiting', 'open')`),
    index('visitors_waiting')
      .on(table.waitingSince, table.id)
      .where(sql`${table.waitingSince} is not null`),
    index('visitors_snoozed')
      .on(table.agentId, table.updatedAt, table.id)
      .where(sql`${table.state} = 'snoozed'`),
    index('visitors_resolved')
      .on(table.agentId, table.updatedAt, table.id)
      .where(sql`${table.state} = 'resolved'`),
    check('visitors_state', sql`${table.state} in ('waiting', 'open', 'snoozed', 'resolved')`),
    check(
      'visitors_waiting_since',
      sql`(${table.state} = 'waiting') = (${table.waitingSince} is not null)`,
    ),
    check('visitors_name', hasLength(table.name, VISITOR_NAME_MAX_LENGTH)),
  ],
);

/**
 * The n-grams of each address, for the search by a part of it. The table is separate, because a visitor's row
 * changes with every message and would rewrite the index each time. A database trigger (`keep_address_parts`)
 * adds the rows.
 */
export const visitorAddressParts = pgTable(
  'visitor_address_parts',
  {
    visitorId: uuid('visitor_id')
      .primaryKey()
      .references(() => visitors.id, { onDelete: 'cascade' }),
    /** The n-grams of the address and of the names below. */
    parts: text('parts').array().notNull(),
    /** The names from the team and from the visitor, in lower case, one per line. */
    names: text('names').notNull().default(''),
  },
  (table) => [index('visitor_address_parts_parts').using('gin', table.parts)],
);

/**
 * Blocked addresses, with the browsers that used them. The hash outlives the address, so that an erasure does
 * not lift the block.
 */
export const visitorBlocks = pgTable(
  'visitor_blocks',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** The keyed hash from `addressSubject`. */
    addressHash: text('address_hash').notNull().unique(),
    email: text('email'),
    note: text('note').notNull(),
    blockedBy: text('blocked_by').references(() => profiles.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
    /** The number of refused chats: from a blocked browser with any address, or with this address. */
    attemptCount: integer('attempt_count').notNull().default(0),
    lastAttemptAt: instant('last_attempt_at'),
  },
  (table) => [
    index('visitor_blocks_email').on(table.email),
    check('visitor_blocks_note', hasLength(table.note, BLOCK_NOTE_MAX_LENGTH)),
  ],
);

/** Browsers that have started a chat. Only the hash of the secret is stored. */
export const visitorBrowsers = pgTable(
  'visitor_browsers',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    secretHash: text('secret_hash').notNull().unique(),
    createdAt: instant('created_at').notNull(),
    blockId: uuid('block_id').references(() => visitorBlocks.id, { onDelete: 'set null' }),
  },
  (table) => [
    index('visitor_browsers_block')
      .on(table.blockId)
      .where(sql`${table.blockId} is not null`),
  ],
);

export const conversations = pgTable(
  'conversations',
  {
    id: text('id').primaryKey(),
    visitorId: uuidOf('visitor_id', () => visitors.id),
    browserId: uuid('browser_id')
      .notNull()
      .references(() => visitorBrowsers.id),
    /** The topic's name when the conversation began. */
    topic: text('topic').notNull(),
    /** The topic's id, regardless of its current name. */
    topicId: text('topic_id').notNull().default(OTHER_TOPIC),
    /**
     * The language of the page on which the chat began. Emails about the conversation use the same language.
     */
    language: text('language').$type<Language>().notNull().default(SOURCE_LANGUAGE),
    /**
     * The name given in this browser. The visitor's row does not hold it, because anybody who types an
     * address could otherwise rename the visitor in other browsers.
     */
    visitorName: text('visitor_name'),
    agentId: text('agent_id').references(() => profiles.id, { onDelete: 'set null' }),
    /** The service whose page the chat was opened from (rule 95). */
    serviceSection: text('service_section'),
    serviceSlug: text('service_slug'),
    serviceTitle: text('service_title'),
    /** The number of the newest message. The next number is assigned under this row's lock. */
    lastNumber: integer('last_number').notNull().default(0),
    /**
     * The number of unsent messages (rule 118). Each removal has a number, so that a client can ask for
     * the removals it has missed in the same way as for messages.
     */
    removalCount: integer('removal_count').notNull().default(0),
    /** A counter without unsent messages, so that inbox lists need not count messages. */
    visitorMessageCount: integer('visitor_message_count').notNull().default(0),
    /** The read positions of the visitor and of any agent, for the seen marks on the other side. */
    visitorReadNumber: integer('visitor_read_number').notNull().default(0),
    agentReadNumber: integer('agent_read_number').notNull().default(0),
    startedAt: instant('started_at').notNull(),
    assignedAt: instant('assigned_at'),
    lastMessageAt: instant('last_message_at'),
    /** The time of the visitor's first message. Null if an agent wrote first. */
    askedAt: instant('asked_at'),
    /** The time of the first answer, from which waits are measured. */
    firstAnsweredAt: instant('first_answered_at'),
    completedAt: instant('completed_at'),
    /**
     * The time of the visitor's first unanswered message, which alone defines waiting (rule 140).
     * Choosing a topic does not count. An answer, 'No answer needed' and completion clear it; a trigger saves
     * the value on completion.
     */
    waitingSince: instant('waiting_since'),
    /** The conversation is snoozed until this time or the visitor's next message (rule 146). */
    snoozedUntil: instant('snoozed_until'),
    /** The time of reopening or of waking from a snooze, which restarts the quiet period. */
    reopenedAt: instant('reopened_at'),
    /**
     * The wait that was suspended by snoozing or completing. The wait resumes when the snooze ends or the
     * completion is undone.
     */
    keptWaitingSince: instant('kept_waiting_since'),
    /** Set when this wait was rerouted from a silent agent, so that a visitor is not passed around. */
    reroutedAt: instant('rerouted_at'),
    /**
     * The agent from whom the visitor was returned to the queue. The queue does not assign the visitor to
     * this agent again.
     */
    returnedFrom: text('returned_from').references(() => profiles.id, { onDelete: 'set null' }),
    /** Managers are notified only once per conversation that nobody is online to answer. */
    managersToldAt: instant('managers_told_at'),
    /** The time at which unread answers are emailed. Null if there are none. */
    mailDueAt: instant('mail_due_at'),
    mailedNumber: integer('mailed_number').notNull().default(0),
    /** The recipient of the emails has stopped emails about this conversation. */
    mailsStoppedAt: instant('mails_stopped_at'),
  },
  (table) => [
    index('conversations_answered')
      .on(table.firstAnsweredAt)
      .where(sql`${table.firstAnsweredAt} is not null`),
    index('conversations_visitor').on(table.visitorId, table.startedAt),
    index('conversations_topic').on(table.topicId, table.startedAt),
    index('conversations_service')
      .on(table.serviceSlug, table.startedAt)
      .where(sql`${table.serviceSlug} is not null`),
    index('conversations_started').on(table.startedAt),
    // Serves the list of an agent's conversations in the API.
    index('conversations_agent').on(table.agentId, table.startedAt),
    // Conversations that complete after a quiet period. The index does not contain the last message's time:
    // an index on a column that every message changes would prevent HOT updates.
    index('conversations_quiet')
      .on(table.startedAt)
      .where(sql`${table.completedAt} is null`),
    index('conversations_completed')
      .on(table.completedAt)
      .where(sql`${table.completedAt} is not null`),
    index('conversations_mail_due')
      .on(table.mailDueAt)
      .where(sql`${table.mailDueAt} is not null`),
    index('conversations_waiting')
      .on(table.waitingSince)
      .where(sql`${table.waitingSince} is not null and ${table.completedAt} is null`),
    // Serves the push notifications to managers. The next index serves the deletion of an account.
    index('conversations_unattended')
      .on(table.managersToldAt)
      .where(
        sql`${table.managersToldAt} is not null and ${table.waitingSince} is not null and ${table.completedAt} is null`,
      ),
    index('conversations_returned_from')
      .on(table.returnedFrom)
      .where(sql`${table.returnedFrom} is not null`),
    index('conversations_snoozed')
      .on(table.snoozedUntil)
      .where(sql`${table.snoozedUntil} is not null and ${table.completedAt} is null`),
    // A conversation cannot be in both views.
    check(
      'conversations_snoozed_or_waiting',
      sql`${table.snoozedUntil} is null or ${table.waitingSince} is null`,
    ),
    index('conversations_browser').on(table.browserId, table.startedAt),
    check('conversations_language', isLanguageTag(table.language)),
    check('conversations_visitor_name', hasLength(table.visitorName, VISITOR_NAME_MAX_LENGTH)),
  ],
);

export const visitorMessages = pgTable(
  'visitor_messages',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    conversationId: textOf('conversation_id', () => conversations.id),
    /** The position in the conversation: 1, 2, 3 … without gaps. Readers must not use any other order. */
    number: integer('number').notNull(),
    /** The client's idempotency key. */
    clientId: uuid('client_id').notNull(),
    visitorEmail: text('visitor_email').notNull(),
    message: text('message').notNull(),
    kind: text('kind', { enum: MESSAGE_KINDS }).notNull().default('text'),
    /** Set for a message that came by email (rule 170), and removed when the message is unsent. */
    mail: jsonb('mail').$type<MessageMail>(),
    /** The content of a message that is not text. */
    card: jsonb('card').$type<MessageCard>(),
    isAgent: boolean('is_agent').notNull(),
    agentId: text('agent_id').references(() => profiles.id, { onDelete: 'set null' }),
    /** The name of the API key that sent the message, possibly on behalf of an agent. */
    program: text('program'),
    createdAt: instant('created_at').notNull(),
    /** The number of files. Readers query files only for messages that have some. */
    fileCount: smallint('file_count').notNull().default(0),
    /** The number among the conversation's removals. Text and files are deleted then. */
    removalNumber: integer('removal_number'),
    /** The start of the wait that this answer ended. Unsending the answer restores the wait. */
    endedWait: instant('ended_wait'),
    /** The search vector of the text, kept by a database trigger (`keep_words`). */
    words: tsvector('words'),
    /**
     * The language of the search vector. After a change of the setting, older rows are updated
     * (`read/reword-messages.server.ts`).
     */
    wordsLanguage: text('words_language').notNull().default('english'),
    /** The version of the word rules (`message_words`). Rows with an older version are updated, too. */
    wordsVersion: smallint('words_version').notNull().default(1),
  },
  (table) => [
    index('visitor_messages_words').using('gin', table.words),
    unique('visitor_messages_number').on(table.conversationId, table.number),
    unique('visitor_messages_client_id').on(table.conversationId, table.clientId),
    // The search for a frequent word scans the latest messages first.
    index('visitor_messages_latest').on(table.createdAt, table.id),
    // Shows if an agent has answered yet, without reading the conversation, and serves the deletion of an
    // account.
    index('visitor_messages_author')
      .on(table.agentId, table.conversationId)
      .where(sql`${table.agentId} is not null`),
    check(
      'visitor_messages_agent',
      sql`${table.isAgent} or (${table.agentId} is null and ${table.program} is null)`,
    ),
    check('visitor_messages_program', hasLength(table.program, PROGRAM_MAX_LENGTH)),
    // Serves clients that missed removals while offline. Few messages are unsent.
    index('visitor_messages_removals')
      .on(table.conversationId, table.removalNumber)
      .where(sql`${table.removalNumber} is not null`),
    check('visitor_messages_file_count', sql`${table.fileCount} >= 0`),
    // The text may be empty only with files or after the message was unsent.
    check(
      'visitor_messages_length',
      sql`case when ${table.removalNumber} is not null then ${table.message} = '' else char_length(${table.message}) between case when ${table.fileCount} = 0 then 1 else 0 end and ${sql.raw(String(MESSAGE_MAX_LENGTH))} end`,
    ),
    check(
      'visitor_messages_kind',
      sql`${table.kind} in ('text', 'offer', 'offer-answer', 'order')`,
    ),
    check(
      'visitor_messages_mail',
      sql`${table.mail} is null or (not ${table.isAgent} and ${table.kind} = 'text' and ${table.removalNumber} is null and length(${table.mail}::text) <= ${sql.raw(String(MESSAGE_MAIL_MAX_LENGTH))})`,
    ),
    check('visitor_messages_card', sql`(${table.kind} = 'text') = (${table.card} is null)`),
  ],
);

/** The read position of a member, shared by all devices (rule 165). */
export const readMarks = pgTable(
  'read_marks',
  {
    agentId: textOf('agent_id', () => profiles.id),
    conversationId: textOf('conversation_id', () => conversations.id),
    number: integer('number').notNull(),
    readAt: instant('read_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agentId, table.conversationId] }),
    index('read_marks_conversation').on(table.conversationId),
  ],
);
