import type { ByteRange } from './file-store.server.ts';

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
