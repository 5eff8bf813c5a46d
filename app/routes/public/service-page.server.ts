import { readReviewDraft } from '../../reviews/rules.ts';
import { readFormData } from '../../platform/read-form.ts';
import { RefusedError } from '../../platform/errors.ts';
import { data, type RouterContextProvider } from 'react-router';
import { findClipTitles } from '../../marketplace/pictures/drawn-pictures.ts';
import { findSection, findService } from '../../marketplace/catalogue.ts';
import { findRelated } from '../../marketplace/find-related.ts';
import { RELATED_COUNT } from '../../marketplace/pages-showing-rating.ts';
import { toCards, type CardRating, type Service } from '../../marketplace/service.ts';
import { hostContext, requestContext, type Host } from '../../host.ts';
import { addressBlock, type RateLimits } from '../../platform/rate-limit.ts';
import { knownReviewerCookie } from '../../reviews/known-reviewer.server.ts';
import { readRatingSummaries } from '../../reviews/read-rating-summaries.server.ts';
import { readReviewPage } from '../../reviews/read-reviews.server.ts';
import { readReviewQuery, type ReviewQuery } from '../../reviews/review-query.ts';
import type { ReviewResult } from '../../reviews/review-result.ts';
import { takeReview } from '../../reviews/take-review.server.ts';
import { PUBLIC_PAGE_HEADERS } from './layout.tsx';
import { describeBreadcrumb, describeProduct } from './structured-data.server.ts';

const REVIEW_LIMIT = { name: 'review', burst: 10, perMinute: 5 };
/** So many reviews a captcha is worth: above it, whoever passes the cookie on solves another. */
const KNOWN_LIMIT = { name: 'review-known', burst: 20, perMinute: 1 };

interface PageRequest {
  readonly context: Readonly<RouterContextProvider>;
  readonly request: Request;
}

/** Everything on a service's page. Throws a 404 for a service that does not exist. */
export async function loadServicePage(
  { context, request }: PageRequest,
  sectionId: string,
  slug: string,
) {
  const service = requireService(sectionId, slug);
  const wanted = readReviewQuery(new URL(request.url).searchParams);
  const page = await readServicePage(context.get(hostContext), service, wanted);
  // A page without its reviews must not be kept for everybody.
  return data(page, {
    headers: page.reviewPage ? PUBLIC_PAGE_HEADERS : { 'Cache-Control': 'no-store' },
  });
}

export type ServicePageData = Awaited<ReturnType<typeof readServicePage>>;

async function readServicePage({ db, log, settings }: Host, service: Service, wanted: ReviewQuery) {
  const section = {
    id: service.section,
    title: findSection(service.section)?.title ?? '',
    path: `/services/${service.section}`,
  };
  const related = findRelated(service, RELATED_COUNT);
  const [reviewPage, ratings] = await Promise.all([
    readReviewPage(db, service.section, service.slug, wanted),
    readRatingSummaries(db, related),
  ]).catch((error: unknown) => {
    // The page is worth showing without its reviews.
    log.error({ err: error, service: service.path }, 'Reviews could not be read');
    return [null, new Map<string, CardRating>()] as const;
  });
  const { origin, brandName } = settings;
  const rating = reviewPage?.summary ?? null;
  return {
    service,
    section,
    related: toCards(related, ratings),
    reviewPage,
    clipTitles: service.section === 'video' ? findClipTitles(service.slug) : [],
    structuredData: [
      describeProduct({ service, sectionTitle: section.title, rating, origin, brandName }),
      describeBreadcrumb(origin, [
        { name: 'Home', path: '/' },
        { name: 'All Services', path: '/services' },
        { name: section.title, path: section.path },
        { name: service.title, path: service.path },
      ]),
    ],
  };
}

/** 'Share Your Experience'. Whatever is refused comes back as it was typed, with the reason. */
export async function receiveReview(
  { context, request }: PageRequest,
  sectionId: string,
  slug: string,
) {
  const host = context.get(hostContext);
  const { settings, cookieSecret, limits } = host;
  const service = requireService(sectionId, slug);
  const reviewer = knownReviewerCookie(cookieSecret, settings.origin.startsWith('https:'));
  const form = await readFormData(request).catch((error: unknown) => error);
  if (!(form instanceof FormData)) {
    if (!(form instanceof RefusedError)) throw form;
    const { message, status } = form;
    const draft = readReviewDraft(new FormData());
    const refused = {
      ok: false,
      draft,
      message,
      field: undefined,
      needsCaptcha: false,
    } as const;
    return data<ReviewResult>(refused, { status });
  }
  const { email } = readReviewDraft(form);
  const known = await reviewer.find(request, email);
  const isKnown = known !== undefined && (await isWithin(limits, known));
  const { status, result } = await takeReview(host, service, {
    trace: { member: undefined, requestId: context.get(requestContext).id },
    form,
    isKnown,
    takeFromLimit: () =>
      limits.take(REVIEW_LIMIT, addressBlock(context.get(requestContext).address)),
  });
  if (!result.ok) return data<ReviewResult>(result, { status });
  return data<ReviewResult>(result, {
    headers: { 'Set-Cookie': await reviewer.remember(email, known) },
  });
}

async function isWithin(limits: RateLimits, known: string): Promise<boolean> {
  try {
    await limits.take(KNOWN_LIMIT, known);
    return true;
  } catch (error) {
    if (error instanceof RefusedError) return false;
    throw error;
  }
}

function requireService(section: string, slug: string): Service {
  const service = findService(section, slug);
  if (!service) throw new Response(null, { status: 404 });
  return service;
}
