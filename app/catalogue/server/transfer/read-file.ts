import { t } from '../../../i18n/translate.ts';
import * as v from 'valibot';
import { atOnce } from '../../../platform/at-once.ts';
import { readingCsv } from '../../../platform/csv.ts';
import { requireDecoded } from '../../../platform/decode-file.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { Texts } from '../../protocol/read-texts.ts';
import { COLUMNS } from './columns.ts';

/** Performance is measured with shops up to this size. */
export const MAX_ROWS = 10_000;

export interface FileRow {
  /** The number counts as a spreadsheet does: the header is row 1. */
  readonly number: number;
  /** Columns that are missing leave the service unchanged. */
  readonly texts: Texts;
  /** The row has more cells than columns, so the cells cannot be assigned. */
  readonly isTooLong?: boolean;
}

const jsonFile = v.object({ services: v.array(v.unknown()) });
const jsonRow = v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.null()]));

/** Throws {@link RefusedError} 400 for a file that is neither CSV nor JSON. */
export function readFile(text: string): FileRow[] {
  return atOnce(readingFile(text));
}

/** The generator lets a long file be read without blocking the event loop. */
export function* readingFile(text: string): Generator<void, FileRow[]> {
  const source = text.replace(/^\uFEFF/, '').trim();
  if (source === '') throw refuse(t('Choose a file, or paste its contents.'));
  requireDecoded(source);
  const rows =
    source.startsWith('{') || source.startsWith('[')
      ? yield* fromJson(source)
      : yield* fromCsv(text);
  if (rows.length === 0) throw refuse(t('The file contains no services.'));
  if (rows.length > MAX_ROWS) {
    throw refuse(
      t(
        'The file contains {length, plural, one {# service} other {# services}}. You can import at most {maxRows} at once.',
        {
          length: rows.length,
          maxRows: MAX_ROWS,
        },
      ),
    );
  }
  const unknown = new Set<string>();
  for (const { texts } of rows) {
    for (const name of Object.keys(texts)) if (!KNOWN.has(name)) unknown.add(name);
    yield;
  }
  if (unknown.size > 0) {
    throw refuse(
      t('Unknown columns: {value}. Export the catalogue to see the available columns.', {
        value: [...unknown].slice(0, 5).join(', '),
      }),
    );
  }
  return rows;
}

const KNOWN: ReadonlySet<string> = new Set(COLUMNS);

function* fromCsv(text: string): Generator<void, FileRow[]> {
  const all = yield* readingCsv(text);
  if (!all) throw refuse(t("The file can't be read as CSV: a quotation mark isn't closed."));
  const isEmpty = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '');
  const headAt = all.findIndex((cells) => !isEmpty(cells));
  const head = (all[headAt] ?? []).map((name) => name.trim());
  // Spreadsheets export empty columns behind the last one.
  const names = head.slice(0, head.findLastIndex((name) => name !== '') + 1);
  if (!names.includes('id')) {
    throw refuse(t('The first row must name the columns, and one of them must be ‘id’.'));
  }
  if (new Set(names).size < names.length) throw refuse(t('A column name appears twice.'));
  const rows: FileRow[] = [];
  for (const [index, cells] of all.entries()) {
    if (index <= headAt || isEmpty(cells)) continue;
    rows.push({
      number: index + 1,
      texts: Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ''])),
      isTooLong: !isEmpty(cells.slice(names.length)),
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
    throw refuse(t("The file can't be read as JSON."));
  }
  const file = v.safeParse(jsonFile, Array.isArray(parsed) ? { services: parsed } : parsed);
  if (!file.success) throw refuse(t('The file must contain a list of services under ‘services’.'));
  const rows: FileRow[] = [];
  for (const [index, service] of file.output.services.entries()) {
    const row = v.safeParse(jsonRow, service);
    if (!row.success) {
      throw refuse(
        t(
          'Row {number} must be a service: column names, each with a text, a number, true, false or null.',
          {
            number: index + 1,
          },
        ),
      );
    }
    rows.push({
      number: index + 1,
      texts: Object.fromEntries(
        Object.entries(row.output).map(([name, value]) => [
          name,
          value === null ? '' : String(value),
        ]),
      ),
    });
    yield;
  }
  return rows;
}

function refuse(message: string): RefusedError {
  return new RefusedError(400, message, 'file');
}
