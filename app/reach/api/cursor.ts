import { ApiProblem } from './problem.ts';

/** A place in a list, as clients carry it: opaque, so that its form can change. */
export function writeCursor(place: readonly string[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** Reads a place of this many parts; throws the problem that names the parameter. */
export function readCursor(cursor: string, parts: number): readonly string[] {
  const place = parse(cursor);
  const isPlace =
    Array.isArray(place) &&
    place.length === parts &&
    place.every((part): part is string => typeof part === 'string');
  return isPlace ? place : refuseCursor();
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
