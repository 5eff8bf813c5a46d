import { loadMessages } from '../../i18n/load-messages.ts';
import { logoPath } from '../../catalogue/protocol/photo.ts';
import { readPriceTax } from '../read-price-tax.server.ts';
import { toCards } from '../service.ts';
import { appContextKey } from '../../app-context.ts';
import { showHome } from '../../catalogue/server/content/show-home.server.ts';
import { seaPath } from '../pictures/home-pictures.ts';
import { searchExamples } from '../search/search-examples.ts';
import { readHeroCategories } from '../ui/home/hero.tsx';
import { languageNow } from '../../i18n/translate.ts';
import { readPraise } from '../../reviews/server/read-rating-summaries.server.ts';
import { PraiseStrip } from '../../reviews/ui/praise-strip.tsx';
import { choosePraise } from '../../reviews/pages/choose-praise.server.ts';
import { PUBLIC_PAGE_HEADERS } from './layout.tsx';
import { pageMeta, structuredData } from './page-meta.ts';
import type { Route } from './+types/home.ts';
import { Home } from '../ui/home/home.tsx';

export const handle = { messages: await loadMessages('shop-pages') };

export const headers = () => PUBLIC_PAGE_HEADERS;

/**
 * The sea is above the fold, but its pictures are lazy so that only the visible one is loaded. The preload starts
 * that request before the layout is known.
 */
export const links: Route.LinksFunction = () =>
  (['light', 'dark'] as const).flatMap((theme) =>
    (['desktop', 'phone'] as const).map((screen) => ({
      rel: 'preload',
      as: 'image',
      type: 'image/svg+xml',
      fetchPriority: 'high' as const,
      href: seaPath(screen, theme),
      media: [
        `(prefers-color-scheme: ${theme})`,
        screen === 'desktop' ? '(min-width: 32.5625rem)' : '(max-width: 32.5rem)',
      ].join(' and '),
    })),
  );

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const site = matches[0].loaderData;
  if (!loaderData) return [];
  const { headline, summary } = loaderData.words.home;
  const tags = pageMeta(site, {
    title: headline,
    description: summary,
    path: '/',
  });
  if (!site) return tags;
  const organization = {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: site.brandName,
    url: new URL('/', site.origin).href,
    logo: new URL(site.logo ? logoPath(site.logo, 'icon512.png') : '/icon-512.png', site.origin)
      .href,
    description: summary,
  };
  return [...tags, ...structuredData(organization)];
};

/** The loader sends cards only, so that the catalogue's long texts are not part of any page's script. */
export async function loader({ context }: Route.LoaderArgs) {
  const appContext = context.get(appContextKey);
  const { db, ratings, catalogue } = appContext;
  const priceTax = readPriceTax(appContext);
  return {
    words: showHome(catalogue, catalogue.words, languageNow()),
    fleet: readHeroCategories(catalogue, priceTax),
    examples: searchExamples(catalogue),
    popular: toCards(catalogue.popular, await ratings.read(), priceTax),
    praise: choosePraise(catalogue, await readPraise(db, PRAISE_READ)),
    serviceCount: catalogue.services.length,
    sectionCount: catalogue.filledSections.length,
  };
}

/** Three different services are usually found among this many reviews. */
const PRAISE_READ = 30;

export default function HomePage({ loaderData }: Route.ComponentProps) {
  return <Home {...loaderData} praise={<PraiseStrip praise={loaderData.praise} />} />;
}
