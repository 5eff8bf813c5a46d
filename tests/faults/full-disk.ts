/**
 * Loaded into a server with --import: while the file FULL_DISK names exists, every file system says
 * that it has no room. Where it says 'unnoticed', they say nothing, and what is written does not
 * reach the disk, as when something else fills it within a second.
 */
import fs, { existsSync, readFileSync } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

const trigger = process.env.FULL_DISK ?? '';
const { statfs } = promises;
const { fdatasyncSync } = fs;

const state = () => (existsSync(trigger) ? readFileSync(trigger, 'utf8') : 'free');

promises.statfs = (async (path: string) => {
  const found = await statfs(path);
  if (state() === 'noticed') found.bavail = 0;
  return found;
}) as typeof promises.statfs;

fs.fdatasyncSync = (file) => {
  if (state() === 'unnoticed') {
    const message = 'ENOSPC: no space left on device, fdatasync';
    throw Object.assign(new Error(message), { code: 'ENOSPC', syscall: 'fdatasync' });
  }
  fdatasyncSync(file);
};
syncBuiltinESMExports();
