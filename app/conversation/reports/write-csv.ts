/**
 * RFC 4180, with a byte order mark: without it a common spreadsheet reads UTF-8 as its own code
 * page and breaks every name that is not plain English.
 */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(toField).join(',')}\r\n`).join('')}`;
}

/** A spreadsheet runs what begins like this: a service or a name must not become a formula. */
const FORMULA = /^[=+\-@\t\r]/;

function toField(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
