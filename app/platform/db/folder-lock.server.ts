import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Thrown when another process has the data folder open. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
}

/**
 * Holds a data folder for this process. The embedded database has no lock of its own, and two
 * processes on one folder lose acknowledged rows. SQLite's exclusive lock belongs to the process,
 * so it is freed even by SIGKILL.
 */
export function lockFolder(folder: string): { release(): void } {
  const pidFile = join(folder, 'embarka.pid');
  const lock = new DatabaseSync(join(folder, 'embarka.lock'));
  try {
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!/locked|busy/i.test(String(error))) throw error;
    throw new FolderInUseError(
      `${folder} is already in use by process ${readPid(pidFile)}. ` +
        'Stop that process first, or set DATA_DIR to another folder.',
    );
  }
  writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 });
  return { release: () => lock.close() };
}

function readPid(pidFile: string): string {
  try {
    return readFileSync(pidFile, 'utf8').trim() || '(unknown)';
  } catch {
    return '(unknown)';
  }
}
