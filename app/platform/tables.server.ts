import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { UNSOLICITED_MAILS } from './mail/unsolicited.ts';
import { instant } from './columns.server.ts';

/** What signs sessions and cookies: one value for all processes of an installation. */
export const installationSecrets = pgTable('installation_secrets', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});

/** Solved captchas, so that each counts once whichever process it is sent to. */
export const usedChallenges = pgTable(
  'used_challenges',
  {
    signature: text('signature').primaryKey(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('used_challenges_expiry').on(table.expiresAt)],
);

/** What admins changed while the product ran, one row a setting; see decision 12. */
export const savedSettings = pgTable(
  'saved_settings',
  {
    /** As the environment names it. A newer version may know more names than this one. */
    name: text('name').primaryKey(),
    /** As in the environment; '' leaves it empty. Null: the value set at start counts again. */
    value: text('value'),
    /** Counts the savings of this installation: the highest tells a process that it is behind. */
    revision: integer('revision').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [
    check('saved_settings_name', sql`${table.name} ~ '^[A-Z][A-Z_]*$'`),
    check('saved_settings_length', sql`char_length(${table.value}) <= 4000`),
    check('saved_settings_revision', sql`${table.revision} > 0`),
    // A period decides what is deleted: nothing but a number of days gets this far.
    check(
      'saved_settings_period',
      sql`${table.name} not like 'RETENTION%' or ${table.value} ~ '^([1-9][0-9]{0,4})?$'`,
    ),
  ],
);

/**
 * Who did what to whom. Names are copied and ids refer to nothing, so that an entry outlives the
 * accounts it speaks of.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    at: instant('at').notNull(),
    actorId: text('actor_id'),
    actorEmail: text('actor_email'),
    action: text('action').notNull(),
    subjectId: text('subject_id'),
    subject: text('subject'),
    detail: text('detail'),
    requestId: text('request_id').notNull(),
  },
  (table) => [
    index('audit_log_at').on(table.at, table.id),
    index('audit_log_subject').on(table.subject, table.at),
  ],
);

export const OUTBOX_STATES = ['open', 'held', 'done', 'failed'] as const;

/**
 * What is to be done outside the database because of something in it: written in the transaction
 * of what happened, so that neither exists without the other. `change/outbox-worker.server.ts`
 * works it off.
 */
export const outbox = pgTable(
  'outbox',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Which handler does it; see `change/kind.ts`. */
    kind: text('kind').notNull(),
    /** What it is about: while one is open, there is no second with the same kind and key. */
    key: text('key').notNull(),
    /** Who shares the places: what hangs in one lane holds up no other. */
    lane: text('lane').notNull(),
    payload: jsonb('payload').$type<Readonly<Record<string, unknown>>>().notNull(),
    /** Held: nobody is to try it until its room says so, as for a receiver that was paused. */
    state: text('state', { enum: OUTBOX_STATES }).notNull().default('open'),
    due: instant('due').notNull(),
    /** Until then one process is at it; whoever comes later takes it over. */
    lease: instant('lease'),
    /** Counted when taken, so that what kills the process is not tried for ever. */
    attempts: integer('attempts').notNull().default(0),
    /** Without addresses and contents. */
    lastError: text('last_error'),
    createdAt: instant('created_at').notNull(),
    /** When it was done or given up. */
    endedAt: instant('ended_at'),
  },
  (table) => [
    uniqueIndex('outbox_once')
      .on(table.kind, table.key)
      .where(sql`${table.state} in ('open', 'held')`),
    index('outbox_due')
      .on(table.due)
      .where(sql`${table.state} = 'open'`),
    index('outbox_lane')
      .on(table.kind, table.lane, table.due)
      .where(sql`${table.state} = 'open'`),
    index('outbox_held')
      .on(table.kind, table.lane)
      .where(sql`${table.state} = 'held'`),
    index('outbox_ended').on(table.endedAt),
    // For what is held about a person, which is asked while somebody waits: ended ones, too.
    index('outbox_key').on(table.kind, table.key),
    index('outbox_to')
      .on(sql`(${table.payload} ->> 'to')`)
      .where(sql`${table.kind} = 'mail'`),
    check('outbox_state', sql`${table.state} in ('open', 'held', 'done', 'failed')`),
    check('outbox_kind', sql`${table.kind} ~ '^[a-z][a-z-]{0,39}$'`),
    check('outbox_key', sql`char_length(${table.key}) between 1 and 300`),
    check('outbox_lane_length', sql`char_length(${table.lane}) <= 300`),
    check('outbox_attempts', sql`${table.attempts} >= 0`),
    check('outbox_error', sql`char_length(${table.lastError}) <= 500`),
    check(
      'outbox_ended_at',
      sql`(${table.state} in ('open', 'held')) = (${table.endedAt} is null)`,
    ),
    check('outbox_leased', sql`${table.state} = 'open' or ${table.lease} is null`),
  ],
);

/** The mails of the last day that strangers may have caused: what a mailbox is given is limited. */
export const mailboxMails = pgTable(
  'mailbox_mails',
  {
    /** The mail's own, so that a second try is not a second mail. */
    id: text('id').primaryKey(),
    mailbox: text('mailbox').notNull(),
    sort: text('sort', { enum: UNSOLICITED_MAILS }).notNull(),
    countedAt: instant('counted_at').notNull(),
  },
  (table) => [
    index('mailbox_mails_mailbox').on(table.mailbox, table.countedAt),
    index('mailbox_mails_counted').on(table.countedAt),
    check('mailbox_mails_sort', sql`${table.sort} ~ '^[a-z-]{1,40}$'`),
  ],
);
