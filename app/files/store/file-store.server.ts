import type { Readable } from 'node:stream';
import { PREVIEW_SIDES, type PreviewName } from '../../conversation/wire/files.ts';

/** What lies in a store under one name. */
export interface StoredBytes {
  readonly size: number;
  readonly stream: Readable;
}

/** Something a store holds: the original of a file, or a preview. */
export interface StoreEntry {
  readonly fileId: string;
  readonly part: Part;
  readonly size: number;
}

/** What there is of a file: itself, and of a picture its previews. */
export type Part = 'original' | PreviewName;

/** In the order in which they are kept. */
export const PARTS: readonly Part[] = [
  ...(Object.keys(PREVIEW_SIDES) as PreviewName[]),
  // Last: whoever finds it finds all of the file.
  'original',
];

/** Where the bytes of files are: a folder or a bucket. It asks nobody who is asking. */
export interface FileStore {
  /** In words, for the operator. */
  readonly place: string;
  /**
   * Moves the bytes at this path in, under a name that appears with all of them or not at all; they
   * survive whatever happens after it resolves. Whatever had the name is replaced.
   */
  put(fileId: string, part: Part, path: string): Promise<void>;
  /** Undefined where there is nothing of that name. */
  open(fileId: string, part: Part): Promise<StoredBytes | undefined>;
  /** Removes all there is of a file; of one that is not there, nothing. */
  remove(fileId: string): Promise<void>;
  /** Everything that is there when its turn comes. */
  list(): AsyncIterable<StoreEntry>;
  /** Free bytes, where anybody knows. */
  free(): Promise<number | undefined>;
}

export const FILE_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

export function isPart(name: string): name is Part {
  return (PARTS as readonly string[]).includes(name);
}
