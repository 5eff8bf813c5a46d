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
import { hasLength, instant, textOf, uuidOf } from '../platform/columns.server.ts';
import { LANGUAGES } from '../platform/languages.ts';
import { PROGRAM_MAX_LENGTH } from '../team/members/program.ts';
import { profiles } from '../team/tables.server.ts';
import type { MessageMail } from './wire/views.ts';
import { ENTRY_STATES } from './wire/entry-state.ts';
import { MESSAGE_KINDS, type MessageCard } from './wire/message-kind.ts';
import {
  BLOCK_NOTE_MAX_LENGTH,
  MESSAGE_MAIL_MAX_LENGTH,
  MESSAGE_MAX_LENGTH,
  OTHER_TOPIC,
  VISITOR_NAME_MAX_LENGTH,
} from './wire/rules.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * Who an e-mail address says it is: a label for the team, never a credential (DECISIONS 11).
 * `conversation_id` points at the current conversation.
 */
export const visitors = pgTable(
  'visitors',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    email: text('email').notNull().unique(),
    /** What they are called, as far as anybody knows: for the team, and no proof of anything. */
    name: text('name'),
    topic: text('topic'),
    conversationId: text('conversation_id'),
    agentId: text('agent_id').references(() => profiles.id, { onDelete: 'set null' }),
    assignedAt: instant('assigned_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** When the last of their conversations was completed; null while any is open. */
    completedAt: instant('completed_at'),
    /**
     * Where the entry stands in the lists (DECISIONS 30), and since when the longest of its
     * conversations waits. The database itself keeps these three from the conversations
     * (`keep_visitor_state`): nobody else writes them, and whoever asks whether a visitor has
     * something open asks the state.
     */
    state: text('state', { enum: ENTRY_STATES }).notNull().default('resolved'),
    waitingSince: instant('waiting_since'),
  },
  (table) => [
    index('visitors_agent').on(table.agentId, table.updatedAt),
    // Every visitor, the latest first, for those who see them all.
    index('visitors_latest').on(table.updatedAt, table.id),
    // The queue, and the count of open visitors that assignment compares.
    index('visitors_open')
      .on(table.agentId)
      .where(sql`${table.state} <> 'resolved'`),
    // The views of the list, and what is counted for each.
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
 * The address of each visitor in pieces of one to three characters, for the search by a part of it.
 * A table of its own: a visitor's row changes with every message, and would write this index again
 * each time. The database itself adds a row with each visitor (`keep_address_parts`).
 */
export const visitorAddressParts = pgTable(
  'visitor_address_parts',
  {
    visitorId: uuid('visitor_id')
      .primaryKey()
      .references(() => visitors.id, { onDelete: 'cascade' }),
    /** Of the address and of the names below. */
    parts: text('parts').array().notNull(),
    /** What they are called, by the team and by themselves, in lower case and a line each. */
    names: text('names').notNull().default(''),
  },
  (table) => [index('visitor_address_parts_parts').using('gin', table.parts)],
);

/**
 * Who may not chat: an address as a label, and the browsers that used it. The hash outlives the
 * address, so that being erased does not open the door again.
 */
export const visitorBlocks = pgTable(
  'visitor_blocks',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** As `addressSubject` makes it, with the installation's secret. */
    addressHash: text('address_hash').notNull().unique(),
    /** Null once it was erased. */
    email: text('email'),
    /** Why, for the team. */
    note: text('note').notNull(),
    blockedBy: text('blocked_by').references(() => profiles.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
    /** Chats that were refused: by a blocked browser with any address, or with this address. */
    attemptCount: integer('attempt_count').notNull().default(0),
    lastAttemptAt: instant('last_attempt_at'),
  },
  (table) => [
    index('visitor_blocks_listing').on(table.createdAt, table.id),
    check('visitor_blocks_note', hasLength(table.note, BLOCK_NOTE_MAX_LENGTH)),
  ],
);

/** A browser that has started a chat. Only the hash of its secret is kept. */
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
    /** As it was called when the conversation began … */
    topic: text('topic').notNull(),
    /** … and what it is, whatever it is called since. */
    topicId: text('topic_id').notNull().default(OTHER_TOPIC),
    /** In which the page was from which it was begun: mails about it are in it, too. */
    language: text('language', { enum: LANGUAGES }).notNull().default('en'),
    /**
     * The name this browser gave. Not at the visitor: whoever types an address must not rename whoever
     * else came with it.
     */
    visitorName: text('visitor_name'),
    agentId: text('agent_id').references(() => profiles.id, { onDelete: 'set null' }),
    /** The service whose page the chat was opened from (DECISIONS 19). */
    serviceSection: text('service_section'),
    serviceSlug: text('service_slug'),
    serviceTitle: text('service_title'),
    /** The number of the newest message; the next one gets one more, under this row's lock. */
    lastNumber: integer('last_number').notNull().default(0),
    /**
     * How many messages were taken back (DECISIONS 34). Each has its number among them, so that a
     * client asks for those it has missed as it asks for messages.
     */
    removalCount: integer('removal_count').notNull().default(0),
    /** Kept with the number, so that a list of long conversations counts no messages; without those taken back. */
    visitorMessageCount: integer('visitor_message_count').notNull().default(0),
    /** How far the visitor, and any agent, has read: for the other side's seen marks. */
    visitorReadNumber: integer('visitor_read_number').notNull().default(0),
    agentReadNumber: integer('agent_read_number').notNull().default(0),
    startedAt: instant('started_at').notNull(),
    assignedAt: instant('assigned_at'),
    lastMessageAt: instant('last_message_at'),
    /** When the visitor wrote the first message; null where an agent did. */
    askedAt: instant('asked_at'),
    /** When an agent first wrote: what waits are measured by. */
    firstAnsweredAt: instant('first_answered_at'),
    completedAt: instant('completed_at'),
    /**
     * The visitor's first message that nobody has answered: the one definition of waiting
     * (DECISIONS 29). Choosing a topic does not set it. A reply of the team, 'No answer needed' and
     * completion clear it; the database itself puts it aside when the conversation is completed.
     */
    waitingSince: instant('waiting_since'),
    /** Out of the open ones until then, or until the visitor writes (DECISIONS 30). */
    snoozedUntil: instant('snoozed_until'),
    /** When the team opened it again, or what was snoozed came back: the quiet period begins anew. */
    reopenedAt: instant('reopened_at'),
    /** The wait that snoozing or completing put aside: it counts again when either ends by itself or is taken back. */
    keptWaitingSince: instant('kept_waiting_since'),
    /** This wait went from an agent who said nothing to another already: nobody is passed around. */
    reroutedAt: instant('rerouted_at'),
    /** Who had the visitor when they were handed back to the queue, which does not return them. */
    returnedFrom: text('returned_from').references(() => profiles.id, { onDelete: 'set null' }),
    /** When the managers were told that nobody is there for it: once. */
    managersToldAt: instant('managers_told_at'),
    /** When unread answers are to be mailed; null while there are none to mail. */
    mailDueAt: instant('mail_due_at'),
    /** Up to this number the visitor was mailed. */
    mailedNumber: integer('mailed_number').notNull().default(0),
    /** Whoever reads the mail wanted no more about this conversation. */
    mailsStoppedAt: instant('mails_stopped_at'),
  },
  (table) => [
    index('conversations_answered')
      .on(table.firstAnsweredAt)
      .where(sql`${table.firstAnsweredAt} is not null`),
    index('conversations_visitor').on(table.visitorId, table.startedAt),
    // What the search narrows down to.
    index('conversations_topic').on(table.topicId, table.startedAt),
    index('conversations_service')
      .on(table.serviceSlug, table.startedAt)
      .where(sql`${table.serviceSlug} is not null`),
    // The period of a report.
    index('conversations_started').on(table.startedAt),
    // What somebody has, for programs.
    index('conversations_agent').on(table.agentId, table.startedAt),
    // Those that complete by themselves after a quiet period. Not by their last message: an index
    // of what each message changes makes it write all the others of this table again.
    index('conversations_quiet')
      .on(table.startedAt)
      .where(sql`${table.completedAt} is null`),
    // Those that are not kept any longer.
    index('conversations_completed')
      .on(table.completedAt)
      .where(sql`${table.completedAt} is not null`),
    index('conversations_mail_due')
      .on(table.mailDueAt)
      .where(sql`${table.mailDueAt} is not null`),
    index('conversations_waiting')
      .on(table.waitingSince)
      .where(sql`${table.waitingSince} is not null and ${table.completedAt} is null`),
    // What an account that goes has handed back.
    // Of which managers may have to be told by push.
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
    // Snoozed or waiting: no list could show both.
    check(
      'conversations_snoozed_or_waiting',
      sql`${table.snoozedUntil} is null or ${table.waitingSince} is null`,
    ),
    index('conversations_browser').on(table.browserId, table.startedAt),
    check('conversations_visitor_name', hasLength(table.visitorName, VISITOR_NAME_MAX_LENGTH)),
  ],
);

export const visitorMessages = pgTable(
  'visitor_messages',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    conversationId: textOf('conversation_id', () => conversations.id),
    /** Position in the conversation: 1, 2, 3 … without gaps. The only order readers may use. */
    number: integer('number').notNull(),
    /** The name the sender's client gave it, so that a repeat is recognised. */
    clientId: uuid('client_id').notNull(),
    visitorEmail: text('visitor_email').notNull(),
    message: text('message').notNull(),
    kind: text('kind', { enum: MESSAGE_KINDS }).notNull().default('text'),
    /** Of one that came by mail (DECISIONS 51); gone when it is taken back. */
    mail: jsonb('mail').$type<MessageMail>(),
    /** What a message that is no text shows. */
    card: jsonb('card').$type<MessageCard>(),
    isAgent: boolean('is_agent').notNull(),
    agentId: text('agent_id').references(() => profiles.id, { onDelete: 'set null' }),
    /** The key that sent it, as an admin called it, where no person did; perhaps in the name of an agent. */
    program: text('program'),
    createdAt: instant('created_at').notNull(),
    /** How many files it carries: who reads messages looks for files only where there are some. */
    fileCount: smallint('file_count').notNull().default(0),
    /** Its number among those that were taken back in the conversation; its text and files are gone then. */
    removalNumber: integer('removal_number'),
    /** Since when somebody waited whom this answer answered: they wait again once it is taken back. */
    endedWait: instant('ended_wait'),
    /** Its words as the search compares them; the database itself keeps them (`keep_words`). */
    words: tsvector('words'),
    /** The language they were found in: one that is set later is followed up (`read/reword-messages.server.ts`). */
    wordsLanguage: text('words_language').notNull().default('english'),
    /** By which rules they were found (`message_words`): rows of older rules are followed up, too. */
    wordsVersion: smallint('words_version').notNull().default(1),
  },
  (table) => [
    index('visitor_messages_words').using('gin', table.words),
    unique('visitor_messages_number').on(table.conversationId, table.number),
    unique('visitor_messages_client_id').on(table.conversationId, table.clientId),
    // The search for a common word looks at the latest ones first.
    index('visitor_messages_latest').on(table.createdAt, table.id),
    // Whether an agent has answered yet, without reading the conversation; and what an account that
    // goes has written.
    index('visitor_messages_author')
      .on(table.agentId, table.conversationId)
      .where(sql`${table.agentId} is not null`),
    check(
      'visitor_messages_agent',
      sql`${table.isAgent} or (${table.agentId} is null and ${table.program} is null)`,
    ),
    check('visitor_messages_program', hasLength(table.program, PROGRAM_MAX_LENGTH)),
    // What clients missed while they were away; few are taken back.
    index('visitor_messages_removals')
      .on(table.conversationId, table.removalNumber)
      .where(sql`${table.removalNumber} is not null`),
    check('visitor_messages_file_count', sql`${table.fileCount} >= 0`),
    // Without a text only where there are files, or where it was taken back.
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

/** How far one person of the team has read, on every device (DECISIONS 24). */
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
    // What goes with a conversation that is deleted.
    index('read_marks_conversation').on(table.conversationId),
  ],
);
