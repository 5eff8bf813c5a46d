import { findCanonicalPath } from '../marketplace/canonical-path.ts';
import type { Catalogue } from '../marketplace/catalogue.ts';
import {
  prefixOf,
  putPrefix,
  readLocalAddress,
  type ShopLanguages,
} from '../platform/address-language.ts';
import { OTHER_PLACES } from './other-places.ts';
import { findAddress, pageOfPath } from './public/readable-search.ts';

const PLACES = new Set(OTHER_PLACES);
/** Of the addresses below these each is a visitor's. */
const OF_VISITORS = new Set(['chat', 'order', 'search']);
/** There is one of each, for all languages. */
const OF_ALL = new Set(['/sitemap.xml', '/robots.txt', '/manifest']);

/** Whether a path, without its language, is of those that stand in each language. */
export function isLocalPath(path: string): boolean {
  const page = pageOfPath(path);
  if (OF_ALL.has(page)) return false;
  const [, place = ''] = page.split('/', 2);
  return !PLACES.has(place) || OF_VISITORS.has(place) || findAddress(page) !== undefined;
}

/**
 * The one spelling of an address that has others: of its page, of its language, and without a language
 * where the page has none. Undefined for that spelling itself, and where nothing is known.
 */
export function findCanonicalAddress(
  catalogue: Catalogue,
  languages: ShopLanguages,
  pathname: string,
): string | undefined {
  if (languages.offered.length < 2) return findCanonicalPath(catalogue, pathname);
  const [, first = ''] = pathname.split('/', 2);
  const named = languages.offered.find((each) => each === first.toLowerCase());
  if (named === undefined) return findCanonicalPath(catalogue, pathname);
  const path = pathname.slice(named.length + 1) || '/';
  const page = findCanonicalPath(catalogue, path) ?? path;
  const target = isLocalPath(page) ? putPrefix(prefixOf(languages, named), page) : page;
  // Where this page's data is asked for, the router leads on.
  return target === pathname || target.endsWith('_root.data') ? undefined : target;
}

/** Whether an address leads on to another one, in a shop where it may look like a page that is not there. */
export function isOtherSpelling(
  catalogue: Catalogue,
  languages: ShopLanguages,
  pathname: string,
): boolean {
  return (
    languages.offered.length > 1 &&
    findCanonicalAddress(catalogue, languages, pathname) !== undefined
  );
}

/**
 * In which language a request for this address is answered. What the team works on is the shop as it is
 * written: in English, whatever language they read themselves (`RequestInfo.reader`).
 */
export function addressFor(languages: ShopLanguages, pathname: string) {
  const address = readLocalAddress(languages, pathname);
  return isLocalPath(address.path) ? address : { ...address, language: 'en' as const };
}
