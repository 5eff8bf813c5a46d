import * as v from 'valibot';
import type { Readable } from 'node:stream';

export const MANIFEST = 'manifest.json';

const manifest = v.object({
  format: v.literal(1),
  startedAt: v.string(),
  /** The moment to which the backup restores the database. */
  finishedAt: v.string(),
  migration: v.number(),
  rows: v.record(v.string(), v.number()),
  files: v.number(),
});

/** The last entry of a backup. Its presence shows that the backup is complete. */
export type Manifest = v.InferOutput<typeof manifest>;

export function parseManifest(text: string): Manifest {
  const result = v.safeParse(manifest, JSON.parse(text));
  if (!result.success) throw new Error('The backup was made by a different version of Embarka');
  return result.output;
}

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
