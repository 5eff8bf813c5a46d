import * as v from 'valibot';
import { ApiProblem } from './problem.ts';

/** Encodes a position in a list. Clients must treat cursors as opaque, so that the format can change. */
export function writeCursor(place: readonly string[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** Throws a problem that names the parameter if the cursor does not match. */
export function readCursor<S extends v.GenericSchema>(cursor: string, place: S): v.InferOutput<S> {
  const read = v.safeParse(place, parse(cursor));
  return read.success ? read.output : refuseCursor();
}

/** Returns a page. `found` contains one row more than `limit` if another page exists. */
export function pageOf<Row>(
  found: readonly Row[],
  limit: number,
  placeOf: (last: Row) => readonly string[],
) {
  const data = found.slice(0, limit);
  const last = data.at(-1);
  return { data, nextCursor: last && found.length > limit ? writeCursor(placeOf(last)) : null };
}

export function refuseCursor(): never {
  throw new ApiProblem(
    'invalid-parameter',
    "'cursor' must be the nextCursor of the page before, unchanged.",
    { parameter: 'cursor' },
  );
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}
