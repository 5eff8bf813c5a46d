import { hostContext } from '../../host.ts';
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

/** Every public page, for search engines. */
export function loader({ context }: Route.LoaderArgs) {
  const { catalogue, settings } = context.get(hostContext);
  const { origin } = settings;
  const paths = [
    ...PAGES,
    ...catalogue.sections.map(({ id }) => `/services/${id}`),
    ...catalogue.services.map(({ path }) => path),
  ];
  const urls = paths.map((path) => `<url><loc>${escape(origin + encodeURI(path))}</loc></url>`);
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`,
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
