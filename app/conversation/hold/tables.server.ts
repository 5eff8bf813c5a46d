import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core';

/**
 * One row: what the operator set, for what is decided inside the database. Two processes under one
 * lock must not decide by two different numbers.
 */
export const deskSettings = pgTable(
  'desk_settings',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    /** Visitors at once of an agent who has no capacity of their own; null: any number. */
    chatCapacity: integer('chat_capacity'),
    /** Without a connection, until an agent is away. */
    awayAfterMinutes: integer('away_after_minutes').notNull().default(5),
    /** Of the hours of teams. */
    timeZone: text('time_zone').notNull().default('America/New_York'),
    /** In which messages are searched, and in which all of them are found already. */
    searchLanguage: text('search_language').notNull().default('english'),
    wordsLanguage: text('words_language').notNull().default('english'),
    wordsVersion: smallint('words_version').notNull().default(1),
    /** Of the settings it was taken from: none is replaced by an older one. */
    revision: integer('revision').notNull().default(0),
  },
  (table) => [
    check('desk_settings_only', sql`${table.isOnly}`),
    check('desk_settings_capacity', sql`${table.chatCapacity} > 0`),
    check('desk_settings_away', sql`${table.awayAfterMinutes} between 1 and 1440`),
  ],
);
