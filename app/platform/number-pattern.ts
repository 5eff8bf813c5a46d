/** A pattern for the numbers of invoices or credit notes, such as 'INV-{year}-{number}'. */
export const NUMBER_PATTERN_MAX_LENGTH = 40;

const YEAR = '{year}';
const NUMBER = '{number}';
const LETTERS = /^[\p{L}\p{N} ./_-]*$/u;

/** Returns true for letters, digits, spaces and . / _ - around one {number} and at most one {year}. */
export function isNumberPattern(text: string): boolean {
  const count = (part: string) => text.split(part).length - 1;
  const rest = text.replace(YEAR, '').replace(NUMBER, '');
  return (
    text.length <= NUMBER_PATTERN_MAX_LENGTH &&
    text === text.trim() &&
    count(NUMBER) === 1 &&
    count(YEAR) <= 1 &&
    LETTERS.test(rest)
  );
}

/** The series that a pattern counts in: one for each year, or a single one without the year. */
export function seriesYearOf(pattern: string, year: number): number {
  return pattern.includes(YEAR) ? year : 0;
}

/** Numbers have at least four digits, so that lists sorted as text stay in order for a while. */
const LEAST_DIGITS = 4;

export function formatDocumentNumber(pattern: string, year: number, number: number): string {
  const digits = String(number).padStart(LEAST_DIGITS, '0');
  return pattern.replace(YEAR, String(year)).replace(NUMBER, digits);
}
