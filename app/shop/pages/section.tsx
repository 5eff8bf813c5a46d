import { loadMessages } from '../../i18n/load-messages.ts';
import { SectionList } from '../ui/section-list.tsx';
import { sectionPreviewPath } from '../pictures/picture-path.ts';
import { describeGoneSection } from '../describe-gone.ts';
import { findMainCurrency, signOf } from '../price.ts';
import { ServiceNotFound } from '../ui/service-not-found.tsx';
import { listServices, pageOfList, readListQuery } from '../list-query.ts';
import { readPriceTax } from '../read-price-tax.server.ts';
import { toCards } from '../service.ts';
import { appContextKey } from '../../app-context.ts';
import { langOf } from '../../platform/lang-of.ts';
import { Breadcrumb, type Crumb } from '../../ui/breadcrumb.tsx';
import { data } from 'react-router';
import { onlyOrderable } from './orderable.server.ts';
import { missing } from './missing.server.ts';
import { PUBLIC_PAGE_HEADERS } from './layout.tsx';
import { GONE, headersOfPageOrGone } from './gone.ts';
import { breadcrumbList, pageMeta, titleOf } from './page-meta.ts';
import type { Route } from './+types/section.ts';
import { languageNow, t } from '../../i18n/translate.ts';

export const handle = { messages: await loadMessages('shop-pages') };

const steps = (): readonly Crumb[] => [
  { label: t('Home'), to: '/' },
  { label: t('All Services'), to: '/services' },
];

export const headers = headersOfPageOrGone(() => PUBLIC_PAGE_HEADERS);

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const site = matches[0].loaderData;
  if (!loaderData) return [{ title: titleOf(t('Service not found'), site) }];
  const { section, total } = loaderData;
  const path = `/services/${section.id}`;
  const tags = pageMeta(site, {
    title: section.title,
    description: t(
      '{tagline} {count, plural, one {# service} other {# services}} at fixed prices: {areas}.',
      {
        tagline: section.tagline,
        count: total,
        areas: new Intl.ListFormat(languageNow()).format(section.areas.map(({ title }) => title)),
      },
    ),
    path,
    preview: sectionPreviewPath(section.look),
  });
  if (!site) return tags;
  const crumbs = [
    ...steps().map(({ label, to }) => [label, to] as const),
    [section.title, path] as const,
  ];
  return [...tags, ...breadcrumbList(site, crumbs)];
};

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const appContext = context.get(appContextKey);
  const { ratings, catalogue, settings } = appContext;
  const section = catalogue.findSection(params.section);
  if (!section) {
    if (!catalogue.hasSection(params.section)) throw missing(appContext);
    throw data(describeGoneSection(catalogue, params.section), GONE);
  }
  const all = catalogue.servicesOf(section.id);
  const query = readListQuery(new URL(request.url).searchParams, section);
  const orderable = onlyOrderable(all, settings);
  const listed = query.isOrderable ? orderable : all;
  const found = listServices(
    toCards(listed, await ratings.read(), readPriceTax(appContext)),
    query,
  );
  return {
    section,
    query,
    hasDays: all.some(({ deliveryDays }) => deliveryDays !== null),
    hasOrderable: orderable.length > 0,
    currencySign: signOf(findMainCurrency(listed.map(({ price }) => price))),
    total: all.length,
    found: found.length,
    ...pageOfList(found, query.page),
  };
}

export default function SectionPage({ loaderData }: Route.ComponentProps) {
  return (
    <main className="container-page pt-1.5">
      <Breadcrumb
        crumbs={steps()}
        current={loaderData.section.title}
        lang={langOf(loaderData.section, 'title')}
      />
      <SectionList {...loaderData} />
    </main>
  );
}

export const ErrorBoundary = ServiceNotFound;
