import { statfs } from 'node:fs/promises';
import type { Log } from '../log.server.ts';
import type { OpenDatabase } from './database.server.ts';

/**
 * Space for a few segments of the write-ahead log: when a new one cannot be created, the database
 * ends.
 */
export const RESERVE_BYTES = 64 * 1024 * 1024;

/**
 * Protects the embedded database from a full disk, which it does not survive: below the reserve it
 * becomes read-only and refuses writes.
 */
export class DiskSpace {
  readonly #database: Pick<OpenDatabase, 'pool'>;
  readonly #folder: string;
  readonly #log: Log;
  #isLow = false;

  constructor(database: Pick<OpenDatabase, 'pool'>, folder: string, log: Log) {
    this.#database = database;
    this.#folder = folder;
    this.#log = log;
  }

  async look(): Promise<void> {
    const { bavail, bsize } = await statfs(this.#folder);
    const isLow = bavail * bsize < RESERVE_BYTES;
    if (isLow === this.#isLow) return;
    await this.#database.pool.query(`set default_transaction_read_only = ${isLow ? 'on' : 'off'}`);
    this.#isLow = isLow;
    const folder = this.#folder;
    if (isLow) {
      this.#log.error(
        { folder },
        'Less than 64 MB of disk space is left: the database is read-only until there is more',
      );
    } else this.#log.warn({ folder }, 'Disk space is available again: the database is writable');
  }
}
