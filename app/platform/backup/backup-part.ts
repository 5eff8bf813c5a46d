import type { Readable } from 'node:stream';

/** A file that goes into a backup beside the database. */
export interface BackupEntry {
  /** Below `files/`. */
  readonly name: string;
  readonly size: number;
  readonly open: () => Promise<Readable | undefined>;
}

/** What lies outside the database and belongs to it: rows are taken first, this after them. */
export interface BackupPart {
  /** What the rows name must not go meanwhile; the returned function lets it. */
  hold(): () => void;
  entries(): AsyncIterable<BackupEntry>;
}

/** What a restored database needs beside it. */
export interface RestoredPart {
  /** Whether what was unpacked into this folder is all that the rows name; throws what to do. */
  check(folder: string, query: <R>(text: string) => Promise<readonly R[]>): Promise<void>;
  /** Puts it where it belongs. Done twice it does nothing more. */
  put(folder: string): Promise<void>;
}
