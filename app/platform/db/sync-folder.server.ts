import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const SYNCED_AT_ONCE = 16;

/**
 * Flushes a folder with all its files to disk; several files at once, because sequential flushing
 * took minutes.
 */
export async function syncFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((dirEntry) => dirEntry.isFile());
  const syncNext = async (): Promise<void> => {
    for (let dirEntry = files.pop(); dirEntry; dirEntry = files.pop()) {
      const handle = await open(join(dirEntry.parentPath, dirEntry.name), 'r+');
      await handle.sync();
      await handle.close();
    }
  };
  await Promise.all(Array.from({ length: SYNCED_AT_ONCE }, syncNext));
  for (const dirEntry of entries) {
    if (dirEntry.isDirectory()) await syncFolder(join(dirEntry.parentPath, dirEntry.name));
  }
  await syncFolder(folder);
}

/** Flushes a folder's own entries, such as after a rename. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot flush folders.
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
}
