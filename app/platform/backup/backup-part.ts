import type { Readable } from 'node:stream';

export interface BackupEntry {
  /** The path below `files/`. */
  readonly name: string;
  readonly size: number;
  readonly open: () => Promise<Readable | undefined>;
}

/**
 * Data outside the database that belongs in a backup. The backup copies the rows first and these
 * files afterwards.
 */
export interface BackupPart {
  /** Keeps files that rows refer to from being deleted; the returned function ends the hold. */
  hold(): () => void;
  entries(): AsyncIterable<BackupEntry>;
}

export interface RestoredPart {
  /**
   * Throws an error with instructions unless every file that the rows refer to was unpacked into
   * this folder.
   */
  check(folder: string, query: <R>(text: string) => Promise<readonly R[]>): Promise<void>;
  /** Moves the files to their final place. Idempotent. */
  put(folder: string): Promise<void>;
}
