import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Deletes mails nobody took out of the outbox for a month: what they link to is long over, and
 * the addresses in them are people's.
 */
export async function pruneMailFolder(folder: string, clock: Clock): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names) {
    // Half a mail is left by a process that died.
    if (!/\.eml(\.part)?$/.test(name)) continue;
    const file = join(folder, name);
    // Another process may have been faster, or the operator.
    const found = await stat(file).catch(() => undefined);
    if (found && clock.now().getTime() - found.mtimeMs > KEPT_MS) await rm(file, { force: true });
  }
}
