import { hash } from 'node:crypto';
import type { Catalogue } from '../app/marketplace/catalogue.ts';
import { readListQuery, writeListQuery } from '../app/marketplace/list-query.ts';
import { searchCatalogue } from '../app/marketplace/search-cards.ts';
import { readSearchText } from '../app/marketplace/search-text.ts';
import { putPrefix, splitPrefix, type LocalAddress } from '../app/platform/address-language.ts';
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
} from '../app/routes/public/readable-search.ts';
import { nameMissingPage } from '../app/routes/missing-pages.ts';

/** What leads those who are signed in somewhere else is the same for everybody who is not. */
const FOR_STRANGERS: ReadonlySet<string> = new Set(['/login', '/create-account']);
const SESSION = 'embarka.session_token=';
const STRANGERS = 'strangers ';

/** Whether somebody says that they are signed in; whether they are is asked elsewhere. */
export function hasSession(cookies: string | undefined): boolean {
  return cookies?.includes(SESSION) ?? false;
}

/** Whether a key is that of a page which is kept although nobody else may store it. */
export function isForStrangers(key: string): boolean {
  return key.startsWith(STRANGERS);
}

/** Whether a key is that of the one page which says that there is none. */
export function isForMissing(key: string): boolean {
  return !key.startsWith('/') && !isForStrangers(key);
}

/**
 * The key under which the answer to this address is kept, by what the address means: what other sites
 * add to it is left out, what the page reads is written in one way, and everything that is not there
 * has one answer in each language. Undefined where nothing is kept. `catalogue` is as that language has it.
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
  // A page of another language than there are asks for its next one: that leads on.
  if (path.endsWith('.data') && splitPrefix(path)) return undefined;
  const missing = nameMissingPage(catalogue, path);
  // To an address with a secret every answer says that it must not travel on.
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
 * What a search finds instead of its text: who finds the same shares a page (`search-pages.ts`), and
 * whoever makes up texts that find nothing makes up no pages.
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
 * The one spelling of what a page was asked, in which its answer is kept: names in order, values
 * within their bounds, nothing that goes without saying. Pages that read a secret have none, and are
 * kept for nobody.
 */
type WriteQuery = (params: URLSearchParams, catalogue: Catalogue, path: string) => string;

const CANONICAL: Readonly<Record<string, WriteQuery>> = {
  '/services/:section': (params, catalogue, path) => {
    const section = catalogue.findSection(path.split('/')[2] ?? '');
    return section ? writeListQuery(readListQuery(params, section)) : '';
  },
  '/services': (params) => {
    const text = readSearchText(params.get('q'));
    return text === '' ? '' : `?${new URLSearchParams({ q: text })}`;
  },
  '/services/video/:slug': (params) => writeReviewAddress(readReviewQuery(params)),
  '/services/:section/:slug': (params) => writeReviewAddress(readReviewQuery(params)),
  '/moderation-log': (params) => {
    const page = readPageNumber(params);
    return page === 1 ? '' : `?page=${page}`;
  },
};

/**
 * The query under which the answer to this address is kept, '' for that of the bare address.
 * Undefined where it is kept for nobody. Of `readableSearch` only.
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

/** The names that a route's module can have. */
const ROUTE_ID = /^(?:root|routes\/public\/[a-z-]{1,30})$/;
/** The root, the layout and the page. */
const MAX_ROUTES = 3;

/** Which of a page's routes are asked for: what no route is called means nothing. */
function knownRoutes(routes: string): string {
  const ids = routes.split(',', 2 * MAX_ROUTES).filter((id) => ROUTE_ID.test(id));
  return [...new Set(ids)].toSorted().slice(0, MAX_ROUTES).join(',');
}
