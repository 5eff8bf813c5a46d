import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { ROOT_FOLDER } from '../root-folder.server.ts';
import { imagePath } from './database-image.server.ts';
import { MIGRATIONS_FOLDER } from './migrate.server.ts';

const CACHE = join(ROOT_FOLDER, 'node_modules/.cache/embarka');

/**
 * Returns the path of the image for the current migrations, creating the image if necessary. Safe
 * for concurrent processes, because the file appears atomically.
 */
export async function makeImage(): Promise<string> {
  const image = imagePath(CACHE);
  if (existsSync(image)) return image;
  const temporaryPath = `${image}.${randomUUID()}.unfinished`;
  const database = new PGlite({
    startParams: [...PGlite.defaultStartParams, '-c', 'wal_recycle=off'],
  });
  try {
    await migrate(drizzle(database), { migrationsFolder: MIGRATIONS_FOLDER });
    // The checkpoint removes the log before the new segment, so that the image need not contain it.
    await database.exec('select pg_switch_wal(); checkpoint');
    const dump = await database.dumpDataDir('gzip');
    await mkdir(CACHE, { recursive: true });
    await writeFile(temporaryPath, dump.stream(), { flag: 'wx' });
    await rename(temporaryPath, image);
  } finally {
    await rm(temporaryPath, { force: true });
    await database.close();
  }
  return image;
}
