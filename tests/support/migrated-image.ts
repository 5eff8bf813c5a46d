import { openAsBlob } from 'node:fs';
import { makeImage } from '../../app/platform/db/make-image.server.ts';

/**
 * An empty embedded database with every migration, for `openInMemory`: the build's, or made by the
 * first test file that asks and read by all others.
 */
export async function readMigratedImage(): Promise<Blob> {
  return openAsBlob(await makeImage(), { type: 'application/gzip' });
}
