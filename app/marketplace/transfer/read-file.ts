import { say } from '../../platform/say.ts';
import * as v from 'valibot';
import { atOnce } from '../../platform/at-once.ts';
import { readingCsv } from '../../platform/csv.ts';
import { RefusedError } from '../../platform/errors.ts';
import type { Texts } from '../entries/read-texts.ts';
import { COLUMNS } from './columns.ts';

/** As many as the largest shop has that this is measured with. */
export const MAX_ROWS = 10_000;

export interface FileRow {
  /** As a spreadsheet counts: the head is the first. */
  readonly number: number;
  /** The columns that the file has; what it has not stays as it is. */
  readonly texts: Texts;
}

const jsonFile = v.object({
  services: v.array(v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.null()]))),
});

/** The rows of a CSV or JSON file; throws {@link RefusedError} 400 for what is neither. */
export function readFile(text: string): FileRow[] {
  return atOnce(readingFile(text));
}

/** The same in steps: a long file is read while everything else goes on. */
export function* readingFile(text: string): Generator<void, FileRow[]> {
  const source = text.replace(/^\uFEFF/, '').trim();
  if (source === '') throw refuse(say('Please choose a file, or paste its contents.'));
  const rows =
    source.startsWith('{') || source.startsWith('[')
      ? yield* fromJson(source)
      : yield* fromCsv(text);
  if (rows.length === 0) throw refuse(say('The file holds no services.'));
  if (rows.length > MAX_ROWS) {
    throw refuse(
      say('The file holds {length} services. The limit is {maxRows} at once.', {
        length: rows.length,
        maxRows: MAX_ROWS,
      }),
    );
  }
  const unknown = new Set<string>();
  for (const { texts } of rows) {
    for (const name of Object.keys(texts)) if (!KNOWN.has(name)) unknown.add(name);
    yield;
  }
  if (unknown.size > 0) {
    throw refuse(
      say('These columns are not known: {value}. An export shows which there are.', {
        value: [...unknown].slice(0, 5).join(', '),
      }),
    );
  }
  return rows;
}

const KNOWN: ReadonlySet<string> = new Set(COLUMNS);

function* fromCsv(text: string): Generator<void, FileRow[]> {
  const [head, ...body] = (yield* readingCsv(text)) ?? [];
  if (!head) throw refuse(say('The file cannot be read as CSV: a quotation mark is never closed.'));
  const names = head.map((name) => name.trim());
  if (!names.includes('id')) {
    throw refuse(say('The first row must name the columns, and one of them must be ‘id’.'));
  }
  if (new Set(names).size < names.length) throw refuse(say('A column is there twice.'));
  const rows: FileRow[] = [];
  for (const [index, cells] of body.entries()) {
    rows.push({
      number: index + 2,
      texts: Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ''])),
    });
    yield;
  }
  return rows;
}

function* fromJson(source: string): Generator<void, FileRow[]> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(source);
  } catch {
    throw refuse(say('The file cannot be read as JSON.'));
  }
  const file = v.safeParse(jsonFile, Array.isArray(parsed) ? { services: parsed } : parsed);
  if (!file.success) throw refuse(say('The file must hold a list of services under ‘services’.'));
  const rows: FileRow[] = [];
  for (const [index, service] of file.output.services.entries()) {
    rows.push({
      number: index + 1,
      texts: Object.fromEntries(
        Object.entries(service).map(([name, value]) => [name, value === null ? '' : String(value)]),
      ),
    });
    yield;
  }
  return rows;
}

function refuse(message: string): RefusedError {
  return new RefusedError(400, message, 'file');
}
