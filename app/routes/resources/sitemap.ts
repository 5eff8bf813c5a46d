import { hostContext } from '../../host.ts';
import { prefixOf, putPrefix } from '../../platform/address-language.ts';
import type { Language } from '../../platform/languages.ts';
import type { Route } from './+types/sitemap.ts';

const PAGES = [
  '/',
  '/services',
  '/contact',
  '/payment',
  '/api',
  '/privacy-policy',
  '/terms',
  '/refunds',
  '/moderation-log',
];

/** Every public page in each language of the shop, for search engines. */
export function loader({ context }: Route.LoaderArgs) {
  const { catalogue, settings } = context.get(hostContext);
  const { origin, languages } = settings;
  const paths = [
    ...PAGES,
    ...catalogue.sections.map(({ id }) => `/services/${id}`),
    ...catalogue.services.map(({ path }) => path),
  ];
  const urls = paths.flatMap((path) => {
    const at = (language: Language) =>
      escape(origin + encodeURI(putPrefix(prefixOf(languages, language), path)));
    const others = languages.offered.map(
      (language) => `<xhtml:link rel="alternate" hreflang="${language}" href="${at(language)}"/>`,
    );
    // In one language there are no alternatives.
    const named = others.length > 1 ? others.join('') : '';
    return languages.offered.map((language) => `<url><loc>${at(language)}</loc>${named}</url>`);
  });
  const named = languages.offered.length > 1 ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"' : '';
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${named}>\n${urls.join('\n')}\n</urlset>\n`,
    {
      headers: {
        'Content-Type': 'application/xml; charset=utf-8',
        'Cache-Control': 'public, no-cache',
      },
    },
  );
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll("'", '&apos;');
}
