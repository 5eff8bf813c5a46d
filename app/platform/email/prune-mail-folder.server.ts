import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Deletes emails that lie in the email folder for a month: their links have expired, and they
 * contain personal data.
 */
export async function pruneMailFolder(folder: string, clock: Clock): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names) {
    // A process that died leaves a partial file behind.
    if (!/\.eml(\.part)?$/.test(name)) continue;
    const file = join(folder, name);
    // Another process, or the operator, may have deleted the file.
    const found = await stat(file).catch(() => undefined);
    if (found && clock.now().getTime() - found.mtimeMs > KEPT_MS) await rm(file, { force: true });
  }
}
