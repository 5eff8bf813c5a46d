import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { ROOT_FOLDER } from '../root-folder.server.ts';

export const MIGRATIONS_FOLDER = join(ROOT_FOLDER, 'db/migrations');

/** An arbitrary constant that all processes of an installation share. */
const MIGRATION_LOCK = 7_304_511;

export async function migrateDatabase(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    // Waiting for another process, or building an index on a large table, may take long.
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate(drizzle(client), { migrationsFolder: MIGRATIONS_FOLDER });
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    await client.query('reset statement_timeout');
    client.release();
  }
}

/** Returns the timestamp of the newest migration, which is its number in the database. */
export function newestMigration(): number {
  const journal = JSON.parse(
    readFileSync(join(MIGRATIONS_FOLDER, 'meta/_journal.json'), 'utf8'),
  ) as { entries: readonly { when: number }[] };
  return Math.max(...journal.entries.map(({ when }) => when));
}

/** Undefined before the first migration. */
export async function appliedMigration(pool: pg.Pool): Promise<number | undefined> {
  const { rows } = await pool.query<{ newest: string | null }>(
    'select max(created_at) newest from drizzle.__drizzle_migrations',
  );
  return rows[0]?.newest ? Number(rows[0].newest) : undefined;
}

/**
 * Returns true when the database has all migrations of this version. Newer ones are accepted as
 * well: in a rolling upgrade, the newer process migrates while older ones still serve.
 */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  return ((await appliedMigration(pool)) ?? 0) >= newestMigration();
}
