import { findCanonicalPath } from '../shop/canonical-path.ts';
import type { Catalogue } from '../shop/catalogue.ts';
import { prefixOf, putPrefix, type ShopLanguages } from '../platform/address-language.ts';
import { readLocalAddress, type LocalAddress } from '../platform/local-address.ts';
import { NON_PAGE_SEGMENTS } from './missing-pages.ts';
import { findAddress, pageOfPath } from '../shop/pages/readable-search.ts';
import { findLanguage, SOURCE_LANGUAGE } from '../platform/languages.ts';

const PLACES = new Set(NON_PAGE_SEGMENTS);
/** All addresses below these are for visitors. */
const OF_VISITORS = new Set(['account', 'chat', 'order', 'search', 'subscription', 'widget']);
/** These exist once for all languages. */
const OF_ALL = new Set(['/sitemap.xml', '/robots.txt', '/manifest']);

/** True when the path, without its language prefix, exists in each language. */
export function isLocalPath(path: string): boolean {
  const page = pageOfPath(path);
  if (OF_ALL.has(page)) return false;
  const [, place = ''] = page.split('/', 2);
  return !PLACES.has(place) || OF_VISITORS.has(place) || findAddress(page) !== undefined;
}

/**
 * The result has the canonical path of the page, with the language prefix if the page has one. Returns undefined
 * when the address is canonical already or unknown.
 */
export function findCanonicalAddress(
  catalogue: Catalogue,
  languages: ShopLanguages,
  pathname: string,
): string | undefined {
  if (languages.offered.length < 2) return findCanonicalPath(catalogue, pathname);
  const [, first = ''] = pathname.split('/', 2);
  const named = findLanguage(first);
  if (named === undefined || !languages.offered.includes(named))
    return findCanonicalPath(catalogue, pathname);
  const path = pathname.slice(named.length + 1) || '/';
  const page = findCanonicalPath(catalogue, path) ?? path;
  const target = isLocalPath(page) ? putPrefix(prefixOf(languages, named), page) : page;
  // For a request of the page's data, the router performs the redirect.
  return target === pathname || target.endsWith('_root.data') ? undefined : target;
}

/** In a shop with several languages, such an address may look like a missing page. */
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
 * The team's pages work on the source texts of the shop, so their content is in the source language, whatever the member
 * reads (`RequestInfo.reader`).
 */
export function addressFor(languages: ShopLanguages, pathname: string): LocalAddress {
  const address = readLocalAddress(languages, pathname);
  return isLocalPath(address.path) ? address : { ...address, language: SOURCE_LANGUAGE };
}
