import { LIST_QUERY_NAMES } from '../../marketplace/list-query.ts';
import { REVIEW_QUERY_NAMES } from '../../reviews/review-query.ts';

/**
 * What each public page reads from its address's query, by the pattern of its route. Whatever else
 * an address has, the campaigns and counters of other sites, means nothing here: nothing is
 * rendered or kept for it.
 */
export const PAGE_QUERIES: Readonly<Record<string, readonly string[]>> = {
  '/': [],
  '/contact': [],
  '/payment': [],
  '/privacy-policy': [],
  '/terms': [],
  '/refunds': [],
  '/api': [],
  '/services': ['q'],
  '/services/:section': LIST_QUERY_NAMES,
  '/services/video/:slug': REVIEW_QUERY_NAMES,
  '/services/:section/:slug': REVIEW_QUERY_NAMES,
  '/reviews/:id/report': [],
  '/confirm-review': ['token'],
  '/moderation-log': ['page'],
  '/chat/resume': ['token'],
  '/chat/stop-mails': ['token'],
};

/** Where the router asks for a page's data, and the name it adds to the query of the page. */
const DATA_PATH = /\/_root\.data$|\.data$/;
const DATA_NAME = '_routes';

const PATTERNS = Object.entries(PAGE_QUERIES).map(([pattern, names]) => ({
  path: new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`),
  ofPage: pairsNamed(names),
  ofData: pairsNamed([...names, DATA_NAME]),
}));

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
  const page = DATA_PATH.test(pathname) ? pathname.replace(DATA_PATH, '') || '/' : pathname;
  const found = PATTERNS.find(({ path }) => path.test(page));
  if (!found) return search;
  const query = search.slice(1);
  const pairs = page === pathname ? found.ofPage : found.ofData;
  const read = (pairs && query.match(pairs)) ?? [];
  if (read.length === 0) return '';
  const all = read.slice(0, MAX_PAIRS).join('&');
  return all === query ? search : `?${new URLSearchParams(all)}`;
}
