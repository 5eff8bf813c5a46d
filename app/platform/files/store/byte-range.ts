import type { ByteRange } from './file-store.server.ts';

/** Which bytes of a file are asked for (RFC 9110, 14.1.2): from one place to another, or the last so many. */
export type AskedRange =
  | { readonly from: number; readonly to: number | undefined }
  | { readonly last: number };

const ONE_RANGE = /^bytes=[ \t]{0,4}(\d{1,15})?[ \t]{0,4}-[ \t]{0,4}(\d{1,15})?$/i;

/**
 * Reads a Range header. Undefined for what is not understood, and for several ranges: whoever asks for
 * those is given the whole, as the standard allows, and nothing is sent many times over.
 */
export function readRange(header: string | null): AskedRange | undefined {
  const [, first, second] = ONE_RANGE.exec(header ?? '') ?? [];
  if (first === undefined) return second === undefined ? undefined : { last: Number(second) };
  const to = second === undefined ? undefined : Number(second);
  if (to !== undefined && to < Number(first)) return undefined;
  return { from: Number(first), to };
}

/** Where that lies in so many bytes; undefined where none of it does. */
export function placeRange(asked: AskedRange, size: number): ByteRange | undefined {
  if ('last' in asked) {
    return asked.last === 0 ? undefined : { start: Math.max(0, size - asked.last), end: size - 1 };
  }
  if (asked.from >= size) return undefined;
  return { start: asked.from, end: Math.min(asked.to ?? size - 1, size - 1) };
}
