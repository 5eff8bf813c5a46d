import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT_FOLDER } from '../root-folder.server.ts';
import { imagePath, packImage } from './cluster-image.server.ts';
import { openCluster } from './embedded.server.ts';
import { migrateDatabase } from './migrate.server.ts';

const CACHE = join(ROOT_FOLDER, 'node_modules/.cache/embarka');

/**
 * Returns the path of the image for the current migrations, creating the image if necessary. Safe
 * for concurrent processes, because files appear atomically.
 */
export async function makeImage(): Promise<string> {
  const image = imagePath(CACHE);
  if (existsSync(image)) return image;
  const folder = await mkdtemp(join(tmpdir(), 'embarka-image-'));
  try {
    const cluster = join(folder, 'db');
    const database = await openCluster(cluster);
    await migrateDatabase(database.pool);
    // Starts a new log segment, so that the image need not contain the earlier ones.
    await database.pool.query('select pg_switch_wal()');
    await database.close();
    await packImage(cluster, image);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return image;
}
