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

interface Token {
  /** Null for any digit. */
  readonly char: string | null;
  readonly repeats: boolean;
}

/** Returns true if two patterns can produce the same number, in any year, or two that differ only in case. */
export function canCollide(one: string, other: string): boolean {
  const [left, right] = [tokensOf(one), tokensOf(other)];
  const pairs: (readonly [number, number])[] = [[0, 0]];
  const known = new Set<string>();
  // The list grows while it is read: it has each pair of positions that one text can lead to.
  for (const [i, j] of pairs) {
    const [a, b] = [left[i], right[j]];
    if (!a && !b) return true;
    if (!a || !b || !overlap(a, b) || known.has(`${i} ${j}`)) continue;
    known.add(`${i} ${j}`);
    for (const nextI of a.repeats ? [i, i + 1] : [i + 1]) {
      for (const nextJ of b.repeats ? [j, j + 1] : [j + 1]) pairs.push([nextI, nextJ]);
    }
  }
  return false;
}

function tokensOf(pattern: string): Token[] {
  const digits = (count: number) =>
    Array.from({ length: count }, (): Token => ({ char: null, repeats: false }));
  return pattern
    .normalize('NFKC')
    .toLowerCase()
    .split(/(\{year\}|\{number\})/)
    .flatMap((part) => {
      if (part === YEAR) return digits(4);
      if (part === NUMBER) return [...digits(LEAST_DIGITS - 1), { char: null, repeats: true }];
      return Array.from(part, (char): Token => ({ char, repeats: false }));
    });
}

function overlap({ char: one }: Token, { char: other }: Token): boolean {
  if (one === null) return other === null || /\d/.test(other);
  return other === null ? /\d/.test(one) : one === other;
}

/**
 * Returns a regular expression, for JavaScript and PostgreSQL, of the numbers that a pattern produces in a year. Its group
 * is the counted part.
 */
export function expressionOf(pattern: string, year: number): string {
  const escaped = pattern.replaceAll('.', String.raw`\.`);
  return `^${escaped.replace(YEAR, String(year)).replace(NUMBER, `([0-9]{${LEAST_DIGITS},})`)}$`;
}
