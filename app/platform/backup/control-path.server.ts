import { hash } from 'node:crypto';
import { join } from 'node:path';

/**
 * The control socket of the process that holds a data folder. Only the owner can open the folder,
 * which protects the socket in it.
 */
export function controlPath(dataDir: string): string {
  if (process.platform !== 'win32') return join(dataDir, 'control.sock');
  const name = hash('sha256', dataDir).slice(0, 32);
  return `\\\\.\\pipe\\embarka-${name}`;
}
