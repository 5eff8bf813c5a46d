import { RefusedError } from '../errors.ts';
import type { FileStore } from './store/file-store.server.ts';

/** Kept free for the database, which does not survive a full disk, and for what is worked on. */
export const RESERVE_BYTES = 256 * 1024 * 1024;

const NO_ROOM = 'There is no room for files at the moment. Please try again later.';

/** Throws {@link RefusedError} 503 while the disk is nearly full. */
export async function refuseWithoutRoom(store: FileStore, size: number): Promise<void> {
  const free = await store.free();
  // Twice: what was taken in lies beside what is made of it for a moment.
  if (free !== undefined && free - 2 * size < RESERVE_BYTES) throw new RefusedError(503, NO_ROOM);
}
