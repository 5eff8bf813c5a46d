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
 * The rows of a file as `writeCsv` or a spreadsheet wrote it, with commas, semicolons or tabs; undefined
 * where a quote is never closed. What keeps a text from being a formula is taken off again. Empty rows
 * stay, so that each has the number that a spreadsheet gives it. A field a step.
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
  return rows;
}

/** A line of a common spreadsheet above all rows, which it shows as none of them. */
const TOLD_SEPARATOR = /^"?sep=([,;\t])"?(?:\r\n|\r|\n)/i;

/** Whichever stands most often in the head; cells that are pasted from a spreadsheet have tabs. */
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
      // As spreadsheets read it: what follows the quotation mark belongs to the cell.
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
