import * as v from 'valibot';
import { isDay } from '../../platform/day.ts';
import { ApiProblem } from './problem.ts';

export type Parameters = v.ObjectSchema<v.ObjectEntries, undefined>;

/**
 * Validates the query. Unknown, repeated and invalid parameters are errors, because a silently ignored filter
 * would return too much.
 */
export function readQuery<S extends Parameters>(
  schema: S,
  params: URLSearchParams,
): v.InferOutput<S> {
  const known = Object.keys(schema.entries);
  const values: [string, unknown][] = [];
  for (const name of new Set(params.keys())) {
    const entry = Object.hasOwn(schema.entries, name) ? schema.entries[name] : undefined;
    if (!entry) {
      const list =
        known.length > 0 ? `Allowed: ${known.join(', ')}.` : 'This URL has no parameters.';
      throw new ApiProblem('unknown-parameter', `Unknown parameter '${name}'. ${list}`, {
        parameter: name,
      });
    }
    const [text = '', ...others] = params.getAll(name);
    if (others.length > 0) refuse(name, 'must be given only once');
    values.push([name, isNumeric(entry) ? readNumber(name, text) : text]);
  }
  const result = v.safeParse(schema, Object.fromEntries(values));
  if (result.success) return result.output;
  const [issue] = result.issues;
  return refuse(v.getDotPath(issue) ?? '', explainIssue(issue));
}

/** Returns `undefined` if the path does not match the schema, which means 404. */
export function readPath<S extends Parameters>(
  schema: S,
  values: Readonly<Record<string, string>>,
): v.InferOutput<S> | undefined {
  const result = v.safeParse(schema, values);
  return result.success ? result.output : undefined;
}

function readNumber(name: string, text: string): number {
  return /^-?\d{1,12}(\.\d{1,6})?$/.test(text) ? Number(text) : refuse(name, 'must be a number');
}

function refuse(parameter: string, must: string): never {
  throw new ApiProblem('invalid-parameter', `'${parameter}' ${must}.`, { parameter });
}

function isNumeric(schema: v.GenericSchema): boolean {
  const { wrapped } = schema as { wrapped?: v.GenericSchema };
  return wrapped ? isNumeric(wrapped) : schema.type === 'number';
}

export function explainIssue(issue: v.BaseIssue<unknown>): string {
  const requirement = String(issue.requirement);
  switch (issue.type) {
    case 'picklist':
      return `must be one of ${(issue.expected ?? '').replaceAll(/[()"]/g, '').replaceAll(' | ', ', ')}`;
    case 'integer':
      return 'must be a whole number';
    case 'min_value':
      return `must be at least ${requirement}`;
    case 'max_value':
      return `must be at most ${requirement}`;
    case 'min_length':
      return 'must not be empty';
    case 'max_length':
      return `must have at most ${requirement} characters`;
    default:
      return 'has an invalid value';
  }
}

/** Refuses a day that no calendar has, such as February 30. An empty text is no day and allowed. */
export function requireDay(parameter: string, text: string): void {
  if (text !== '' && !isDay(text)) refuse(parameter, 'must be a day of the calendar');
}

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
    "'cursor' must be the unchanged nextCursor of the previous page.",
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
