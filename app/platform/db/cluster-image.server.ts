import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createGunzip, createGzip, constants } from 'node:zlib';
import { OperatorError } from '../operator-error.ts';
import { ROOT_FOLDER } from '../root-folder.server.ts';
import { readTar, storeEntry, TAR_END, tarFile, tarHeader } from '../tar.ts';
import { CONTROL, CONTROL_FILE, neededLog, readControl } from './check-cluster.server.ts';
import { listCluster } from './cluster-files.server.ts';
import { renewIdentity } from './cluster-identity.server.ts';
import { MIGRATIONS_FOLDER } from './migrate.server.ts';

// An image is the archived folder of an empty database with all migrations. The build creates it
// once, so that a first start unpacks a file instead of running the migrations.

/** Increase when the way of making images changes. */
const FORMAT = 1;

const IMAGES = join(ROOT_FOLDER, 'build/database');

/** Sixteen times Node's default, because each chunk costs a turn of the event loop. */
const CHUNK = 256 * 1024;

/** The state in the control file after a clean shutdown. */
const SHUT_DOWN = 1;

/** Statistics and their timestamps belong to the build only. */
const LEFT_OUT = /^pg_stat\//;

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

/** Packs a database's folder that no process has open. The file appears atomically. */
export async function packImage(cluster: string, image: string): Promise<void> {
  await mkdir(dirname(image), { recursive: true });
  const draft = `${image}.${randomUUID()}.unfinished`;
  try {
    const zipped = createGzip({ level: constants.Z_BEST_COMPRESSION });
    await pipeline(entriesOf(cluster), zipped, createWriteStream(draft, { flags: 'wx' }));
    await rename(draft, image);
  } finally {
    await rm(draft, { force: true });
  }
}

async function* entriesOf(cluster: string): AsyncGenerator<Buffer> {
  const control = readControl(cluster);
  if (control.readInt32LE(CONTROL.state) !== SHUT_DOWN) {
    throw new Error(`${cluster} was not shut down in order`);
  }
  const { folders, files } = await listCluster(cluster);
  for (const name of folders) yield tarHeader({ name });
  for (const name of [
    ...files.filter((one) => !LEFT_OUT.test(one)),
    ...neededLog(control),
    CONTROL_FILE,
  ]) {
    yield tarFile(name, await readFile(join(cluster, name)));
  }
  yield TAR_END;
}

/** Unpacks an image as a new database with its own secrets and ids. */
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
      `A new database could not be unpacked from ${image} (${(error as Error).message}): ` +
        'make room if the disk is full, otherwise build or install the product again.',
      { cause: error },
    );
  }
  renewIdentity(cluster);
}
