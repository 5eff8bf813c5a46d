import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { ROOT_FOLDER } from '../root-folder.server.ts';

/** What brings a database up to this release, in the order of the names. */
export const MIGRATIONS_FOLDER = join(ROOT_FOLDER, 'db/migrations');

/** Any constant; it only has to be the same in every process of one installation. */
const MIGRATION_LOCK = 7_304_511;

/** Applies what is missing of `db/migrations`; several processes may start at once. */
export async function migrateDatabase(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    // Waiting for another process, or an index on a large table, takes as long as it takes.
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate(drizzle(client), { migrationsFolder: MIGRATIONS_FOLDER });
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    await client.query('reset statement_timeout');
    client.release();
  }
}

/** When the newest migration of this code was made, which is also its number in the database. */
export function newestMigration(): number {
  const journal = JSON.parse(
    readFileSync(join(MIGRATIONS_FOLDER, 'meta/_journal.json'), 'utf8'),
  ) as { entries: readonly { when: number }[] };
  return Math.max(...journal.entries.map(({ when }) => when));
}

/** The newest migration the database has had; undefined when it has had none. */
export async function appliedMigration(pool: pg.Pool): Promise<number | undefined> {
  const { rows } = await pool.query<{ newest: string | null }>(
    'select max(created_at) newest from drizzle.__drizzle_migrations',
  );
  return rows[0]?.newest ? Number(rows[0].newest) : undefined;
}

/**
 * Whether the database has everything this code needs. More is well, too: during a rolling
 * upgrade the newer process has migrated while the older one still answers.
 */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  return ((await appliedMigration(pool)) ?? 0) >= newestMigration();
}
