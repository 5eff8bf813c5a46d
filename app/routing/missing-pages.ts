import { activeTab } from '../portal/tabs.ts';
import { findCanonicalPath } from '../shop/canonical-path.ts';
import type { Catalogue } from '../shop/catalogue.ts';
import { pageOfPath } from '../shop/pages/readable-search.ts';

/**
 * Addresses other than public pages begin with these segments. Nothing below them is treated as a missing page
 * here: their handlers answer 404 themselves and log where that matters.
 */
export const NON_PAGE_SEGMENTS: readonly string[] = [
  'account',
  'agentchat',
  'api',
  'brand',
  'canned-replies',
  'captcha',
  'chat',
  'confirm-review',
  'contact',
  'create-account',
  'desk',
  'forgot-password',
  'health',
  'imprint',
  'invitation',
  'live',
  'login',
  'manifest',
  'metrics',
  'moderation-log',
  'notifications',
  'order',
  'order-quotes',
  'payment',
  'preview',
  'privacy-policy',
  'refunds',
  'reset',
  'reset-password',
  'reviews',
  'robots.txt',
  'search',
  'search-index',
  'service-cards',
  'setup',
  'sign-out',
  'subscription',
  'sitemap.xml',
  'team',
  'terms',
  'verify-email',
  'webhooks',
  'widget',
];

const PLACES = new Set(NON_PAGE_SEGMENTS);

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
 * service, except that of its order form.
 */
function missingBelowServices(
  catalogue: Catalogue,
  section: string,
  slug: string | undefined,
  rest: readonly string[],
): string | undefined {
  const isOrderForm = rest.length === 1 && rest[0] === 'order';
  if (rest.length > 0 && !isOrderForm) return '/*';
  if (slug === undefined) {
    return section === '' || catalogue.hasSection(section) ? undefined : '/services/:section';
  }
  // A hidden service has a page of its own that says so.
  if (catalogue.findServiceEverAt(section, slug)) return undefined;
  if (isOrderForm) return '/services/:section/:slug/order';
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
