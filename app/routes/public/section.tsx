import { Link } from 'react-router';
import { sectionPreviewPath } from '../../marketplace/pictures/picture-path.ts';
import { findSection, servicesOf } from '../../marketplace/catalogue.ts';
import { ListFilters } from '../../marketplace/list-filters.tsx';
import { isFiltered, listServices, readListQuery } from '../../marketplace/list-query.ts';
import { SectionBanner } from '../../marketplace/section-banner.tsx';
import { toCards } from '../../marketplace/service.ts';
import { CardGrid, countServices, ServiceGroup } from '../../marketplace/service-group.tsx';
import { hostContext } from '../../host.ts';
import { readRatingSummaries } from '../../reviews/read-rating-summaries.server.ts';
import { Breadcrumb, type Crumb } from '../../ui/breadcrumb.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPage } from '../../ui/error-page.tsx';
import { PUBLIC_PAGE_HEADERS } from './layout.tsx';
import { breadcrumbList, pageMeta, titleOf } from './page-meta.ts';
import type { Route } from './+types/section.ts';

const STEPS: readonly Crumb[] = [
  { label: 'Home', to: '/' },
  { label: 'All Services', to: '/services' },
];

export const headers = () => PUBLIC_PAGE_HEADERS;

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const site = matches[0].loaderData;
  if (!loaderData) return [{ title: titleOf('Service not found', site) }];
  const { section, total } = loaderData;
  const path = `/services/${section.id}`;
  const tags = pageMeta(site, {
    title: section.title,
    description: `${section.tagline} ${countServices(total)} at fixed prices: ${section.areas.map(({ title }) => title).join(', ')}.`,
    path,
    preview: sectionPreviewPath(section.id),
  });
  if (!site) return tags;
  const steps = [
    ...STEPS.map(({ label, to }) => [label, to] as const),
    [section.title, path] as const,
  ];
  return [...tags, ...breadcrumbList(site, steps)];
};

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db } = context.get(hostContext);
  const section = findSection(params.section);
  if (!section) throw new Response(null, { status: 404 });
  const all = servicesOf(section.id);
  const query = readListQuery(new URL(request.url).searchParams, section);
  return {
    section,
    query,
    total: all.length,
    services: listServices(toCards(all, await readRatingSummaries(db, all)), query),
  };
}

export default function SectionPage({ loaderData }: Route.ComponentProps) {
  const { section, query, total, services } = loaderData;
  const isPart = isFiltered(query);
  return (
    <main className="container-page pt-4 md:pt-6">
      <Breadcrumb crumbs={STEPS} current={section.title} />
      <div className="mt-2 md:mt-3">
        <SectionBanner section={section} heading="h1" isFirst />
      </div>
      <ListFilters section={section} query={query} />
      <div className="mt-5 flex min-h-11 flex-wrap items-center justify-between gap-x-6">
        <p role="status" className="text-[15px] text-ink-2">
          {isPart ? `${services.length} of ${countServices(total)}` : countServices(total)}
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
    </main>
  );
}

function ClearFilters({ className }: { className: string }) {
  return (
    <Link to={{ search: '' }} replace preventScrollReset className={className}>
      Clear filters
    </Link>
  );
}

export function ErrorBoundary() {
  return (
    <ErrorPage
      title="Service not found"
      text="This page has drifted away. Browse the full list to find what you need."
    />
  );
}
