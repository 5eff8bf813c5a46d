import type { Catalogue } from './catalogue.ts';

/**
 * Earlier versions of the catalogue used these paths (rule 58). Former paths of
 * services are in `content/former-addresses.json`.
 */
const FORMER_PATHS: Record<string, string> = {
  '/services/editing-post-production': '/services#editing-post-production',
  '/about': '/#about-us-section',
};

/** `canonical-path.test.ts` checks that these are all pages without parameters. */
const PAGES = new Set([
  '/',
  '/contact',
  '/payment',
  '/privacy-policy',
  '/terms',
  '/refunds',
  '/imprint',
  '/api',
  '/services',
  '/moderation-log',
  '/account',
]);

/**
 * Returns the canonical path for a spelling that differs from it: upper case, repeated slashes, percent-encoding or
 * a former path of the catalogue. Returns undefined when the path is canonical or unknown. The page cache relies on
 * this to hold each page under one path.
 */
export function findCanonicalPath(catalogue: Catalogue, pathname: string): string | undefined {
  const decoded = decode(pathname);
  if (decoded === undefined) return undefined;
  // `/{2,}` collapses a run of slashes in one match, so a long path of slashes takes linear time, not quadratic.
  const plain = decoded
    .toLowerCase()
    .replaceAll(/\/{2,}/g, '/')
    .replace(/(?<=.)\/$/, '');
  const target =
    (Object.hasOwn(FORMER_PATHS, plain) ? FORMER_PATHS[plain] : undefined) ??
    pagePath(catalogue, plain);
  return target === undefined || target === pathname ? undefined : target;
}

function pagePath(catalogue: Catalogue, path: string): string | undefined {
  if (PAGES.has(path)) return path;
  const [, services, section, slug, ...rest] = path.split('/');
  if (services !== 'services' || section === undefined || rest.length > 0) return undefined;
  if (slug === undefined) return catalogue.hasSection(section) ? path : undefined;
  const found = catalogue.findServiceEverAt(section, slug);
  // A hidden service is not redirected: each of its former addresses tells the visitor that the service is gone.
  return found && !found.isShown ? path : found?.service.path;
}

function decode(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}
