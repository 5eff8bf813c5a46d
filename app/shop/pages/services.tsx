import { loadMessages } from '../../i18n/load-messages.ts';
import { pageMeta } from './page-meta.ts';
import { toOverview, type OverviewSection, type Section } from '../sections.ts';
import { searchCards, type CardSearch } from '../search/search-cards.ts';
import { ORDER_NOW } from '../list-query.ts';
import { onlyOrderablePaths } from './orderable.server.ts';
import { readSearchText } from '../search/search-text.ts';
import { readPriceTax } from '../read-price-tax.server.ts';
import { toCards } from '../service.ts';
import { appContextKey, requestContext } from '../../app-context.ts';
import { PUBLIC_PAGE_HEADERS } from './layout.tsx';
import type { Route } from './+types/services.ts';
import { t } from '../../i18n/translate.ts';
import {
  useMemo,
  useRef,
  type RefObject,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { Form, Link, useSearchParams, useLocation } from 'react-router';
import { langOf } from '../../platform/lang-of.ts';
import { SearchBox } from '../ui/search-box.tsx';
import { SectionBanner } from '../ui/section-banner.tsx';
import { SectionMenu } from '../ui/section-menu.tsx';
import { ServiceGroup, CardGrid, countServices } from '../ui/service-group.tsx';
import { Swatch } from '../ui/swatch.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { noMatch } from '../no-match.ts';

export const handle = { messages: await loadMessages('shop-pages') };

/** The time covers all turns of service-group.css plus a margin. */
const TURNS_TAKE_MS = 3000;

const neverChanges = () => () => {};
const asServed = () => true;
const onceReactHasIt = () => false;

interface ShownSearch extends CardSearch {
  /** The visitor wants only services that can be ordered now. */
  readonly isOnlyOrderable: boolean;
  readonly hasOrderable: boolean;
}

interface ServiceOverviewProps {
  readonly search: ShownSearch | null;
  /** The sections have no services during a search. */
  readonly sections: readonly OverviewSection[];
}

interface SectionsProps {
  readonly sections: readonly OverviewSection[];
  readonly hero: RefObject<HTMLElement | null>;
}

export const headers = () => PUBLIC_PAGE_HEADERS;

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  ...pageMeta(matches[0].loaderData, {
    title: t('What are you looking for?'),
    description: t(
      '{count, plural, one {One category} other {All # categories}} on one page: design, business, marketing, audio, programming, video and writing services at fixed prices.',
      { count: loaderData?.sections.length ?? 0 },
    ),
    path: '/services',
  }),
  ...(loaderData?.search ? [{ name: 'robots', content: 'noindex' }] : []),
];

/** The loader sends the catalogue's texts as data, so that they are not part of every page's script. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const appContext = context.get(appContextKey);
  const { ratings, catalogue, settings } = appContext;
  const priceTax = readPriceTax(appContext);
  const { searchParams } = new URL(request.url);
  const { searched = searchParams.get('q') } = context.get(requestContext);
  const rated = await ratings.read();
  // The page answers searches on the server, for browsers without scripts and for links to a search.
  const all = searchCards(catalogue, rated, searched, priceTax);
  const isOnly = searchParams.get('order') === ORDER_NOW;
  const orderable = all && onlyOrderablePaths(catalogue, settings);
  const search = all && {
    ...all,
    results: isOnly ? all.results.filter(({ path }) => orderable?.has(path)) : all.results,
    isOnlyOrderable: isOnly,
    hasOrderable: all.results.some(({ path }) => orderable?.has(path)),
  };
  const cards = search ? [] : toCards(catalogue.services, rated, priceTax);
  return { search, sections: toOverview(catalogue.filledSections, cards) };
}

export default function ServicesPage({ loaderData }: Route.ComponentProps) {
  return <ServiceOverview {...loaderData} />;
}

function ServiceOverview({ search, sections }: ServiceOverviewProps) {
  const hero = useRef<HTMLElement>(null);
  const [params] = useSearchParams();
  const query = readSearchText(params.get('q'));
  return (
    <main id="allservices">
      {/* The z-index lets the list of search results extend over the next section. */}
      <section ref={hero} className="sky z-20 overflow-visible pb-7 md:pb-[76px] md:text-center">
        <div className="container-sky pt-[88px] md:pt-[148px]">
          <h1 className="text-[clamp(44px,5.9vw,84px)] leading-[1] tracking-[-0.045em] md:leading-[1.04]">
            {t('What are you looking for?')}
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
              {t('All services')}
            </Link>
          </p>
        </>
      ) : sections.length > 0 ? (
        <Sections sections={sections} hero={hero} />
      ) : (
        <NoServices />
      )}
    </main>
  );
}

/** A shop that is being set up. */
function NoServices() {
  return (
    <div className="container-page pt-12">
      <EmptyState
        title={t('No services here right now')}
        text={t('Our services will appear here soon.')}
      >
        <Link to="/contact" className="button button-primary">
          {t('Contact Us')}
        </Link>
      </EmptyState>
    </div>
  );
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
      {sections.map(({ id, title, look, fallbacks }) => (
        <li key={id}>
          <Link
            to={`/services#${id}`}
            className="flex min-h-11 items-center gap-2.5 rounded-field bg-[light-dark(rgb(255_255_255/70%),rgb(255_255_255/8%))] py-1 pe-3.5 ps-2 text-[15px] font-[550] transition-colors hover:bg-surface"
          >
            <Swatch look={look} />
            <bdi lang={langOf({ fallbacks }, 'title')}>{title}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/**
 * Lays out every card of the overview before a scroll to an anchor or a restored scroll position, because estimated
 * heights would miss the target. At the top of a newly loaded page it waits for the turns, because laying out
 * everything at once would block the main thread of a phone.
 */
function useLaidOut(): void {
  const { key } = useLocation();
  const isTakenOver = useSyncExternalStore(neverChanges, onceReactHasIt, asServed);
  const [firstKey] = useState(isTakenOver ? key : undefined);
  useLayoutEffect(() => {
    if (key !== firstKey || window.scrollY > 0) {
      layOut();
      return undefined;
    }
    const timer = setTimeout(layOut, TURNS_TAKE_MS);
    return () => {
      clearTimeout(timer);
      layOut();
    };
  }, [key, firstKey]);
}

function layOut(): void {
  document.documentElement.dataset.laidOut = '';
}

/** The page shows the results for links to a search and for browsers without scripts. */
function SearchResults({ search, query }: { search: ShownSearch; query: string }) {
  const { results, pages, suggestions, isOnlyOrderable, hasOrderable } = search;
  if (results.length === 0 && !isOnlyOrderable) {
    const others = pages.length > 0 ? pages : suggestions;
    return (
      <section
        aria-label={t('Search results')}
        className="container-page pt-8 pb-8 md:pt-12 md:pb-0"
      >
        <EmptyState
          title={noMatch('overview', query)}
          text={
            pages.length > 0
              ? t("You'll find the answer here:")
              : suggestions.length > 0
                ? t('Did you mean one of these?')
                : t('Try a shorter word, or ask an agent. Our agents know the whole catalogue.')
          }
        >
          {others.length > 0 ? (
            <ul className="flex flex-wrap justify-center gap-2.5">
              {others.map(({ path, title, ...marks }) => (
                <li key={path}>
                  <Link
                    dir="auto"
                    lang={langOf(marks, 'title')}
                    to={path}
                    className="button button-line button-small"
                  >
                    {title}
                  </Link>
                </li>
              ))}
            </ul>
          ) : (
            <Link to="/contact" className="button button-line button-small">
              {t('Ask an agent')}
            </Link>
          )}
        </EmptyState>
      </section>
    );
  }
  return (
    <section aria-labelledby="results-title" className="container-page pt-8 pb-8 md:pt-14 md:pb-0">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2
          dir="auto"
          id="results-title"
          className="text-[clamp(28px,3vw,40px)] tracking-[-0.04em] [overflow-wrap:anywhere]"
        >
          {t('Results for “{query}”', { query })}
        </h2>
        <p role="status" className="text-[15px] text-ink-2">
          {countServices(results.length)}
        </p>
      </div>
      {(hasOrderable || isOnlyOrderable) && (
        <Form method="get" action="/services" preventScrollReset replace className="mt-3">
          <input type="hidden" name="q" value={query} />
          <button
            type="submit"
            {...(isOnlyOrderable ? {} : { name: 'order', value: ORDER_NOW })}
            aria-pressed={isOnlyOrderable}
            className={`button button-small ${isOnlyOrderable ? 'button-primary' : 'button-line'}`}
          >
            {t('Can be ordered now')}
          </button>
        </Form>
      )}
      {pages.length > 0 && (
        <p className="mt-2 flex flex-wrap gap-x-5 text-[15px]">
          {pages.map(({ path, title }) => (
            <Link
              key={path}
              dir="auto"
              to={path}
              className="link inline-flex min-h-11 items-center"
            >
              {title}
            </Link>
          ))}
        </p>
      )}
      <CardGrid services={results} heading="h3" />
    </section>
  );
}
