import type { Readable } from 'node:stream';

/** What lies in a store under one name. */
export interface StoredBytes {
  /** Of all there is under the name, whatever part of it was asked for. */
  readonly size: number;
  readonly stream: Readable;
}

/** Something a store holds: the original of a file, or what was made of it. */
export interface StoreEntry {
  readonly fileId: string;
  readonly part: Part;
  readonly size: number;
}

/** What there is of a file: itself, and of a picture the forms it is shown in. */
export type Part = string;

/** The first and the last byte that are wanted. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Where the bytes of files are: a folder or a bucket. It asks nobody who is asking. */
export interface FileStore {
  /** In words, for the operator. */
  readonly place: string;
  /**
   * Moves the bytes at this path in, under a name that appears with all of them or not at all; they
   * survive whatever happens after it resolves. Whatever had the name is replaced. The part that
   * makes a file whole (`isLastPart`) is put last: whoever finds it finds all of the file.
   */
  put(fileId: string, part: Part, path: string): Promise<void>;
  /** Undefined where there is nothing of that name. */
  open(fileId: string, part: Part, range?: ByteRange): Promise<StoredBytes | undefined>;
  /** How long it is; undefined where there is nothing of that name. */
  sizeOf(fileId: string, part: Part): Promise<number | undefined>;
  /** Removes all there is of a file; of one that is not there, nothing. */
  remove(fileId: string): Promise<void>;
  /** Everything that is there when its turn comes. */
  list(): AsyncIterable<StoreEntry>;
  /** Free bytes, where anybody knows. */
  free(): Promise<number | undefined>;
}

export const FILE_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const PART = /^[a-z][a-z\d]{0,9}(?:-[a-z\d]{1,9})?$/;

export function isPart(name: string): name is Part {
  return PART.test(name);
}

/** The files themselves: what was added to a chat, the master of a photo, a sample video. */
const LAST_PARTS: readonly Part[] = ['original', 'mp4', 'webm'];

/** Whoever finds it finds all of the file. */
export function isLastPart(part: Part): boolean {
  return LAST_PARTS.includes(part);
}

/** In the order in which they are put. */
export function inOrderOfPutting(parts: readonly Part[]): Part[] {
  return [...parts.filter((part) => !isLastPart(part)), ...parts.filter(isLastPart)];
}
