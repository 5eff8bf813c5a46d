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

/** The name of the row in `installation_secrets`. */
const IDENTITY = 'installation';

const marker = v.object({
  /** As the row in the database says. */
  installation: v.string(),
  /** What the database's control file calls it. */
  database: v.string(),
});

/**
 * What a data folder says about the database that belongs into it, so that one that is gone is not
 * begun anew and one that was put there by mistake is not written into.
 */
export type InstallationMarker = v.InferOutput<typeof marker>;

/** Undefined where there is none: a new folder, or one of a version that made no marker. */
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
      `${join(dataDir, FILE)} cannot be understood and nothing was changed. It says which database ` +
        'belongs there: put it back as it was, or remove it if you are sure of the database beside it.',
      { cause: error },
    );
  }
}

/** Throws when the database in the folder is not the one that belongs there. */
export function requireSame(
  dataDir: string,
  expected: InstallationMarker | undefined,
  found: Partial<InstallationMarker>,
): void {
  if (!expected) return;
  const isSame = (['installation', 'database'] as const).every(
    (name) => found[name] === undefined || found[name] === expected[name],
  );
  if (isSame) return;
  throw new OperatorError(
    `The database in ${join(dataDir, 'db')} is not the one that ${join(dataDir, FILE)} belongs to. ` +
      'Put the right one back, move both away and restore a backup with ' +
      `'npm run restore -- --from FILE', or remove ${FILE} if this database is meant to be there.`,
  );
}

/** A marker whose database is gone. */
export function refuseLostDatabase(dataDir: string): never {
  throw new OperatorError(
    `The database that belongs into ${join(dataDir, 'db')} is gone and nothing was begun in its place. ` +
      "Put it back, restore a backup with 'npm run restore -- --from FILE', " +
      `or remove ${join(dataDir, FILE)} to begin anew.`,
  );
}

/** Writes the marker whole or not at all, readable by its owner alone. */
export async function writeMarker(dataDir: string, content: InstallationMarker): Promise<void> {
  const draft = join(dataDir, `${FILE}.unfinished`);
  const file = openSync(draft, 'w', 0o600);
  try {
    writeSync(file, `${JSON.stringify(content)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, join(dataDir, FILE));
  await syncFolder(dataDir);
}

/** For a restore: what is put there next says itself what it is. */
export function removeMarker(dataDir: string): void {
  rmSync(join(dataDir, FILE), { force: true });
}

/**
 * The installation's identity in its database. A database that no start has given one yet gets it
 * where `mayMake`; undefined for one that is older than such rows.
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
