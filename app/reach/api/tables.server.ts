import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { profiles } from '../../team/tables.server.ts';
import { KEY_NAME_MAX_LENGTH } from './rules.ts';
import { hasLength, instant } from '../../platform/columns.server.ts';

/** Keys of the public API. Only the hash of a key is kept; the prefix is for recognising it. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    name: text('name').notNull(),
    prefix: text('prefix').notNull(),
    keyHash: text('key_hash').notNull().unique(),
    createdBy: text('created_by').references(() => profiles.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
    /** To the minute. */
    lastUsedAt: instant('last_used_at'),
    revokedAt: instant('revoked_at'),
  },
  (table) => [
    index('api_keys_listing').on(table.createdAt, table.id),
    check('api_keys_name', hasLength(table.name, KEY_NAME_MAX_LENGTH)),
  ],
);
