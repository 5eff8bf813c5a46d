import { data, type RouterContextProvider } from 'react-router';
import { findSampleClips } from '../../artwork/clips/sample-clips.ts';
import { PALETTES } from '../../artwork/palettes.ts';
import { findSection, findService } from '../../catalogue/catalogue.ts';
import { findRelated } from '../../catalogue/find-related.ts';
import { toCards, type CardRating, type Service } from '../../catalogue/service.ts';
import { hostContext, requestContext, type Host } from '../../host.ts';
import { RefusedError } from '../../platform/errors.ts';
import { addressBlock } from '../../platform/rate-limit.ts';
import { issueConfirmation } from '../../reviews/confirm-review.server.ts';
import { confirmationMail } from '../../reviews/confirmation-mail.ts';
import { knownReviewerCookie } from '../../reviews/known-reviewer.server.ts';
import type { PostedReview } from '../../reviews/post-review.server.ts';
import { readRatingSummaries } from '../../reviews/read-rating-summaries.server.ts';
import { readReviewPage } from '../../reviews/read-reviews.server.ts';
import { readReviewQuery, type ReviewQuery } from '../../reviews/review-query.ts';
import type { ReviewResult } from '../../reviews/review-result.ts';
import { takeReview } from '../../reviews/take-review.server.ts';
import { dropRatingPages, RELATED_COUNT } from './drop-rating-pages.server.ts';
import { PUBLIC_PAGE_HEADERS } from './layout.tsx';
import { describeBreadcrumb, describeProduct } from './structured-data.server.ts';

const REVIEW_LIMIT = { name: 'review', burst: 10, perMinute: 5 };
/** Nobody's mailbox is filled by strangers, wherever they write from. */
const MAIL_LIMIT = { name: 'review-mail', burst: 3, perMinute: 0.1 };

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
  const { base, text } = PALETTES[service.section].fields[1];
  const section = {
    title: findSection(service.section)?.title ?? '',
    path: `/services/${service.section}`,
    background: base,
    text,
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
    clipTitles:
      service.section === 'video' ? findSampleClips(service.slug).map(({ title }) => title) : [],
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
  const { status, result, posted } = await takeReview(host, service, {
    form: await request.formData(),
    isKnown: await reviewer.isKnown(request),
    takeFromLimit: () =>
      limits.take(REVIEW_LIMIT, addressBlock(context.get(requestContext).address)),
  });
  if (!posted) return data<ReviewResult>(result, { status });
  host.webhooks.nudge();
  dropRatingPages(host, service);
  await mailConfirmation(host, service, posted);
  return data<ReviewResult>(result, { headers: { 'Set-Cookie': await reviewer.remember() } });
}

/**
 * Asks the writer to confirm the review, once. The review is stored and shown already, so nothing
 * that goes wrong here is told to them.
 */
async function mailConfirmation(
  { db, clock, limits, log, mail, settings }: Host,
  service: Service,
  { id, email }: PostedReview,
): Promise<void> {
  try {
    await limits.take(MAIL_LIMIT, email);
    const token = await issueConfirmation(db, clock, id);
    mail.send(confirmationMail(settings, email, service.title, token));
  } catch (error) {
    if (error instanceof RefusedError) return;
    log.error({ err: error, reviewId: id }, 'A review cannot be confirmed: no mail was sent');
  }
}

function requireService(section: string, slug: string): Service {
  const service = findService(section, slug);
  if (!service) throw new Response(null, { status: 404 });
  return service;
}
