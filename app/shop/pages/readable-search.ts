import { LIST_QUERY_NAMES } from '../list-query.ts';
import { PROOF_QUERY_NAMES } from '../../orders/protocol/proof.ts';
import { REVIEW_QUERY_NAMES } from '../../reviews/review-query.ts';

/**
 * The keys are route patterns. All other parameters, such as those of campaigns, are ignored and do not create
 * entries in the page cache.
 */
export const PAGE_QUERIES: Readonly<Record<string, readonly string[]>> = {
  '/': [],
  '/contact': [],
  '/payment': [],
  '/privacy-policy': [],
  '/terms': [],
  '/refunds': [],
  '/imprint': [],
  '/api': [],
  '/services': ['q', 'order'],
  '/services/:section': LIST_QUERY_NAMES,
  '/services/video/:slug': REVIEW_QUERY_NAMES,
  '/services/:section/:slug': REVIEW_QUERY_NAMES,
  '/services/:section/:slug/order': ['choice', 'again'],
  '/reviews/:id/report': [],
  '/preview/:theme/:id': [],
  '/preview/:theme/content/:id': [],
  '/order/:secret': ['paid'],
  '/order/:secret/proof/:file': PROOF_QUERY_NAMES,
  '/subscription/:secret': [],
  '/account': ['done'],
  '/account/sign-in': ['next'],
  '/account/link': ['token', 'next'],
  '/account/invitation': ['token'],
  '/account/orders/:number': ['paid'],
  '/account/orders/:number/proof/:file': PROOF_QUERY_NAMES,
  '/account/subscriptions/:number': [],
  '/account/invoices': ['after'],
  '/account/conversations/:id': ['before'],
  '/account/files': [],
  '/account/companies': [],
  '/account/companies/:id': [],
  '/account/settings': [],
  '/confirm-review': ['token'],
  '/moderation-log': ['page'],
  '/chat/confirm': ['token'],
  '/chat/resume': ['token'],
  '/chat/stop-mails': ['token'],
};

/** These public resources are served from the cache and read no parameter. */
export const RESOURCE_QUERIES: Readonly<Record<string, readonly string[]>> = {
  '/sitemap.xml': [],
  '/robots.txt': [],
  '/manifest': [],
  '/brand/:colour': [],
  '/search-index': [],
  '/service-cards': [],
  '/chat/file-limits': [],
};

/** The router's data requests have this path and add this parameter. */
const DATA_PATH = /\/_(?:root)?\.data$|\.data$/;
export const DATA_NAME = '_routes';

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
/** Most patterns have no parameters and are found by a direct lookup. */
const PLAIN = new Map(PATTERNS.map((address) => [address.pattern, address]));

export function findAddress(path: string) {
  return PLAIN.get(path) ?? PATTERNS.find((address) => address.path.test(path));
}

/** The longest list of choices on a page has a dozen. */
const MAX_PAIRS = 50;

/**
 * The pattern finds the known parameters without parsing the others. This runs before requests are queued, and
 * parsing thousands of pairs costs hundreds of times as much as a cached page.
 */
function pairsNamed(names: readonly string[]): RegExp | undefined {
  if (names.length === 0) return undefined;
  // A letter may be percent-encoded.
  const spelled = (letter: string) =>
    `(?:${letter}|%${(letter.codePointAt(0) ?? 0).toString(16).replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`)})`;
  const any = names.map((name) => Array.from(name, spelled).join('')).join('|');
  return new RegExp(`(?<=^|&)(?:${any})(?==|&|$)[^&]*`, 'g');
}

/** Returns '' when the page reads nothing of the query. The query of an unknown path is returned unchanged. */
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
