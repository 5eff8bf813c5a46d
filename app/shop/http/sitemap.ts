import { hostContext } from '../../host.ts';
import { alternatesOf } from '../pages/page-address.ts';
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

export function loader({ context }: Route.LoaderArgs) {
  const { catalogue, settings } = context.get(hostContext);
  const { origin, languages } = settings;
  const paths = [
    ...PAGES,
    ...catalogue.sections.map(({ id }) => `/services/${id}`),
    ...catalogue.services.map(({ path }) => path),
  ];
  const site = { brandName: settings.brandName, origin, languages };
  const urls = paths.flatMap((path) => {
    const others = alternatesOf(site, path);
    const named = others.map(({ hrefLang, href }) => link(hrefLang, href)).join('');
    const addresses =
      others.length === 0
        ? [new URL(path, origin).href]
        : [...new Set(others.map(({ href }) => href))];
    return addresses.map((address) => `<url><loc>${escape(address)}</loc>${named}</url>`);
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

function link(language: string, address: string): string {
  return `<xhtml:link rel="alternate" hreflang="${language}" href="${escape(address)}"/>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll("'", '&apos;');
}
