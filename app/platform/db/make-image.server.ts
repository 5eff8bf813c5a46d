import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT_FOLDER } from '../root-folder.server.ts';
import { imagePath, packImage } from './cluster-image.server.ts';
import { openCluster } from './embedded.server.ts';
import { migrateDatabase } from './migrate.server.ts';

/** The build and the tests need the same one, and whoever comes first makes it. */
const CACHE = join(ROOT_FOLDER, 'node_modules/.cache/embarka');

/**
 * Where the image of a new database with these migrations lies; makes it where there is none. Two
 * processes may do that at once: each file appears whole or not at all.
 */
export async function makeImage(): Promise<string> {
  const image = imagePath(CACHE);
  if (existsSync(image)) return image;
  const folder = await mkdtemp(join(tmpdir(), 'embarka-image-'));
  try {
    const cluster = join(folder, 'db');
    const database = await openCluster(cluster);
    await migrateDatabase(database.pool);
    // What has been logged so far is in the tables' files at the end: the image takes none of it along.
    await database.pool.query('select pg_switch_wal()');
    await database.close();
    await packImage(cluster, image);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return image;
}
