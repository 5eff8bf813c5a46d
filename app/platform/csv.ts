import { atOnce } from './at-once.ts';

/**
 * RFC 4180, with a byte order mark: without it a common spreadsheet reads UTF-8 as its own code
 * page and breaks every name that is not plain English.
 */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(toField).join(',')}\r\n`).join('')}`;
}

/** A spreadsheet runs what begins like this: a service or a name must not become a formula. */
const FORMULA = /^'*[=+\-@\t\r]/;

function toField(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * The rows of a file as `writeCsv` or a spreadsheet wrote it, with commas or semicolons; undefined
 * where a quote is never closed. What keeps a text from being a formula is taken off again.
 */
export function readCsv(text: string): string[][] | undefined {
  return atOnce(readingCsv(text));
}

/** The same, a field a step. */
export function* readingCsv(text: string): Generator<void, string[][] | undefined> {
  const source = text.replace(/^\uFEFF/, '');
  const separator = separatorOf(source);
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < source.length) {
    const field = readField(source, at, separator);
    if (!field) return undefined;
    row.push(field.text.replace(/^'(?='*[=+\-@\t\r])/, ''));
    at = field.end;
    yield;
    if (source[at] === separator) {
      at += 1;
      // A separator at the very end is followed by an empty field.
      if (at === source.length) row.push('');
      continue;
    }
    rows.push(row);
    row = [];
    at += source.startsWith('\r\n', at) ? 2 : 1;
  }
  if (row.length > 0) rows.push(row);
  return rows.filter((cells) => cells.some((cell) => cell.trim() !== ''));
}

/** Whichever stands more often in the head. */
function separatorOf(source: string): ',' | ';' {
  const head = source.slice(0, source.search(/[\r\n]|$/));
  return head.split(';').length > head.split(',').length ? ';' : ',';
}

function readField(
  source: string,
  start: number,
  separator: string,
): { readonly text: string; readonly end: number } | undefined {
  if (source[start] !== '"') {
    let end = start;
    while (end < source.length && source[end] !== separator && !isBreak(source[end])) end += 1;
    return { text: source.slice(start, end), end };
  }
  let text = '';
  let from = start + 1;
  for (;;) {
    const quote = source.indexOf('"', from);
    if (quote === -1) return undefined;
    text += source.slice(from, quote);
    if (source[quote + 1] !== '"') return { text, end: quote + 1 };
    text += '"';
    from = quote + 2;
  }
}

function isBreak(letter: string | undefined): boolean {
  return letter === '\n' || letter === '\r';
}
