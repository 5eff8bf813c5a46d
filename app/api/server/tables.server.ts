import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { profiles } from '../../accounts/server/tables.server.ts';
import { KEY_NAME_MAX_LENGTH, KEY_PER_MINUTE, KEY_PER_MINUTE_MAX } from '../protocol/rules.ts';
import { SCOPES } from '../protocol/scopes.ts';
import { hasLength, instant } from '../../platform/columns.server.ts';

/** API keys. Only the hash is stored; the prefix identifies a key to people. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    name: text('name').notNull(),
    prefix: text('prefix').notNull(),
    keyHash: text('key_hash').notNull().unique(),
    /** A key without scopes only raises the rate limit. */
    scopes: text('scopes', { enum: SCOPES })
      .array()
      .notNull()
      .default(sql`'{}'`),
    perMinute: integer('per_minute').notNull().default(KEY_PER_MINUTE),
    createdBy: text('created_by').references(() => profiles.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
    /** Accurate to the minute. */
    lastUsedAt: instant('last_used_at'),
    revokedAt: instant('revoked_at'),
  },
  (table) => [
    index('api_keys_listing').on(table.createdAt, table.id),
    check('api_keys_name', hasLength(table.name, KEY_NAME_MAX_LENGTH)),
    check(
      'api_keys_scopes',
      sql`${table.scopes} <@ array[${sql.raw(SCOPES.map((scope) => `'${scope}'`).join(', '))}]`,
    ),
    check(
      'api_keys_per_minute',
      sql`${table.perMinute} between 1 and ${sql.raw(String(KEY_PER_MINUTE_MAX))}`,
    ),
  ],
);
