import { PAGE_QUERIES, RESOURCE_QUERIES } from './page-queries.ts';

/** Where the router asks for a page's data, and the name it adds to the query of the page. */
const DATA_PATH = /\/_(?:root)?\.data$|\.data$/;
export const DATA_NAME = '_routes';

/** The page whose data this path is, or the path itself. */
export function pageOfPath(path: string): string {
  return DATA_PATH.test(path) ? path.replace(DATA_PATH, '') || '/' : path;
}

const PATTERNS = Object.entries({ ...PAGE_QUERIES, ...RESOURCE_QUERIES }).map(
  ([pattern, names]) => ({
    pattern,
    path: new RegExp(`^${pattern.replaceAll('.', String.raw`\.`).replaceAll(/:\w+/g, '[^/]+')}$`),
    names,
    ofPage: pairsNamed(names),
    ofData: pairsNamed([...names, DATA_NAME]),
  }),
);
/** Most addresses have no parameters: they are found at once. */
const PLAIN = new Map(PATTERNS.map((address) => [address.pattern, address]));

/** The public address whose pattern this path has, with the names that it reads. */
export function findAddress(path: string) {
  return PLAIN.get(path) ?? PATTERNS.find((address) => address.path.test(path));
}

/** The longest list that a page offers has a dozen choices. */
const MAX_PAIRS = 50;

/**
 * Finds what is read without taking the rest apart: this happens before a request waits for its turn,
 * and to make thousands of pairs of a query costs hundreds of times what a kept page does.
 */
function pairsNamed(names: readonly string[]): RegExp | undefined {
  if (names.length === 0) return undefined;
  // A letter may be written as itself or by its number.
  const spelled = (letter: string) =>
    `(?:${letter}|%${(letter.codePointAt(0) ?? 0).toString(16).replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`)})`;
  const any = names.map((name) => Array.from(name, spelled).join('')).join('|');
  return new RegExp(`(?<=^|&)(?:${any})(?==|&|$)[^&]*`, 'g');
}

/**
 * The part of a query that the page of this path, or the data for it, reads: '' when that is none
 * of it. A query of any other path is given back as it is.
 */
export function readableSearch(pathname: string, search: string): string {
  const page = pageOfPath(pathname);
  const found = findAddress(page);
  if (!found) return search;
  const query = search.slice(1);
  const pairs = page === pathname ? found.ofPage : found.ofData;
  const read = (pairs && query.match(pairs)) ?? [];
  if (read.length === 0) return '';
  const all = read.slice(0, MAX_PAIRS).join('&');
  return all === query ? search : `?${new URLSearchParams(all)}`;
}
