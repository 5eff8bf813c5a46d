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
import { UNSOLICITED_MAILS } from './email/unsolicited.ts';
import { instant, isStoredMessage, storedMessage } from './columns.server.ts';

/** The signing secrets, which all processes of an installation share. */
export const installationSecrets = pgTable('installation_secrets', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});

/** The solved captchas, so that each counts once over all processes. */
export const usedChallenges = pgTable(
  'used_challenges',
  {
    signature: text('signature').primaryKey(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('used_challenges_expiry').on(table.expiresAt)],
);

/** The settings that admins changed at runtime, one row for each; see decision 12. */
export const savedSettings = pgTable(
  'saved_settings',
  {
    /**
     * The name of the environment variable. A newer version may use names that this version does
     * not know.
     */
    name: text('name').primaryKey(),
    /**
     * The text as in the environment; '' leaves the setting empty, null restores the value set at
     * start.
     */
    value: text('value'),
    /**
     * Counts the changes in this installation: a process with a lower revision has stale settings.
     */
    revision: integer('revision').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [
    check('saved_settings_name', sql`${table.name} ~ '^[A-Z][A-Z_]*$'`),
    check('saved_settings_length', sql`char_length(${table.value}) <= 4000`),
    check('saved_settings_revision', sql`${table.revision} > 0`),
    // A retention period decides about deletion, so the database accepts only a number of days.
    check(
      'saved_settings_period',
      sql`${table.name} not like 'RETENTION%' or ${table.value} ~ '^([1-9][0-9]{0,4})?$'`,
    ),
  ],
);

/**
 * The audit log. Names are copied and ids have no foreign keys, so that an entry outlives the
 * accounts it mentions.
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
    /** An email address, a name or a number, as it is looked up. */
    subject: text('subject'),
    subjectMessage: storedMessage('subject_message'),
    /** Only rows of versions before `detail_message` have it. */
    detail: text('detail'),
    detailMessage: storedMessage('detail_message'),
    requestId: text('request_id').notNull(),
  },
  (table) => [
    check('audit_log_subject_message', isStoredMessage(table.subjectMessage)),
    check('audit_log_detail_message', isStoredMessage(table.detailMessage)),
    index('audit_log_at').on(table.at, table.id),
    index('audit_log_subject').on(table.subject, table.at),
  ],
);

export const JOB_STATES = ['open', 'held', 'done', 'failed'] as const;

/**
 * The job queue (a transactional outbox): effects outside the database, written in the transaction
 * that causes them. `change/job-worker.server.ts` runs the jobs.
 */
export const jobsTable = pgTable(
  'outbox',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** The kind that handles the job; see `change/kind.ts`. */
    kind: text('kind').notNull(),
    /** Unique among the open jobs of a kind. */
    key: text('key').notNull(),
    /** The concurrency group: a hanging job blocks only its own group. */
    lane: text('lane').notNull(),
    payload: jsonb('payload').$type<Readonly<Record<string, unknown>>>().notNull(),
    /**
     * A held job is not tried until its module releases it, for example while a receiver is paused.
     */
    state: text('state', { enum: JOB_STATES }).notNull().default('open'),
    due: instant('due').notNull(),
    /** One process owns the job until then; afterwards another may claim it. */
    lease: instant('lease'),
    /**
     * Counted when the job is claimed, so that a job that kills the process is not tried forever.
     */
    attempts: integer('attempts').notNull().default(0),
    /** Only rows of versions before `last_error_message` have it. */
    lastError: text('last_error'),
    /** Without addresses and contents. */
    lastErrorMessage: storedMessage('last_error_message'),
    createdAt: instant('created_at').notNull(),
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
    // For an export of personal data, which includes ended jobs and for which a person waits.
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
    check('outbox_error_message', isStoredMessage(table.lastErrorMessage)),
    check(
      'outbox_ended_at',
      sql`(${table.state} in ('open', 'held')) = (${table.endedAt} is null)`,
    ),
    check('outbox_leased', sql`${table.state} = 'open' or ${table.lease} is null`),
  ],
);

/**
 * The emails of the last day that strangers may have caused, for the daily budget of each mailbox.
 */
export const mailboxMails = pgTable(
  'mailbox_mails',
  {
    /** The email's own id, so that a second attempt does not count twice. */
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
