import { POPULAR_SERVICES, SERVICES } from '../../marketplace/catalogue.ts';
import { SECTIONS } from '../../marketplace/sections.ts';
import { toCards } from '../../marketplace/service.ts';
import { ServiceCard } from '../../marketplace/service-card.tsx';
import { hostContext } from '../../host.ts';
import { readRatingSummaries } from '../../reviews/read-rating-summaries.server.ts';
import { Carousel } from '../../ui/carousel.tsx';
import { Eyebrow } from '../../ui/eyebrow.tsx';
import { About } from './home/about.tsx';
import { CategoryCards } from './home/category-cards.tsx';
import { ContactBand } from './home/contact-band.tsx';
import { Hero } from './home/hero.tsx';
import { fleetPath } from './home/picture-paths.ts';
import { PUBLIC_PAGE_HEADERS } from './layout.tsx';
import { pageMeta, structuredData } from './page-meta.ts';
import type { Route } from './+types/home.ts';

export const headers = () => PUBLIC_PAGE_HEADERS;

/**
 * The fleet is the first thing to be seen, but its pictures are lazy, so that only one is fetched:
 * the one that nearly everybody sees is asked for before the layout is known.
 */
export const links: Route.LinksFunction = () =>
  (['light', 'dark'] as const).flatMap((theme) =>
    (['desktop', 'phone'] as const).map((screen) => ({
      rel: 'preload',
      as: 'image',
      type: 'image/svg+xml',
      fetchPriority: 'high' as const,
      href: fleetPath(screen, theme, 'rocking'),
      media: [
        `(prefers-color-scheme: ${theme})`,
        screen === 'desktop' ? '(min-width: 521px)' : '(max-width: 520px)',
        '(prefers-reduced-motion: no-preference)',
      ].join(' and '),
    })),
  );

const DESCRIPTION =
  'Fixed-price design, video, writing, programming, music, marketing and business services, with an agent to talk to at every step.';

export const meta: Route.MetaFunction = ({ matches }) => {
  const site = matches[0].loaderData;
  const tags = pageMeta(site, {
    title: 'Your Digital Journey Begins with Us.',
    description: DESCRIPTION,
    path: '/',
  });
  if (!site) return tags;
  const organization = {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: site.brandName,
    url: new URL('/', site.origin).href,
    logo: new URL('/icon-512.png', site.origin).href,
    description: DESCRIPTION,
  };
  return [...tags, ...structuredData(organization)];
};

/** Cards only: the catalogue's long texts are not part of any page's script. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(hostContext);
  return {
    popular: toCards(POPULAR_SERVICES, await readRatingSummaries(db, POPULAR_SERVICES)),
    serviceCount: SERVICES.length,
    sectionCount: SECTIONS.length,
  };
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { popular, serviceCount, sectionCount } = loaderData;
  return (
    <main>
      <Hero serviceCount={serviceCount} />
      <div id="services-section">
        <section className="container-page pt-[72px] md:pt-28">
          <div className="mb-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-3.5 md:mb-10">
            <div>
              <Eyebrow>Our Services</Eyebrow>
              <h2 className="mt-4 max-w-[13em] text-[clamp(38px,4vw,56px)] tracking-[-0.045em]">
                Solutions That Fit Every Stage of Your Journey
              </h2>
            </div>
            <p className="max-w-[26em] text-ink-2 max-md:hidden">
              Pick a direction. Each one opens into clear, fixed-price services. You know the cost
              before you begin.
            </p>
          </div>
          <CategoryCards />
        </section>
        <section className="pt-[72px] md:pt-28">
          <Carousel title="Popular Services">
            {popular.map((service) => (
              <li key={service.path} className="w-[264px] md:w-[280px]">
                <ServiceCard service={service} />
              </li>
            ))}
          </Carousel>
        </section>
      </div>
      <About serviceCount={serviceCount} sectionCount={sectionCount} />
      <ContactBand />
    </main>
  );
}
