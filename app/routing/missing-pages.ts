import { activeTab } from '../portal/active-tab.ts';
import { findCanonicalPath } from '../shop/canonical-path.ts';
import type { Catalogue } from '../shop/catalogue.ts';
import { OTHER_PLACES } from './other-places.ts';
import { pageOfPath } from '../shop/pages/readable-search.ts';

const PLACES = new Set(OTHER_PLACES);

/**
 * The result is the cache key of the 404 page, or undefined for an address that may exist. Addresses share a key
 * only if their 404 pages are identical.
 */
export function nameMissingPage(catalogue: Catalogue, pathname: string): string | undefined {
  const page = pageOfPath(pathname);
  const path = plain(page);
  // The router decides about addresses that are malformed or ambiguous.
  if (path === undefined || path === '/' || path === '/_root') return undefined;
  // Other spellings and former addresses redirect to an existing page.
  if (findCanonicalPath(catalogue, page) !== undefined) return undefined;
  const [, place = '', section = '', slug, ...rest] = path.split('/');
  if (PLACES.has(place)) return undefined;
  const pattern =
    place === 'services' ? missingBelowServices(catalogue, section, slug, rest) : '/*';
  if (pattern === undefined) return undefined;
  // The header highlights the tab that the address would belong to.
  const tab = activeTab(page) ?? '';
  return `${page === pathname ? 'page' : 'data'} ${pattern} ${tab}`;
}

/**
 * The route pattern determines the 404 page. A path that is more than two levels deep matches no pattern of a
 * service.
 */
function missingBelowServices(
  catalogue: Catalogue,
  section: string,
  slug: string | undefined,
  rest: readonly string[],
): string | undefined {
  if (rest.length > 0) return '/*';
  if (slug === undefined) {
    return section === '' || catalogue.hasSection(section) ? undefined : '/services/:section';
  }
  // A hidden service has a page of its own that says so.
  if (catalogue.findServiceEverAt(section, slug)) return undefined;
  return section === 'video' ? '/services/video/:slug' : '/services/:section/:slug';
}

/** The path is normalized as the router does. Returns undefined when the router would read the path differently. */
function plain(path: string): string | undefined {
  try {
    const decoded = decodeURIComponent(path);
    // Dots and backslashes are resolved before the router sees the path.
    return /\/\/|\/\.|\\|%/.test(decoded)
      ? undefined
      : decoded.toLowerCase().replace(/(?<=.)\/$/, '');
  } catch {
    return undefined;
  }
}
