import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const SYNCED_AT_ONCE = 16;

/**
 * Flushes a folder with all its files to disk; several files at once, because sequential flushing
 * took minutes.
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

/** Flushes a folder's own entries, such as after a rename. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot flush folders.
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
}
