import { hash } from 'node:crypto';
import type { Catalogue } from '../app/shop/catalogue.ts';
import { ORDER_NOW, readListQuery, writeListQuery } from '../app/shop/list-query.ts';
import { searchCatalogue } from '../app/shop/search/search-cards.ts';
import { readSearchText } from '../app/shop/search/search-text.ts';
import { putPrefix } from '../app/platform/address-language.ts';
import { type LocalAddress, splitPrefix } from '../app/platform/local-address.ts';
import { isSecretAddress } from '../app/platform/secret-address.ts';
import {
  readPageNumber,
  readReviewQuery,
  writeReviewAddress,
} from '../app/reviews/review-query.ts';
import {
  DATA_NAME,
  findAddress,
  pageOfPath,
  readableSearch,
} from '../app/shop/pages/readable-search.ts';
import { nameMissingPage } from '../app/routing/missing-pages.ts';

/** Pages that redirect members; for visitors they are the same. */
const FOR_STRANGERS: ReadonlySet<string> = new Set(['/login', '/create-account']);
const SESSION = 'embarka.session_token=';
const STRANGERS = 'strangers ';

/** Returns true when the request has a session cookie, which may be invalid. */
export function hasSession(cookies: string | undefined): boolean {
  return cookies?.includes(SESSION) ?? false;
}

export function isForStrangers(key: string): boolean {
  return key.startsWith(STRANGERS);
}

export function isForMissing(key: string): boolean {
  return !key.startsWith('/') && !isForStrangers(key);
}

/**
 * Returns the cache key of an address: ignores unknown parameters, normalizes the known ones, and
 * maps all missing pages to one key per language. Undefined for uncacheable addresses. `catalogue`
 * must be in the language of the address.
 */
export function keyOfPage(
  catalogue: Catalogue,
  { prefix, path }: Pick<LocalAddress, 'prefix' | 'path'>,
  search: string,
  cookies: string | undefined,
): string | undefined {
  if (FOR_STRANGERS.has(path) && prefix === '') {
    return search === '' && !hasSession(cookies) ? `${STRANGERS}${path}` : undefined;
  }
  // A page in a language that is not offered any more requests its data: the answer is a redirect.
  if (path.endsWith('.data') && splitPrefix(path)) return undefined;
  const missing = nameMissingPage(catalogue, path);
  // Answers for an address with a secret set a Referrer-Policy of their own, so they are not
  // shared.
  if (missing !== undefined) {
    return isSecretAddress({ pathname: path, search }) ? undefined : `${missing}${prefix}`;
  }
  const read = search === '' ? '' : readableSearch(path, search);
  const written = canonicalSearch(catalogue, path, read);
  if (written === undefined) return undefined;
  return (
    putPrefix(prefix, path) +
    (pageOfPath(path) === '/services' ? nameFound(catalogue, written) : written)
  );
}

/**
 * Replaces the searched text by the results: all texts with the same results share a page
 * (`search-pages.ts`), so invented texts without results cannot fill the cache.
 */
function nameFound(catalogue: Catalogue, written: string): string {
  const text = new URLSearchParams(written).get('q');
  if (text === null) return written;
  const { results, pages, suggestions } = searchCatalogue(catalogue, text);
  const found = [results, pages, suggestions]
    .map((each) => each.map(({ path }) => path).join('\n'))
    .join('\n\n');
  const named = `found=${hash('sha256', found, 'base64url')}`;
  return written.replace(/(?<=[?&])q=[^&]*/, named);
}

/**
 * The canonical form of a page's query: parameters in order, values within bounds, defaults
 * omitted. Pages that read a secret have none and are not cached.
 */
type WriteQuery = (params: URLSearchParams, catalogue: Catalogue, path: string) => string;

const CANONICAL: Readonly<Record<string, WriteQuery>> = {
  '/services/:section': (params, catalogue, path) => {
    const section = catalogue.findSection(path.split('/')[2] ?? '');
    return section ? writeListQuery(readListQuery(params, section)) : '';
  },
  '/services': (params) => {
    const text = readSearchText(params.get('q'));
    if (text === '') return '';
    const written = new URLSearchParams({ q: text });
    if (params.get('order') === ORDER_NOW) written.set('order', ORDER_NOW);
    return `?${written}`;
  },
  '/services/video/:slug': (params) => writeReviewAddress(readReviewQuery(params)),
  '/services/:section/:slug': (params) => writeReviewAddress(readReviewQuery(params)),
  '/moderation-log': (params) => {
    const page = readPageNumber(params);
    return page === 1 ? '' : `?page=${page}`;
  },
};

/**
 * Returns the canonical query, '' for none; undefined if the page is not cached. Expects the result
 * of `readableSearch`.
 */
export function canonicalSearch(
  catalogue: Catalogue,
  pathname: string,
  search: string,
): string | undefined {
  const page = pageOfPath(pathname);
  const found = findAddress(page);
  if (!found) return undefined;
  if (search === '') return '';
  const params = new URLSearchParams(search);
  const isRead = found.names.some((name) => params.has(name));
  const written = isRead ? CANONICAL[found.pattern]?.(params, catalogue, page) : '';
  if (written === undefined) return undefined;
  const asked = page === pathname ? null : params.get(DATA_NAME);
  if (!asked) return written;
  const routes = knownRoutes(asked);
  if (routes === '') return undefined;
  return `${written === '' ? '?' : `${written}&`}${new URLSearchParams({ [DATA_NAME]: routes })}`;
}

const ROUTE_ID = /^(?:root|[a-z-]{1,30}\/pages\/[a-z-]{1,30})$/;
/** The root, the layout and the page. */
const MAX_ROUTES = 3;

function knownRoutes(routes: string): string {
  const ids = routes.split(',', 2 * MAX_ROUTES).filter((id) => ROUTE_ID.test(id));
  return [...new Set(ids)].toSorted().slice(0, MAX_ROUTES).join(',');
}
