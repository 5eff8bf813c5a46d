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

/** A range of bytes (RFC 9110, 14.1.2): from one offset to another, or the last bytes. */
export type AskedRange =
  | { readonly from: number; readonly to: number | undefined }
  | { readonly last: number };

const ONE_RANGE = /^bytes=[ \t]{0,4}(\d{1,15})?[ \t]{0,4}-[ \t]{0,4}(\d{1,15})?$/i;

/**
 * Parses a Range header. Returns undefined for an invalid header and for several ranges: the
 * standard allows answering with the whole file, and overlapping ranges cannot multiply the
 * traffic.
 */
export function readRange(header: string | null): AskedRange | undefined {
  const [, first, second] = ONE_RANGE.exec(header ?? '') ?? [];
  if (first === undefined) return second === undefined ? undefined : { last: Number(second) };
  const to = second === undefined ? undefined : Number(second);
  if (to !== undefined && to < Number(first)) return undefined;
  return { from: Number(first), to };
}

/** Resolves a range for a file of this size; undefined when the range is outside the file. */
export function placeRange(asked: AskedRange, size: number): ByteRange | undefined {
  if ('last' in asked) {
    return asked.last === 0 ? undefined : { start: Math.max(0, size - asked.last), end: size - 1 };
  }
  if (asked.from >= size) return undefined;
  return { start: asked.from, end: Math.min(asked.to ?? size - 1, size - 1) };
}
