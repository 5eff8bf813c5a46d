import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createGunzip } from 'node:zlib';
import { OperatorError } from '../operator-error.ts';
import { ROOT_FOLDER } from '../root-folder.server.ts';
import { readTar, storeEntry } from '../tar.ts';
import { MIGRATIONS_FOLDER } from './migrate.server.ts';

// An image is PGlite's dump of an empty database with all migrations: its folder as a gzipped tar.
// The build creates it once, so that a first start unpacks a file instead of running `initdb` and
// the migrations.

/** Increase when the way of making images changes. */
const FORMAT = 2;

/** Sixteen times Node's default, because each chunk costs a turn of the event loop. */
const CHUNK = 256 * 1024;

const IMAGES = join(ROOT_FOLDER, 'build/database');

/** The path of the image for the current migrations, which may not exist. */
export function imagePath(folder = IMAGES): string {
  return join(folder, `${fingerprint(MIGRATIONS_FOLDER)}.tar.gz`);
}

/** Hashes the migrations and PGlite's version: a change of either needs another image. */
export function fingerprint(migrationsFolder: string): string {
  const hash = createHash('sha256').update(`${FORMAT}\0`);
  const manifest = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'));
  hash.update(readFileSync(fileURLToPath(manifest)));
  for (const name of readdirSync(migrationsFolder).toSorted()) {
    if (!name.endsWith('.sql')) continue;
    hash
      .update(`${name}\0`)
      .update(readFileSync(join(migrationsFolder, name)))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}

/**
 * Unpacks an image as the folder of a new database. PGlite's `loadDataDir` would keep the whole
 * archive in memory, which costs a first start 50 MB.
 */
export async function unpackImage(image: string, cluster: string): Promise<void> {
  await mkdir(cluster, { mode: 0o700 });
  try {
    await pipeline(
      createReadStream(image),
      createGunzip({ chunkSize: CHUNK }),
      async (unzipped) => {
        for await (const { name, size, bytes } of readTar(unzipped)) {
          const place = join(cluster, name);
          if (size === undefined) await mkdir(place, { recursive: true, mode: 0o700 });
          else await storeEntry(bytes(), place);
        }
      },
    );
  } catch (error) {
    throw new OperatorError(
      `Could not unpack a new database from ${image} (${(error as Error).message}): ` +
        'free up space if the disk is full, otherwise build or install Embarka again.',
      { cause: error },
    );
  }
}
