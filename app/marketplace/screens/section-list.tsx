import { Link } from 'react-router';
import type { Section } from '../sections.ts';
import { ListFilters } from './list-filters.tsx';
import { isFiltered, writeListQuery, type ListQuery } from '../list-query.ts';
import { SectionBanner } from './section-banner.tsx';
import type { CardService } from '../service.ts';
import { CardGrid, countServices, ServiceGroup } from './service-group.tsx';
import { PagesNav } from '../../ui/pages-nav.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

interface SectionListProps {
  readonly section: Section;
  readonly query: ListQuery;
  readonly currencySign: string;
  readonly hasDays: boolean;
  /** How many services it has without a filter. */
  readonly total: number;
  /** How many are left by the filter, and which page of them this is. */
  readonly found: number;
  readonly page: number;
  readonly pageCount: number;
  readonly services: readonly CardService[];
}

/** The services of one section, filtered and sorted as the address says. */
export function SectionList(props: SectionListProps) {
  const { section, query, currencySign, hasDays, total, found, page, pageCount, services } = props;
  const isPart = isFiltered(query);
  return (
    <>
      <div className="mt-2 md:mt-3">
        <SectionBanner section={section} heading="h1" isFirst />
      </div>
      <ListFilters section={section} query={query} currencySign={currencySign} hasDays={hasDays} />
      <div className="mt-5 flex min-h-11 flex-wrap items-center justify-between gap-x-6">
        <p role="status" className="text-[15px] text-ink-2">
          {isPart ? `${found} of ${countServices(total)}` : countServices(total)}
          {pageCount > 1 && `, page ${page} of ${pageCount}`}
        </p>
        {isPart && services.length > 0 && (
          <ClearFilters className="link flex min-h-11 items-center" />
        )}
      </div>
      {services.length === 0 && (
        <div className="mt-3">
          <EmptyState
            title="No services match these filters"
            text="Try another area, a wider price range or a lower rating."
          >
            <ClearFilters className="button button-primary" />
          </EmptyState>
        </div>
      )}
      {query.sort !== null && services.length > 0 && (
        <section aria-label="Services">
          <h2 className="sr-only">Services</h2>
          <CardGrid services={services} heading="h3" />
        </section>
      )}
      {query.sort === null && (
        <div className="-mt-6">
          {section.areas.map((area) => {
            const group = services.filter((service) => service.area === area.id);
            return (
              group.length > 0 && (
                <ServiceGroup key={area.id} area={area} services={group} heading="h2" />
              )
            );
          })}
        </div>
      )}
      <PagesNav
        page={page}
        hasMore={page < pageCount}
        pathOf={(other) => writeListQuery({ ...query, page: other }) || '?'}
        names={['Previous', 'Next']}
      />
    </>
  );
}

function ClearFilters({ className }: { className: string }) {
  return (
    <Link to={{ search: '' }} replace preventScrollReset className={className}>
      Clear filters
    </Link>
  );
}
