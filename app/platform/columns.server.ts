import { sql } from 'drizzle-orm';
import { text, timestamp, uuid, type AnyPgColumn } from 'drizzle-orm/pg-core';

export const instant = (name: string) => timestamp(name, { withTimezone: true });

/** A foreign key to another row with on delete cascade. */
export const textOf = (name: string, other: () => AnyPgColumn) =>
  text(name).notNull().references(other, { onDelete: 'cascade' });
export const uuidOf = (name: string, other: () => AnyPgColumn) =>
  uuid(name).notNull().references(other, { onDelete: 'cascade' });

export const hasLength = (column: AnyPgColumn, most: number) =>
  sql`char_length(${column}) between 1 and ${sql.raw(String(most))}`;
