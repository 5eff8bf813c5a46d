import { createReadStream, existsSync, lstatSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { openCluster, RESTORE_DRAFT } from '../db/embedded.server.ts';
import { holdDataFolder } from '../db/folder-lock.server.ts';
import { removeMarker } from '../db/installation-marker.server.ts';
import { appliedMigration, newestMigration } from '../db/migrate.server.ts';
import { syncFiles, syncFolder } from '../db/sync-folder.server.ts';
import { OperatorError } from '../operator-error.ts';
import { readTar, readThrough, storeEntry } from '../tar.ts';
import { type RestoredPart, MANIFEST, parseManifest, type Manifest } from './manifest.ts';
import { countRows } from './make-backup.server.ts';

/** An error that the operator can fix; the command prints it without a stack trace. */
export class RestoreError extends OperatorError {
  override readonly name = 'RestoreError';
}

/** The only valid entry names; the pattern rejects path traversal. */
const OURS = /^(?:manifest\.json|db(?:\/[\w-][\w.-]*)*|files\/[\da-f-]{36}\/[a-z][a-z\d-]*)$/;

/**
 * Restores a backup into a data folder without a database. Nothing is moved into place before the
 * restored database was opened and its rows were counted, so an interrupted restore cannot be
 * mistaken for a complete one.
 */
export async function restoreBackup(
  file: string,
  dataDir: string,
  beside?: RestoredPart,
): Promise<Manifest> {
  const lock = await holdDataFolder(dataDir);
  const temporaryPath = join(dataDir, RESTORE_DRAFT);
  try {
    refuseToOverwrite(dataDir);
    await rm(temporaryPath, { recursive: true, force: true });
    const manifest = await unpack(file, temporaryPath);
    await syncFiles(temporaryPath);
    const folder = join(temporaryPath, 'files');
    await checkDatabase(join(temporaryPath, 'db'), manifest, (query) =>
      beside?.check(folder, query),
    );
    // The files come before the database: files without rows are harmless, rows without files are
    // not.
    await beside?.put(folder);
    // While the draft exists, a start refuses to create a new database; the restored database
    // brings its own identity.
    removeMarker(dataDir);
    await rename(join(temporaryPath, 'db'), join(dataDir, 'db'));
    await syncFolder(dataDir);
    return manifest;
  } finally {
    await rm(temporaryPath, { recursive: true, force: true });
    lock.release();
  }
}

export async function checkBackup(file: string): Promise<Manifest> {
  return unpack(file, undefined);
}

function refuseToOverwrite(dataDir: string): void {
  // `lstat` also finds a dangling link: its target may be temporarily unmounted.
  if (!lstatSync(join(dataDir, 'db'), { throwIfNoEntry: false })) return;
  throw new RestoreError(
    `${dataDir} already contains a database. Nothing was changed. ` +
      'Restore into another folder (DATA_DIR), or move this folder away first.',
  );
}

async function unpack(file: string, folder: string | undefined): Promise<Manifest> {
  if (!existsSync(file)) throw new RestoreError(`${file} does not exist.`);
  if (folder) await mkdir(folder, { mode: 0o700 });
  const source = createReadStream(file);
  const unzipped = createGunzip();
  // The reader receives the error; this handler keeps an error before or after the reading from
  // ending the process.
  unzipped.on('error', () => {});
  source.on('error', (error) => unzipped.destroy(error)).pipe(unzipped);
  let manifest: Manifest | undefined;
  let files = 0;
  try {
    for await (const { name, size, bytes } of readTar(unzipped)) {
      if (!OURS.test(name))
        throw new RestoreError(`${file} is not a backup of Embarka: it contains '${name}'.`);
      const place = folder && join(folder, name);
      if (size === undefined) {
        if (place) await mkdir(place, { recursive: true, mode: 0o700 });
      } else if (name === MANIFEST) {
        const parts: Buffer[] = [];
        for await (const part of bytes()) parts.push(part);
        manifest = parseManifest(Buffer.concat(parts).toString());
      } else {
        files += 1;
        if (place && name.startsWith('files/')) await mkdir(dirname(place), { recursive: true });
        await (place ? storeEntry(bytes(), place) : readThrough(bytes()));
      }
    }
  } catch (error) {
    if (error instanceof RestoreError) throw error;
    throw new RestoreError(`${file} cannot be read: ${(error as Error).message}.`, {
      cause: error,
    });
  } finally {
    source.destroy();
    unzipped.destroy();
  }
  if (!manifest || manifest.files !== files) throw new RestoreError(`${file} is not complete.`);
  return manifest;
}

/**
 * Opens the restored database, which replays its log, and compares its row counts with the
 * manifest.
 */
async function checkDatabase(
  cluster: string,
  manifest: Manifest,
  also: (query: <R>(text: string) => Promise<readonly R[]>) => Promise<void> | undefined,
): Promise<void> {
  if (manifest.migration > newestMigration()) {
    throw new RestoreError('The backup was made by a newer version. Restore it with that version.');
  }
  const database = await openCluster(cluster);
  try {
    const rows = await countRows(database.pool);
    const migration = (await appliedMigration(database.pool)) ?? 0;
    const wrong = Object.keys({ ...manifest.rows, ...rows }).filter(
      (table) => manifest.rows[table] !== rows[table],
    );
    if (wrong.length === 0 && migration === manifest.migration) {
      // Backups of versions without files have no table of files.
      if ('files' in rows) {
        await also(async <R>(text: string) => (await database.pool.query(text)).rows as R[]);
      }
      return;
    }
    throw new RestoreError(`The restored database differs from the backup (${wrong.join(', ')}).`);
  } finally {
    await database.close();
  }
}
