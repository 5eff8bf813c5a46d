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

const PATTERNS = Object.entries(PAGE_QUERIES).map(([pattern, names]) => ({
  path: new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`),
  names: new Set(names),
}));

/** Where the router asks for a page's data, and the name it adds to the query of the page. */
const DATA_PATH = /\/_root\.data$|\.data$/;
const DATA_NAME = '_routes';

/**
 * The part of a query that the page of this path, or the data for it, reads: '' when that is none
 * of it. A query of any other path is given back as it is.
 */
export function readableSearch(pathname: string, search: string): string {
  const page = DATA_PATH.test(pathname) ? pathname.replace(DATA_PATH, '') || '/' : pathname;
  const found = PATTERNS.find(({ path }) => path.test(page));
  if (!found) return search;
  const pairs = [...new URLSearchParams(search)];
  const isRead = (name: string) =>
    found.names.has(name) || (name === DATA_NAME && page !== pathname);
  const read = pairs.filter(([name]) => isRead(name));
  if (read.length === 0) return '';
  return read.length === pairs.length ? search : `?${new URLSearchParams(read)}`;
}
