import { useRef } from 'react';
import { SERVICES } from '../../marketplace/catalogue.ts';
import { SearchBox } from '../../marketplace/search-box.tsx';
import { SearchResults } from '../../marketplace/search-results.tsx';
import { SectionBanner } from '../../marketplace/section-banner.tsx';
import { SectionChips } from '../../marketplace/section-chips.tsx';
import { SectionMenu } from '../../marketplace/section-menu.tsx';
import { SECTIONS } from '../../marketplace/sections.ts';
import { searchCards } from '../../marketplace/search-cards.ts';
import { toCards } from '../../marketplace/service.ts';
import { ServiceGroup } from '../../marketplace/service-group.tsx';
import { hostContext } from '../../host.ts';
import { readRatingSummaries } from '../../reviews/read-rating-summaries.server.ts';
import { PUBLIC_PAGE_HEADERS } from './layout.tsx';
import { pageMeta } from './page-meta.ts';
import type { Route } from './+types/services.ts';

export const headers = () => PUBLIC_PAGE_HEADERS;

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  ...pageMeta(matches[0].loaderData, {
    title: 'What are you looking for?',
    description: `All ${SECTIONS.length} categories on one page: design, business, marketing, audio, programming, video and writing services at fixed prices.`,
    path: '/services',
  }),
  ...(loaderData?.search ? [{ name: 'robots', content: 'noindex' }] : []),
];

/** Sent as data, so that the catalogue's text is not part of every page's script. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db } = context.get(hostContext);
  const cards = toCards(SERVICES, await readRatingSummaries(db, SERVICES));
  return {
    // Without scripts, and for links to a search, the page answers the search itself.
    search: searchCards(cards, new URL(request.url).searchParams.get('q')),
    sections: SECTIONS.map((section) => ({
      section,
      services: cards.filter((card) => card.section === section.id),
    })),
  };
}

export default function Services({ loaderData }: Route.ComponentProps) {
  const { search, sections } = loaderData;
  const hero = useRef<HTMLElement>(null);
  return (
    <main id="allservices">
      {/* Above what follows, because the search's list hangs over it. */}
      <section ref={hero} className="sky z-20 overflow-visible pb-7 md:pb-[76px] md:text-center">
        <div className="container-sky pt-[88px] md:pt-[148px]">
          <h1 className="text-[clamp(44px,5.9vw,84px)] leading-[1] tracking-[-0.045em] md:leading-[1.04]">
            What are you looking for?
          </h1>
          <div className="mx-auto mt-6 max-w-[640px] md:mt-9">
            <SearchBox place="overview" initialText={search?.query ?? ''} key={search?.query} />
          </div>
          <SectionChips />
        </div>
      </section>
      {search && <SearchResults search={search} />}
      <div className="mx-auto w-full max-w-[1344px] px-5 md:grid md:grid-cols-[200px_minmax(0,1fr)] md:gap-x-8 md:px-6 lg:grid-cols-[264px_minmax(0,1fr)] lg:gap-x-14">
        <SectionMenu hero={hero} />
        <div>
          {sections.map(({ section, services }, index) => (
            <section
              key={section.id}
              id={section.id}
              aria-label={section.title}
              className="scroll-mt-[-32px] pt-14 not-first:pt-[72px] max-md:scroll-mt-0 max-md:pt-6 md:pt-12 md:not-first:pt-[88px]"
            >
              <SectionBanner section={section} heading="h2" isFirst={index === 0} />
              {section.areas.map((area) => (
                <ServiceGroup
                  key={area.id}
                  area={area}
                  services={services.filter((service) => service.area === area.id)}
                />
              ))}
            </section>
          ))}
        </div>
      </div>
    </main>
  );
}
