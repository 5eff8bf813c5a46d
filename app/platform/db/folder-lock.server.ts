import { readFileSync, writeFileSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OperatorError, systemCode } from '../operator-error.ts';

export class FolderInUseError extends OperatorError {
  override readonly name = 'FolderInUseError';
}

/**
 * Creates the data folder if necessary, restricts it to its owner and locks it for this process.
 * Throws an {@link OperatorError} for an unusable folder.
 */
export async function holdDataFolder(folder: string): Promise<{ release(): void }> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // PGlite writes world-readable files; the mode of the folder protects them.
    await chmod(folder, 0o700);
    return lockFolder(folder);
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const code = systemCode(error) ?? systemCodeOfLock(error);
    if (code === undefined) throw error;
    throw new OperatorError(
      `The data folder ${folder} cannot be used: ${REASONS[code] ?? code}. Fix this, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user has no permission to write to it',
  EPERM: 'it belongs to another user',
  EROFS: 'it is on a read-only file system',
  ENOTDIR: 'a file is in its place',
  EEXIST: 'a file is in its place',
  ENOENT: 'it cannot be created there',
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk is full',
  ELOOP: 'it is a circular link',
  ENAMETOOLONG: 'its name is too long',
  EIO: 'its disk reports errors',
};

function systemCodeOfLock(error: unknown): string | undefined {
  const { errcode } = error as { errcode?: unknown };
  if (typeof errcode !== 'number') return undefined;
  // The low byte is the primary error code.
  switch (errcode & 0xff) {
    case 3:
    case 14:
      return 'EACCES';
    case 8:
      return 'EROFS';
    case 10:
      return 'EIO';
    case 13:
      return 'ENOSPC';
    default:
      return undefined;
  }
}

/**
 * Locks a data folder for this process. The embedded database has no lock of its own, and two
 * processes would lose acknowledged rows. SQLite's exclusive lock is released by the system even
 * after SIGKILL.
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
