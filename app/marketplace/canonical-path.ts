import type { Catalogue } from './catalogue.ts';

/**
 * Paths that earlier lists of the catalogue used (SPEC §2, "Catalogue quirks"; DECISIONS 3). Those of
 * services are among their former addresses (`content/former-addresses.json`).
 */
const FORMER_PATHS: Record<string, string> = {
  '/services/editing-post-production': '/services#editing-post-production',
  '/about': '/#about-us-section',
};

/** Every page without parameters; `canonical-path.test.ts` compares them with the routes. */
const PAGES = new Set([
  '/',
  '/contact',
  '/payment',
  '/privacy-policy',
  '/terms',
  '/refunds',
  '/api',
  '/services',
  '/moderation-log',
]);

/**
 * Where a path that differs from its canonical spelling belongs: upper case, slashes too many,
 * percent-encoding, and every former path of the catalogue. Undefined when the path is canonical
 * already or nothing is known under it. So each page that is kept has one path.
 */
export function findCanonicalPath(catalogue: Catalogue, pathname: string): string | undefined {
  const decoded = decode(pathname);
  if (decoded === undefined) return undefined;
  // A row of slashes is taken at once: a path of slashes must not cost their square.
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
  // What is hidden says so under each address it ever had.
  return found && !found.isShown ? path : found?.service.path;
}

/** Undefined for a malformed percent-encoding. */
function decode(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}
