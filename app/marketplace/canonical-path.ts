import { SERVICES, findService } from './catalogue.ts';
import { SECTIONS } from './sections.ts';

/** Paths that earlier lists of the catalogue used (SPEC §2, "Catalogue quirks"; DECISIONS 3). */
const FORMER_PATHS: Record<string, string> = {
  '/services/writing/portfolio': '/services/programming/portfolio',
  '/services/writing/blurb-writing': '/services/writing/blurb',
  '/services/digital/social-media-boosting': '/services/digital/community-boosting',
  '/services/digital/ommunity-boosting': '/services/digital/community-boosting',
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

/** Services by their path with the '&' left out: 'packaging-label-design', 'support-it'. */
const WITHOUT_AMPERSAND = new Map(
  SERVICES.filter((service) => service.slug.includes('&')).map((service) => [
    service.path.replaceAll('-&-', '-'),
    service.path,
  ]),
);

/**
 * Where a path that differs from its canonical spelling belongs: upper case, slashes too many,
 * percent-encoding, and every former path of the catalogue. Undefined when the path is canonical
 * already or nothing is known under it. So each page that is kept has one path.
 */
export function findCanonicalPath(pathname: string): string | undefined {
  const decoded = decode(pathname);
  if (decoded === undefined) return undefined;
  // A row of slashes is taken at once: a path of slashes must not cost their square.
  const plain = decoded
    .toLowerCase()
    .replaceAll(/\/{2,}/g, '/')
    .replace(/(?<=.)\/$/, '');
  const target =
    (Object.hasOwn(FORMER_PATHS, plain) ? FORMER_PATHS[plain] : undefined) ??
    WITHOUT_AMPERSAND.get(plain) ??
    pagePath(plain);
  return target === undefined || target === pathname ? undefined : target;
}

function pagePath(path: string): string | undefined {
  if (PAGES.has(path)) return path;
  const [, services, section, slug, ...rest] = path.split('/');
  if (services !== 'services' || section === undefined || rest.length > 0) return undefined;
  if (slug !== undefined) return findService(section, slug)?.path;
  return SECTIONS.some((known) => known.id === section) ? path : undefined;
}

/** Undefined for a malformed percent-encoding. */
function decode(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}
