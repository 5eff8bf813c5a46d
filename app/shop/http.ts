import { marksOf } from '../platform/lang-of.ts';
import { translatePage } from './search/page-titles.ts';
import { brandStyle, whyUnreadable, HEX_COLOUR } from '../catalogue/server/content/brand-colour.ts';
import { anyone } from '../http/guards.server.ts';
import { createRouter, limit, respond } from '../http/router.server.ts';
import { paymentLinkOf } from '../orders/server/payment/payment-choices.server.ts';
import type { ShopLogo } from '../catalogue/protocol/content.ts';
import { logoPath } from '../catalogue/protocol/photo.ts';
import type { AppContext } from '../app-context.ts';
import { alternatesOf } from './pages/page-meta.ts';
import { searchCatalogue, withCosts } from './search/search-cards.ts';
import { readSearchText } from './search/search-text.ts';
import type { Catalogue } from './catalogue.ts';
import { mainPicturePath } from './pictures/picture-path.ts';
import { formatPriceNote, formatShownAmount } from './price.ts';
import { shownPrice } from './price-tax.ts';
import type { PriceTax } from './price-tax.ts';
import { readPriceTax } from './read-price-tax.server.ts';

/** Typing triggers at most two searches per second. */
const SEARCH_LIMIT = { name: 'search', burst: 60, perMinute: 120 };
/** A larger index would exceed the size of the pages. */
const MOST_ITEMS = 1000;

/** Every request revalidates the response, which changes with publications and reviews. */
const REVALIDATED = { 'Cache-Control': 'public, no-cache' };

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

const PRIVATE = [
  '/agentchat',
  '/login',
  '/create-account',
  '/reset',
  '/chat/',
  '/captcha',
  '/reviews/',
  '/confirm-review',
  '/preview/',
];

export const shop = createRouter()
  .get('/sitemap.xml', anyone(), (c) =>
    c.body(writeSitemap(c.var.appContext), 200, {
      'Content-Type': 'application/xml; charset=utf-8',
      ...REVALIDATED,
    }),
  )

  // Search engines may read the public pages. All other paths are for the team and for scripts.
  .get('/robots.txt', anyone(), (c) => {
    const lines = [
      'User-agent: *',
      ...PRIVATE.map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${c.var.appContext.settings.origin}/sitemap.xml`,
      '',
    ];
    return c.body(lines.join('\n'), 200, {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'public, max-age=3600',
    });
  })

  .get('/manifest', anyone(), (c) =>
    Response.json(describeSite(c.var.appContext), {
      headers: { 'Content-Type': 'application/manifest+json', ...REVALIDATED },
    }),
  )

  // The style depends only on the colour in the address. A process that does not know the latest publication yet
  // can still serve its style, and browsers may cache the response permanently.
  .get('/brand/:colour', anyone(), (c) => {
    const colour = `#${c.req.param('colour')}`;
    if (!HEX_COLOUR.test(colour) || whyUnreadable(colour)) return c.body(null, 404);
    return c.body(brandStyle(colour), 200, {
      'Content-Type': 'text/css; charset=utf-8',
      'Cache-Control': 'public, max-age=31536000, immutable',
    });
  })

  // The browser loads the index when a search box is first used.
  .get('/search-index', anyone(), async (c) => {
    const { catalogue, ratings } = c.var.appContext;
    const { searchIndex } = catalogue;
    const index =
      searchIndex.length <= MOST_ITEMS
        ? withCosts(catalogue, searchIndex, await ratings.read(), readPriceTax(c.var.appContext))
        : null;
    return c.json(index, 200, REVALIDATED);
  })

  // The server searches for shops whose index is too large for a browser.
  .get('/search', anyone(), limit(SEARCH_LIMIT), async (c) => {
    const { catalogue, ratings } = c.var.appContext;
    const query = readSearchText(new URL(c.req.url).searchParams.get('q'));
    const found = searchCatalogue(catalogue, query);
    const known = await ratings.read();
    const priceTax = readPriceTax(c.var.appContext);
    return respond(
      c,
      {
        ...found,
        pages: found.pages.map(translatePage),
        results: withCosts(catalogue, found.results, known, priceTax),
        suggestions: withCosts(catalogue, found.suggestions, known, priceTax),
      },
      REVALIDATED,
    );
  })

  // The chat shows the cards in place of links to services, and requests them when the first link appears.
  .get('/service-cards', anyone(), (c) => {
    const { catalogue, settings } = c.var.appContext;
    const paymentLink = paymentLinkOf(settings);
    return respond(
      c,
      {
        services: toServiceCards(catalogue, readPriceTax(c.var.appContext)),
        ...(paymentLink && { paymentLink }),
      },
      REVALIDATED,
    );
  });

function writeSitemap({ catalogue, settings }: AppContext): string {
  const { origin, languages } = settings;
  const paths = [
    ...PAGES,
    ...(catalogue.words.imprint(languages.main) ? ['/imprint'] : []),
    ...catalogue.filledSections.map(({ id }) => `/services/${id}`),
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
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${named}>\n${urls.join('\n')}\n</urlset>\n`;
}

function link(language: string, address: string): string {
  return `<xhtml:link rel="alternate" hreflang="${language}" href="${escape(address)}"/>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll("'", '&apos;');
}

const icon = (src: string, sizes: string, type: string, purpose = 'any') => ({
  src,
  sizes,
  type,
  purpose,
});

/** The icons are not maskable, because a logo may extend to its edges. */
const iconsOf = (logo: ShopLogo) => [
  icon(logoPath(logo, 'icon192.png'), '192x192', 'image/png'),
  icon(logoPath(logo, 'icon512.png'), '512x512', 'image/png'),
];

/** Describes the shop for browsers that install it as an app. */
function describeSite({ catalogue, settings: { brandName } }: AppContext) {
  const logo = catalogue.words.logo();
  return {
    name: brandName,
    short_name: brandName,
    start_url: '/',
    display: 'browser',
    background_color: '#faf9f5',
    theme_color: '#faf9f5',
    icons: logo
      ? iconsOf(logo)
      : [
          icon('/favicon.svg', 'any', 'image/svg+xml'),
          icon('/icon-192.png', '192x192', 'image/png'),
          icon('/icon-512.png', '512x512', 'image/png'),
          icon('/icon-maskable-512.png', '512x512', 'image/png', 'maskable'),
        ],
  };
}

function toServiceCards({ services }: Catalogue, priceTax: PriceTax) {
  return services.map((service) => {
    const price = shownPrice(service, priceTax);
    return {
      path: service.path,
      title: service.title,
      price: [formatShownAmount(price), formatPriceNote(price), price.tax]
        .filter(Boolean)
        .join(' '),
      picture: mainPicturePath(service),
      ...marksOf(service, 'title'),
    };
  });
}
