import { sql } from 'drizzle-orm';
import { jsonb, text, timestamp, uuid, type AnyPgColumn } from 'drizzle-orm/pg-core';
import type { StoredMessage } from './stored-message.ts';

export const instant = (name: string) => timestamp(name, { withTimezone: true });

/** A foreign key to another row with on delete cascade. */
export const textOf = (name: string, other: () => AnyPgColumn) =>
  text(name).notNull().references(other, { onDelete: 'cascade' });
export const uuidOf = (name: string, other: () => AnyPgColumn) =>
  uuid(name).notNull().references(other, { onDelete: 'cascade' });

/** A key with values, which is shown in the reader's language; see `stored-message.ts`. */
export const storedMessage = (name: string) => jsonb(name).$type<StoredMessage>();

export const isStoredMessage = (column: AnyPgColumn) =>
  sql`${column} is null or coalesce(jsonb_typeof(${column} -> 'key') = 'string' and jsonb_typeof(${column} -> 'values') = 'object', false)`;

export const hasLength = (column: AnyPgColumn, most: number) =>
  sql`char_length(${column}) between 1 and ${sql.raw(String(most))}`;

/** BCP 47. The code knows which languages there are: a newer version may know more. */
export const isLanguageTag = (column: AnyPgColumn) =>
  sql`${column} ~ '^[a-z]{2,3}(-[A-Za-z0-9]+)*$'`;
