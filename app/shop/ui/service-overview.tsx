import { useMemo, useRef, type RefObject } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { OverviewSection } from '../overview-part.ts';
import { SearchBox } from './search-box.tsx';
import { SearchResults } from './search-results.tsx';
import { SectionBanner } from './section-banner.tsx';
import { SectionMenu } from './section-menu.tsx';
import type { CardSearch } from '../search/search-cards.ts';
import { readSearchText } from '../search/search-text.ts';
import { ServiceGroup } from './service-group.tsx';
import { useLaidOut } from './use-laid-out.ts';
import { say } from '../../platform/say.ts';
import type { Section } from '../sections.ts';
import { Swatch } from './swatch.tsx';

interface ServiceOverviewProps {
  readonly search: CardSearch | null;
  /** The sections have no services during a search. */
  readonly sections: readonly OverviewSection[];
}

export function ServiceOverview({ search, sections }: ServiceOverviewProps) {
  const hero = useRef<HTMLElement>(null);
  const [params] = useSearchParams();
  const query = readSearchText(params.get('q'));
  return (
    <main id="allservices">
      {/* The z-index lets the list of search results extend over the next section. */}
      <section ref={hero} className="sky z-20 overflow-visible pb-7 md:pb-[76px] md:text-center">
        <div className="container-sky pt-[88px] md:pt-[148px]">
          <h1 className="text-[clamp(44px,5.9vw,84px)] leading-[1] tracking-[-0.045em] md:leading-[1.04]">
            {say('What are you looking for?')}
          </h1>
          <div className="mt-6 max-w-[640px] md:mx-auto md:mt-9">
            <SearchBox place="overview" initialText={query} key={query} />
          </div>
          <SectionChips sections={sections.map(({ section }) => section)} />
        </div>
      </section>
      {search ? (
        <>
          <SearchResults search={search} query={query} />
          <p className="mt-8 text-center">
            <Link to="/services" className="button button-line">
              {say('All services')}
            </Link>
          </p>
        </>
      ) : (
        <Sections sections={sections} hero={hero} />
      )}
    </main>
  );
}

interface SectionsProps {
  readonly sections: readonly OverviewSection[];
  readonly hero: RefObject<HTMLElement | null>;
}

function Sections({ sections, hero }: SectionsProps) {
  const all = useMemo(() => sections.map(({ section }) => section), [sections]);
  return (
    <div className="container-page md:grid md:grid-cols-[200px_minmax(0,1fr)] md:gap-x-8 lg:grid-cols-[240px_minmax(0,1fr)] lg:gap-x-10">
      <SectionMenu sections={all} hero={hero} />
      <LaysOut />
      <div className="sections">
        {sections.map(({ section, services, totals }, index) => (
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
                {...(totals[area.id] !== undefined && {
                  all: {
                    count: totals[area.id] ?? 0,
                    path: `/services/${section.id}?area=${area.id}`,
                  },
                })}
              />
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}

/** The component is separate, because the state change at hydration would otherwise render all cards again. */
function LaysOut() {
  useLaidOut();
  return null;
}

function SectionChips({ sections }: { readonly sections: readonly Section[] }) {
  return (
    <ul className="mx-auto mt-6 hidden max-w-[820px] flex-wrap justify-center gap-2.5 noscript:flex md:flex">
      {sections.map(({ id, title, look }) => (
        <li key={id}>
          <Link
            to={`/services#${id}`}
            className="flex min-h-11 items-center gap-2.5 rounded-field bg-[light-dark(rgb(255_255_255/70%),rgb(255_255_255/8%))] py-1 pe-3.5 ps-2 text-[15px] font-[550] transition-colors hover:bg-surface"
          >
            <Swatch look={look} />
            <bdi>{title}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  );
}
