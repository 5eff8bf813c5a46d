import { activeTab } from '../layouts/active-tab.ts';
import { findCanonicalPath } from '../marketplace/canonical-path.ts';
import type { Catalogue } from '../marketplace/catalogue.ts';
import { OTHER_PLACES } from './other-places.ts';
import { pageOfPath } from './public/readable-search.ts';

const PLACES = new Set(OTHER_PLACES);

/**
 * The one page that everybody gets who asks for something that is not there: a name for it, or
 * undefined for an address that something may be found under. Two addresses have the same name only
 * if the page that says so is the same to the letter.
 */
export function nameMissingPage(catalogue: Catalogue, pathname: string): string | undefined {
  const page = pageOfPath(pathname);
  const path = plain(page);
  // What cannot be read, or read in two ways, is for the router to judge.
  if (path === undefined || path === '/' || path === '/_root') return undefined;
  // Other spellings lead somewhere, and so does what the catalogue was called before.
  if (findCanonicalPath(catalogue, page) !== undefined) return undefined;
  const [, place = '', section = '', slug, ...rest] = path.split('/');
  if (PLACES.has(place)) return undefined;
  const pattern =
    place === 'services' ? missingBelowServices(catalogue, section, slug, rest) : '/*';
  if (pattern === undefined) return undefined;
  // The header marks the tab that the address would belong to.
  const tab = activeTab(page) ?? '';
  return `${page === pathname ? 'page' : 'data'} ${pattern} ${tab}`;
}

/** The pattern whose page says that it is not there; a service more than two steps down has none. */
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
  // What is hidden has a page that says so.
  if (catalogue.findServiceEverAt(section, slug)) return undefined;
  return section === 'video' ? '/services/video/:slug' : '/services/:section/:slug';
}

/** As the router compares it; undefined where it would read something else than what stands here. */
function plain(path: string): string | undefined {
  try {
    const decoded = decodeURIComponent(path);
    // Dots and backslashes are worked off before the router sees a path.
    return /\/\/|\/\.|\\|%/.test(decoded)
      ? undefined
      : decoded.toLowerCase().replace(/(?<=.)\/$/, '');
  } catch {
    return undefined;
  }
}
