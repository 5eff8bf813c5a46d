import { RefusedError } from '../errors.ts';
import type { FileStore } from './store/file-store.server.ts';

/**
 * The reserve for the database, which does not survive a full disk, and for files in processing.
 */
export const RESERVE_BYTES = 256 * 1024 * 1024;

const NO_ROOM = 'There is no room for files at the moment. Please try again later.';

/** Throws {@link RefusedError} 503 while the disk is nearly full. */
export async function refuseWithoutRoom(store: FileStore, size: number): Promise<void> {
  const free = await store.free();
  // Doubled, because the upload and the files made from it exist side by side for a moment.
  if (free !== undefined && free - 2 * size < RESERVE_BYTES) throw new RefusedError(503, NO_ROOM);
}
