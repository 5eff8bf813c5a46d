import { Link } from 'react-router';
import type { Section } from '../sections.ts';
import { ListFilters } from './list-filters.tsx';
import { isFiltered, writeListQuery, type ListQuery } from '../list-query.ts';
import { SectionBanner } from './section-banner.tsx';
import type { CardService } from '../service.ts';
import { CardGrid, countServices, ServiceGroup } from './service-group.tsx';
import { PagesNav } from '../../ui/pages-nav.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { t } from '../../i18n/translate.ts';

interface SectionListProps {
  readonly section: Section;
  readonly query: ListQuery;
  readonly currencySign: string;
  readonly hasDays: boolean;
  readonly hasOrderable: boolean;
  /** The total ignores the filters. */
  readonly total: number;
  readonly found: number;
  readonly page: number;
  readonly pageCount: number;
  readonly services: readonly CardService[];
}

export function SectionList(props: SectionListProps) {
  const { section, query, total, found, page, pageCount, services } = props;
  const isPart = isFiltered(query);
  // Without a filter and with a single page, small screens have no room for the count, so it is visually hidden.
  const isCounted = isPart || pageCount > 1;
  // The count shares the line of the first group's title.
  const isInGroups = query.sort === null && services.length > 0;
  // The title of the only group already shows the count.
  const isSaid = !isCounted && isInGroups && section.areas.length === 1;
  return (
    <>
      <SectionBanner section={section} heading="h1" isFirst />
      {total > 0 && (
        <ListFilters
          section={section}
          query={query}
          currencySign={props.currencySign}
          hasDays={props.hasDays}
          hasOrderable={props.hasOrderable}
        />
      )}
      <div
        className={`relative flex flex-wrap items-center justify-between gap-x-6 md:mt-3.5 md:min-h-8 ${isInGroups ? 'md:-mb-14 md:justify-end' : ''} ${isCounted ? 'mt-2' : ''}`}
      >
        <p
          role="status"
          className={`text-[15px] text-ink-2 ${isSaid ? 'sr-only' : ''} ${isCounted ? '' : 'max-md:sr-only'}`}
        >
          {isPart
            ? t('{found} of {count, plural, one {# service} other {# services}}', {
                found,
                count: total,
              })
            : countServices(total)}
          {pageCount > 1 && ` · ${t('Page {page} of {pageCount}', { page, pageCount })}`}
        </p>
        {isPart && services.length > 0 && (
          <ClearFilters className="link flex min-h-11 items-center" />
        )}
      </div>
      {total === 0 && (
        <div className="mt-3">
          <EmptyState
            title={t('No services here right now')}
            text={t('Browse all services to find something similar.')}
          >
            <Link to="/services" className="button button-primary">
              {t('All services')}
            </Link>
          </EmptyState>
        </div>
      )}
      {total > 0 && services.length === 0 && (
        <div className="mt-3">
          <EmptyState
            title={t('No services match these filters')}
            text={t('Try another area, a wider price range or a lower rating.')}
          >
            <ClearFilters className="button button-primary" />
          </EmptyState>
        </div>
      )}
      {query.sort !== null && services.length > 0 && (
        <section aria-label={t('Services')}>
          <h2 className="sr-only">{t('Services')}</h2>
          <CardGrid services={services} heading="h3" />
        </section>
      )}
      {query.sort === null && (
        <div>
          {section.areas.map((area) => {
            const group = services.filter((service) => service.area === area.id);
            return (
              group.length > 0 && (
                <ServiceGroup key={area.id} area={area} services={group} heading="h2" isWall />
              )
            );
          })}
        </div>
      )}
      <PagesNav
        page={page}
        hasMore={page < pageCount}
        pathOf={(other) => writeListQuery({ ...query, page: other }) || '?'}
        names={[t('Previous'), t('Next')]}
      />
    </>
  );
}

function ClearFilters({ className }: { className: string }) {
  return (
    <Link to={{ search: '' }} replace preventScrollReset className={className}>
      {t('Clear filters')}
    </Link>
  );
}
