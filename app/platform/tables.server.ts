import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

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
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
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
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull(),
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
