import { existsSync, lstatSync } from 'node:fs';
import { realpath, rename, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { OperatorError } from '../operator-error.ts';
import { checkFolder, DamagedError } from './check-folder.server.ts';
import { QueuedPool } from './connection-line.server.ts';
import { imagePath, unpackImage } from './database-image.server.ts';
import type { OpenDatabase } from './database.server.ts';
import { holdDataFolder } from './folder-lock.server.ts';
import {
  readIdentity,
  readMarker,
  refuseLostDatabase,
  requireSame,
  writeMarker,
  type InstallationMarker,
} from './installation-marker.server.ts';
import { migrateDatabase } from './migrate.server.ts';
import { startDatabase, type RunningDatabase } from './start-database.server.ts';
import { syncFiles, syncFolder } from './sync-folder.server.ts';

/** Temporary folders of a new and of a restored database. */
const UNFINISHED = 'db.unfinished';
export const RESTORE_DRAFT = 'restore.unfinished';

/** A new database takes about 40 MB; a disk that fills up meanwhile makes the database unusable. */
const BYTES_NEEDED_TO_INITIALISE = 200 * 1024 * 1024;

export type Fill = (database: OpenDatabase) => Promise<void>;

/**
 * Opens the embedded database in `folder`. A new one is created in a temporary folder with all
 * migrations and the data of `fill`, and renamed at the end, so that a crash leaves nothing or
 * everything. A damaged or foreign folder is refused with an {@link OperatorError}.
 */
export async function openEmbedded(folder: string, fill?: Fill): Promise<OpenDatabase> {
  const lock = await holdDataFolder(folder);
  try {
    const cluster = join(folder, 'db');
    const marker = readMarker(folder);
    if (!isThere(cluster)) {
      if (marker) refuseLostDatabase(folder);
      refuseUnfinishedRestore(folder);
      await initialise(folder, cluster, fill);
    }
    checkFolder(cluster);
    await removeUnfinished(folder);
    const open = await openWhole(cluster);
    try {
      await recognise(open.pool, folder, marker);
    } catch (error) {
      await open.close();
      throw error;
    }
    return {
      ...open,
      async close() {
        await open.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Also true for a dangling link, such as one to an unmounted disk. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Opens a complete folder; errors that only PostgreSQL detects are reported like the others. */
async function openWhole(cluster: string): Promise<OpenDatabase> {
  try {
    // PGlite does not open a link, and its error message would not explain that.
    const open = await openCluster(await realpath(cluster));
    const { rows } = await open.pool.query<{ found: string | null }>(
      "select to_regclass('drizzle.__drizzle_migrations')::text as found",
    );
    if (rows[0]?.found) return open;
    await open.close();
  } catch (error) {
    // Emscripten throws a number or an object of its own when its program ends.
    const reason = error instanceof Error && error.message ? error.message : 'its program ended';
    throw new DamagedError(cluster, `it cannot be opened (${reason})`, { isUntouched: false });
  }
  throw new DamagedError(cluster, 'its tables are missing', { isUntouched: false });
}

/** Compares the database with the folder's marker, and writes the marker when there is none. */
async function recognise(
  pool: pg.Pool,
  folder: string,
  marker: InstallationMarker | undefined,
): Promise<void> {
  const installation = await readIdentity(pool, marker === undefined);
  if (marker) requireSame(folder, marker, installation);
  else if (installation) await writeMarker(folder, { installation });
}

/** Opens a database folder. The caller must hold the lock of the data folder. */
export async function openCluster(cluster: string): Promise<OpenDatabase> {
  return connect(await startDatabase({ cluster }));
}

export async function openInMemory(image?: string): Promise<OpenDatabase> {
  return connect(await startDatabase({ image }));
}

/**
 * Creates the database in a temporary folder and renames it, so that a crash leaves no partial
 * database. Uses the build's image; without an image, as in development, creating takes three times
 * the memory and time.
 */
async function initialise(folder: string, cluster: string, fill?: Fill): Promise<void> {
  await requireCapacity(folder);
  const unfinished = join(folder, UNFINISHED);
  await rm(unfinished, { recursive: true, force: true });
  const image = imagePath();
  if (existsSync(image)) await unpackImage(image, unfinished);
  const database = await openCluster(unfinished);
  try {
    await migrateDatabase(database.pool);
    await readIdentity(database.pool, true);
    await fill?.(database);
  } finally {
    await database.close();
  }
  // Everything must be flushed to disk before the rename.
  await syncFiles(unfinished);
  await rename(unfinished, cluster);
  await syncFolder(folder);
}

async function requireCapacity(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= BYTES_NEEDED_TO_INITIALISE) return;
  throw new OperatorError(
    `A new database needs 200 MB, and ${folder} has less: free up space, or set DATA_DIR to a folder ` +
      'on another disk.',
  );
}

/** After an interrupted restore the operator wants the restored data, not a new database. */
function refuseUnfinishedRestore(folder: string): void {
  const temporaryPath = join(folder, RESTORE_DRAFT);
  if (!isThere(temporaryPath)) return;
  throw new OperatorError(
    `A restore into ${folder} was not finished: run 'npm run restore -- --from FILE' again, ` +
      `or remove ${temporaryPath} to start with a new database.`,
  );
}

/** Frees the space of an interrupted first start or restore. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of [UNFINISHED, RESTORE_DRAFT]) {
    await rm(join(folder, name), { recursive: true, force: true });
  }
}

function connect(database: RunningDatabase): OpenDatabase {
  const pool = new QueuedPool({
    stream: () => database.connect(),
    user: 'postgres',
    // Closing the connection frees nothing, and a new one would prepare all statements again.
    idleTimeoutMillis: 0,
  });
  pool.on('error', () => {});
  // A new client would prepare statements that still exist in the session.
  pool.on('connect', (client) => {
    // If this fails, the query for which the client was opened fails as well.
    client.query('deallocate all').catch(() => {});
  });
  return {
    db: drizzle(pool),
    pool,
    engine: 'embedded',
    countWaiting: () => pool.waiting,
    async close() {
      await pool.end();
      await database.close();
    },
  };
}
