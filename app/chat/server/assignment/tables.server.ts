import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core';

/**
 * A single row with the settings that queries need. Reading them from the database ensures that two processes
 * never decide with different values under the same lock.
 */
export const deskSettings = pgTable(
  'desk_settings',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    chatCapacity: integer('chat_capacity'),
    awayAfterMinutes: integer('away_after_minutes').notNull().default(5),
    timeZone: text('time_zone').notNull().default('America/New_York'),
    /**
     * `searchLanguage` is the configured language of message search. `wordsLanguage` is the language in which
     * all messages are indexed.
     */
    searchLanguage: text('search_language').notNull().default('english'),
    wordsLanguage: text('words_language').notNull().default('english'),
    wordsVersion: smallint('words_version').notNull().default(1),
    /** The settings revision of this row. An older revision never replaces a newer one. */
    revision: integer('revision').notNull().default(0),
  },
  (table) => [
    check('desk_settings_only', sql`${table.isOnly}`),
    check('desk_settings_capacity', sql`${table.chatCapacity} > 0`),
    check('desk_settings_away', sql`${table.awayAfterMinutes} between 1 and 1440`),
  ],
);
