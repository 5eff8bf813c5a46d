import { hash } from 'node:crypto';
import { join } from 'node:path';

/**
 * Where the process that holds a data folder listens for the operator's commands. The folder is
 * closed to everybody else, and with it the socket in it.
 */
export function controlPath(dataDir: string): string {
  if (process.platform !== 'win32') return join(dataDir, 'control.sock');
  const name = hash('sha256', dataDir).slice(0, 32);
  return `\\\\.\\pipe\\embarka-${name}`;
}
