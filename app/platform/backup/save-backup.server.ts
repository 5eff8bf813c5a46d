import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import type { Manifest } from './manifest.ts';
import { checkBackup, RestoreError } from './restore-backup.server.ts';

/**
 * Saves a backup under a temporary name with mode 0600, flushes and verifies it, and renames it
 * last. A file with the final name is therefore a complete backup.
 */
export async function saveBackup(source: Readable, file: string): Promise<Manifest> {
  const temporaryPath = `${file}.unfinished`;
  try {
    if (existsSync(file)) throw new RestoreError(`${file} already exists and was not changed.`);
    const handle = await open(temporaryPath, 'w', 0o600);
    try {
      await handle.chmod(0o600);
      for await (const part of source) await handle.writeFile(part as Buffer);
      await handle.sync();
    } finally {
      await handle.close();
    }
    const manifest = await checkBackup(temporaryPath);
    await rename(temporaryPath, file);
    if (process.platform !== 'win32') {
      const folder = await open(dirname(file));
      await folder.sync();
      await folder.close();
    }
    return manifest;
  } catch (error) {
    source.destroy();
    await rm(temporaryPath, { force: true });
    throw error;
  }
}
