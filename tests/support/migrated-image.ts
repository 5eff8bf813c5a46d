import { createHash, randomUUID } from 'node:crypto';
import { existsSync, openAsBlob } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';

const migrationsFolder = fileURLToPath(new URL('../../db/migrations', import.meta.url));
const cache = fileURLToPath(new URL('../../node_modules/.cache/embarka', import.meta.url));

/**
 * An empty embedded database with every migration, for `openInMemory`: made by the first test file
 * that asks and read by all others, because making one takes seconds.
 */
export async function readMigratedImage(): Promise<Blob> {
  const path = join(cache, `migrated-${await fingerprint()}.tar`);
  if (existsSync(path)) return openAsBlob(path);
  const pglite = new PGlite();
  await migrate(drizzle(pglite), { migrationsFolder });
  const image = await pglite.dumpDataDir('none');
  await pglite.close();
  await mkdir(cache, { recursive: true });
  // Two workers may make it at once: each file appears whole or not at all.
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, Buffer.from(await image.arrayBuffer()));
  await rename(draft, path);
  return image;
}

/** Of the migrations and of the database program: either makes another image. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  const manifest = import.meta.resolve('@electric-sql/pglite');
  hash.update(await readFile(fileURLToPath(new URL('../package.json', manifest))));
  for (const name of (await readdir(migrationsFolder)).toSorted()) {
    if (!name.endsWith('.sql')) continue;
    hash.update(name).update(await readFile(join(migrationsFolder, name)));
  }
  return hash.digest('hex').slice(0, 16);
}
