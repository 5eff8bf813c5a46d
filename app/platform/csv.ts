/** A number is written as it is, because a spreadsheet must be able to add up negative ones. */
export type CsvCell = string | { readonly number: string };

/**
 * Writes CSV (RFC 4180) with a byte order mark: without it, Excel reads UTF-8 in its own code page
 * and garbles names.
 */
export function writeCsv(rows: readonly (readonly CsvCell[])[]): string {
  return `\uFEFF${writeCsvRows(rows)}`;
}

/** Writes more rows of a file that {@link writeCsv} began. */
export function writeCsvRows(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(toField).join(',')}\r\n`).join('');
}

/**
 * The places where a spreadsheet would begin a formula, which user input must not become: the start of a cell, and
 * what comes after a semicolon, a tab or a line break, because spreadsheets of many countries separate cells by
 * semicolons and then ignore our quotes.
 */
const FORMULA = /^(?='*[=+\-@\t\r])|(?<=[;\t\r\n])(?='*[=+\-@])/g;
const ESCAPED_FORMULA = /^'(?='*[=+\-@\t\r])|(?<=[;\t\r\n])'(?='*[=+\-@])/g;

function toField(cell: CsvCell): string {
  if (typeof cell !== 'string') return cell.number;
  const safe = cell.replaceAll(FORMULA, "'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Parses CSV with commas, semicolons or tabs; yields after each field. Returns undefined for an
 * unclosed quote. Removes the apostrophes of `writeCsv` in front of formulas. Empty rows stay, so
 * that row numbers match the spreadsheet's.
 */
export function* readingCsv(text: string): Generator<void, string[][] | undefined> {
  const whole = text.replace(/^\uFEFF/, '');
  const told = TOLD_SEPARATOR.exec(whole);
  const source = whole.slice(told?.[0].length ?? 0);
  const separator = told?.[1] ?? separatorOf(source);
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < source.length) {
    const field = readField(source, at, separator);
    if (!field) return undefined;
    row.push(field.text.replaceAll(ESCAPED_FORMULA, ''));
    at = field.end;
    yield;
    if (source[at] === separator) {
      at += 1;
      if (at === source.length) row.push('');
      continue;
    }
    rows.push(row);
    row = [];
    at += source.startsWith('\r\n', at) ? 2 : 1;
  }
  if (row.length > 0) rows.push(row);
  return rows;
}

/** The separator line that Excel understands and does not show as a row. */
const TOLD_SEPARATOR = /^"?sep=([,;\t])"?(?:\r\n|\r|\n)/i;

/**
 * Guesses the separator by its frequency in the first line; cells pasted from a spreadsheet have
 * tabs.
 */
function separatorOf(source: string): string {
  const head = source.trimStart().split(/[\r\n]/, 1)[0] ?? '';
  const [most = ','] = [',', ';', '\t'].toSorted(
    (one, other) => head.split(other).length - head.split(one).length,
  );
  return most;
}

function readField(
  source: string,
  start: number,
  separator: string,
): { readonly text: string; readonly end: number } | undefined {
  if (source[start] !== '"') return readBare(source, start, separator);
  let text = '';
  let from = start + 1;
  for (;;) {
    const quote = source.indexOf('"', from);
    if (quote === -1) return undefined;
    text += source.slice(from, quote);
    if (source[quote + 1] !== '"') {
      // As in spreadsheets, text after the closing quote belongs to the cell.
      const rest = readBare(source, quote + 1, separator);
      return { text: text + rest.text, end: rest.end };
    }
    text += '"';
    from = quote + 2;
  }
}

function readBare(source: string, start: number, separator: string) {
  let end = start;
  while (end < source.length && source[end] !== separator && !isBreak(source[end])) end += 1;
  return { text: source.slice(start, end), end };
}

function isBreak(letter: string | undefined): boolean {
  return letter === '\n' || letter === '\r';
}
