import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const SYNCED_AT_ONCE = 16;

/**
 * Puts every file and folder below a folder on the disk, and itself: many files at once, because one
 * after the other took minutes.
 */
export async function syncFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const syncNext = async (): Promise<void> => {
    for (let entry = files.pop(); entry; entry = files.pop()) {
      const handle = await open(join(entry.parentPath, entry.name), 'r+');
      await handle.sync();
      await handle.close();
    }
  };
  await Promise.all(Array.from({ length: SYNCED_AT_ONCE }, syncNext));
  for (const entry of entries) {
    if (entry.isDirectory()) await syncFolder(join(entry.parentPath, entry.name));
  }
  await syncFolder(folder);
}

/** Puts a folder's own entries on the disk: which names it has, after a rename. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows has no folder that could be synced.
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
}
