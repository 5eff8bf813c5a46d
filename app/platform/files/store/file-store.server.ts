import type { Readable } from 'node:stream';

export interface StoredBytes {
  /** The size of the whole part, even when only a range is read. */
  readonly size: number;
  readonly stream: Readable;
}

export interface StoreEntry {
  readonly fileId: string;
  readonly part: Part;
  readonly size: number;
}

/** The name of one stored version of a file: the original, or a picture's variant. */
export type Part = string;

/** The first and the last byte, both inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Stores the bytes of files in a folder or a bucket. It checks no permissions. */
export interface FileStore {
  readonly place: string;
  /**
   * Moves a file into the store atomically and durably, replacing a part of the same name. The part
   * that completes a file (`isLastPart`) is stored last, so that its presence means that all parts
   * exist.
   */
  put(fileId: string, part: Part, path: string): Promise<void>;
  /** Undefined when the part does not exist. */
  open(fileId: string, part: Part, range?: ByteRange): Promise<StoredBytes | undefined>;
  sizeOf(fileId: string, part: Part): Promise<number | undefined>;
  /** Removes all parts of a file. Removing a missing file is no error. */
  remove(fileId: string): Promise<void>;
  /** Lists the parts that still exist when their turn comes. */
  list(): AsyncIterable<StoreEntry>;
  free(): Promise<number | undefined>;
}

export const FILE_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const PART = /^[a-z][a-z\d]{0,9}(?:-[a-z\d]{1,9})?$/;

export function isPart(name: string): name is Part {
  return PART.test(name);
}

/** The main files: an attachment of a chat, the master of a photo, a sample video. */
const LAST_PARTS: readonly Part[] = ['original', 'mp4', 'webm'];

export function isLastPart(part: Part): boolean {
  return LAST_PARTS.includes(part);
}

export function inOrderOfPutting(parts: readonly Part[]): Part[] {
  return [...parts.filter((part) => !isLastPart(part)), ...parts.filter(isLastPart)];
}
