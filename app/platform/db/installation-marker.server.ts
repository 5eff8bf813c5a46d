import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import * as v from 'valibot';
import { OperatorError } from '../operator-error.ts';
import { randomSecret } from '../secrets.server.ts';
import { syncFolder } from './sync-folder.server.ts';

const FILE = 'installation.json';

const IDENTITY = 'installation';

const marker = v.object({ installation: v.string() });

/**
 * Identifies the database that belongs in a data folder, so that a lost database is not silently
 * recreated and a wrong one is not modified.
 */
export type InstallationMarker = v.InferOutput<typeof marker>;

/** Undefined for a new folder, or for one of a version without markers. */
export function readMarker(dataDir: string): InstallationMarker | undefined {
  let text: string;
  try {
    text = readFileSync(join(dataDir, FILE), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return v.parse(marker, JSON.parse(text));
  } catch (error) {
    throw new OperatorError(
      `${join(dataDir, FILE)} is damaged. Nothing was changed. The file identifies the database beside it: ` +
        'restore the file, or remove it if you are sure that the database is the right one.',
      { cause: error },
    );
  }
}

export function requireSame(
  dataDir: string,
  expected: InstallationMarker,
  installation: string | undefined,
): void {
  if (installation === expected.installation) return;
  throw new OperatorError(
    `The database in ${join(dataDir, 'db')} does not match ${join(dataDir, FILE)}. ` +
      'Put the right database back, move both away and restore a backup with ' +
      `'npm run restore -- --from FILE', or remove ${FILE} if this database is the right one.`,
  );
}

/** Throws for a marker without a database. */
export function refuseLostDatabase(dataDir: string): never {
  throw new OperatorError(
    `The database in ${join(dataDir, 'db')} is missing, and no new one was created. ` +
      "Put it back, restore a backup with 'npm run restore -- --from FILE', " +
      `or remove ${join(dataDir, FILE)} to start with a new database.`,
  );
}

/** Writes the marker atomically with mode 0600. */
export async function writeMarker(dataDir: string, content: InstallationMarker): Promise<void> {
  const temporaryPath = join(dataDir, `${FILE}.unfinished`);
  const file = openSync(temporaryPath, 'w', 0o600);
  try {
    writeSync(file, `${JSON.stringify(content)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporaryPath, join(dataDir, FILE));
  await syncFolder(dataDir);
}

/** For a restore: the restored database gets a new marker. */
export function removeMarker(dataDir: string): void {
  rmSync(join(dataDir, FILE), { force: true });
}

/**
 * Returns the installation's identity in its database, creating it if `mayMake`; undefined for a
 * database that is older than such rows.
 */
export async function readIdentity(pool: pg.Pool, mayMake: boolean): Promise<string | undefined> {
  const { rows: tables } = await pool.query<{ found: string | null }>(
    "select to_regclass('public.installation_secrets')::text as found",
  );
  if (!tables[0]?.found) return undefined;
  if (mayMake) {
    await pool.query(
      'insert into installation_secrets (name, value) values ($1, $2) on conflict do nothing',
      [IDENTITY, randomSecret()],
    );
  }
  const { rows } = await pool.query<{ value: string }>(
    'select value from installation_secrets where name = $1',
    [IDENTITY],
  );
  return rows[0]?.value;
}
