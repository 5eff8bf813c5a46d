import { readFile } from 'node:fs/promises';
import { makeImage } from '../../app/platform/db/make-image.server.ts';

/**
 * An empty embedded database with every migration, for `openInMemory`: the build's, or made by the
 * first test file that asks and read by all others. In memory: a file's Blob is handed to no thread.
 */
export async function readMigratedImage(): Promise<Blob> {
  return new Blob([await readFile(await makeImage())], { type: 'application/gzip' });
}
