import { data, type RouterContextProvider } from 'react-router';
import { findClips, findClipTitles } from '../pictures/find-clip-titles.ts';
import type { Catalogue } from '../catalogue.ts';
import { findRelated } from '../search/find-related.ts';
import { RELATED_COUNT } from '../pages-showing-rating.ts';
import { toCards, type CardRating, type Service } from '../service.ts';
import { hostContext, type Host } from '../../host.ts';
import { homeAddress } from '../../platform/home-address.ts';
import { readReviewPage } from '../../reviews/server/read-reviews.server.ts';
import { readReviewQuery, type ReviewQuery } from '../../reviews/review-query.ts';
import { requireService } from './require-service.server.ts';
import { PUBLIC_PAGE_HEADERS } from './layout.tsx';
import { describeServicePage } from './describe-service-page.server.ts';

export interface PageRequest {
  readonly context: Readonly<RouterContextProvider>;
  readonly request: Request;
}

/** Throws a 404 for a service that does not exist. */
export async function loadServicePage(
  { context, request }: PageRequest,
  sectionId: string,
  slug: string,
) {
  const host = context.get(hostContext);
  const { catalogue } = host;
  const service = requireService(catalogue, sectionId, slug);
  const wanted = readReviewQuery(new URL(request.url).searchParams);
  const page = await readServicePage(host, catalogue, service, wanted);
  // A page that failed to read its reviews must not be cached for everybody.
  return data(page, {
    headers: page.reviewPage ? PUBLIC_PAGE_HEADERS : { 'Cache-Control': 'no-store' },
  });
}

export type ServicePageData = Awaited<ReturnType<typeof readServicePage>>;

export async function readServicePage(
  host: Host,
  catalogue: Catalogue,
  service: Service,
  wanted: ReviewQuery,
) {
  const { db, log, settings } = host;
  const section = {
    look: service.look,
    title: catalogue.titleOfSection(service.section),
    path: `/services/${service.section}`,
  };
  const related = findRelated(catalogue, service, RELATED_COUNT);
  const [reviewPage, ratings] = await Promise.all([
    readReviewPage(db, service.addresses, wanted),
    host.ratings.read(),
  ]).catch((error: unknown) => {
    // The page is useful without its reviews.
    log.error({ err: error, service: service.path }, 'Reviews could not be read');
    return [null, new Map<string, CardRating>()] as const;
  });
  const { origin, brandName } = settings;
  const shop = { origin, home: homeAddress(settings), brandName };
  const rating = reviewPage?.summary ?? null;
  const clips = service.section === 'video' ? findClips(service.art) : undefined;
  // Former addresses are not public.
  const { addresses: _addresses, ...shown } = service;
  return {
    service: shown,
    section,
    related: toCards(related, ratings),
    reviewPage,
    clips: clips === undefined ? undefined : { clips, titles: findClipTitles(clips) },
    structuredData: describeServicePage(
      { service, sectionTitle: section.title, rating, ...shop },
      section.path,
    ),
  };
}
