/**
 * Loaded into a server with --import: while the file FULL_DISK names exists, every file system says
 * that it has no room.
 */
import { existsSync } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

const trigger = process.env.FULL_DISK ?? '';
const { statfs } = promises;

promises.statfs = (async (path: string) => {
  const found = await statfs(path);
  if (existsSync(trigger)) found.bavail = 0;
  return found;
}) as typeof promises.statfs;
syncBuiltinESMExports();
