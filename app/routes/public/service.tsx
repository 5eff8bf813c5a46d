import { lazy, Suspense } from 'react';
import { data, isRouteErrorResponse } from 'react-router';
import { PALETTES } from '../../artwork/palettes.ts';
import { findSection, findService } from '../../catalogue/catalogue.ts';
import { BottomBar } from '../../catalogue/bottom-bar.tsx';
import { findRelated } from '../../catalogue/find-related.ts';
import { PurchasePanel } from '../../catalogue/purchase-panel.tsx';
import { RelatedServices } from '../../catalogue/related-services.tsx';
import { ServiceGallery } from '../../catalogue/service-gallery.tsx';
import { ContactAgentButton } from '../../chat/widget/contact-agent-button.tsx';
import { hostContext, requestContext } from '../../host.ts';
import { addressBlock } from '../../platform/rate-limit.ts';
import { knownReviewerCookie } from '../../reviews/known-reviewer.server.ts';
import { RatingLine } from '../../reviews/rating-line.tsx';
import { readPageNumber, readReviewPage } from '../../reviews/read-reviews.server.ts';
import { ReviewForm } from '../../reviews/review-form.tsx';
import { ReviewList } from '../../reviews/review-list.tsx';
import type { ReviewResult } from '../../reviews/review-result.ts';
import { MESSAGES, readReviewDraft } from '../../reviews/rules.ts';
import { takeReview } from '../../reviews/take-review.server.ts';
import { Breadcrumb } from '../../ui/breadcrumb.tsx';
import { ErrorPage } from '../../ui/error-page.tsx';
import { PUBLIC_PAGE_HEADERS } from './layout.tsx';
import { pageMeta } from './page-meta.ts';
import { describeBreadcrumb, describeProduct } from './structured-data.server.ts';
import type { Route } from './+types/service.ts';
import '../../catalogue/sample-video.css';

// Only pages of the video section pay for it; their HTML has it from the start.
const SampleVideos = lazy(async () => ({
  default: (await import('../../catalogue/sample-videos.tsx')).SampleVideos,
}));

const REVIEW_LIMIT = { name: 'review', burst: 10, perMinute: 5 };
const RELATED_COUNT = 3;

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [{ title: 'Service not found' }];
  const { title, summary, path } = loaderData.service;
  return [
    ...pageMeta(matches[0].loaderData, { title, description: summary, path }),
    ...loaderData.structuredData.map((entry) => ({ 'script:ld+json': entry })),
  ];
};

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, log, settings } = context.get(hostContext);
  const service = requireService(params);
  const section = findSection(service.section);
  const colours = PALETTES[service.section].fields[1];
  const wanted = readPageNumber(new URL(request.url).searchParams);
  const reviewPage = await readReviewPage(db, service.section, service.slug, wanted).catch(
    (error: unknown) => {
      // The page is worth showing without its reviews.
      log.error({ err: error, service: service.path }, 'Reviews could not be read');
      return null;
    },
  );
  const sectionTitle = section?.title ?? '';
  const sectionPath = `/services/${service.section}`;
  const { origin, brandName } = settings;
  return data(
    {
      service,
      section: {
        title: sectionTitle,
        path: sectionPath,
        background: colours.base,
        text: colours.text,
      },
      related: findRelated(service, RELATED_COUNT).map(({ description: _, ...card }) => card),
      reviewPage,
      structuredData: [
        describeProduct({
          service,
          sectionTitle,
          rating: reviewPage?.summary ?? null,
          origin,
          brandName,
        }),
        describeBreadcrumb(origin, [
          { name: 'Home', path: '/' },
          { name: 'All Services', path: '/services' },
          { name: sectionTitle, path: sectionPath },
          { name: service.title, path: service.path },
        ]),
      ],
    },
    // A page without its reviews must not be kept for everybody.
    { headers: reviewPage ? PUBLIC_PAGE_HEADERS : { 'Cache-Control': 'no-store' } },
  );
}

/** 'Share Your Experience'. Whatever is refused comes back as it was typed, with the reason. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const host = context.get(hostContext);
  const { settings, cookieSecret, limits } = host;
  const service = requireService(params);
  const reviewer = knownReviewerCookie(cookieSecret, settings.origin.startsWith('https:'));
  const { status, result } = await takeReview(host, service, {
    form: await request.formData(),
    isKnown: await reviewer.isKnown(request),
    takeFromLimit: () =>
      limits.take(REVIEW_LIMIT, addressBlock(context.get(requestContext).address)),
  });
  if (!result.ok) return data<ReviewResult>(result, { status });
  host.dropPage(service.path);
  return data<ReviewResult>(result, { headers: { 'Set-Cookie': await reviewer.remember() } });
}

/** A lost connection is told beside the form; the error page would throw away what was typed. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  try {
    return await serverAction();
  } catch (error) {
    if (isRouteErrorResponse(error)) throw error;
    const result: ReviewResult = {
      ok: false,
      draft: readReviewDraft(form),
      message: MESSAGES.notSent,
      field: undefined,
      needsCaptcha: false,
    };
    // The status keeps the router from loading the page anew, which would fail as well.
    return data(result, { status: 503 });
  }
}

function requireService(params: { section: string; slug: string }) {
  const service = findService(params.section, params.slug);
  if (!service) throw new Response(null, { status: 404 });
  return service;
}

export default function ServicePage({ loaderData, actionData }: Route.ComponentProps) {
  const { service, section, related, reviewPage } = loaderData;
  const context = { section: service.section, slug: service.slug };
  const crumbs = [
    { label: 'Home', to: '/' },
    { label: 'All Services', to: `/services#${service.area}` },
  ];
  return (
    // Its own key: another service starts with an empty form and a closed gallery.
    <main key={service.path} className="container-page pt-3 md:pt-4">
      <Breadcrumb crumbs={crumbs} current={service.title} />
      <div className="mt-2 grid gap-x-8 gap-y-5 md:grid-cols-[minmax(0,1fr)_320px] md:gap-y-0 lg:grid-cols-[minmax(0,1fr)_clamp(340px,35%,421px)] xl:gap-x-14">
        <div className="min-w-0">
          {service.section === 'video' ? (
            <Suspense>
              <SampleVideos service={service} />
            </Suspense>
          ) : (
            <ServiceGallery service={service} />
          )}
        </div>
        <div className="min-w-0 md:col-start-2 md:row-span-2 md:row-start-1">
          <PurchasePanel
            service={service}
            section={section}
            rating={reviewPage && <RatingLine summary={reviewPage.summary} />}
            contact={<ContactAgentButton service={context} />}
          />
        </div>
        <div className="min-w-0">
          <section aria-labelledby="about-service" className="mt-9 md:mt-14">
            <h2 id="about-service" className="text-[clamp(26px,3vw,34px)]">
              About this service
            </h2>
            <p className="mt-4 max-w-[43em] text-[17px] leading-[1.6] text-ink-2">
              {service.description}
            </p>
          </section>
          <ReviewList reviewPage={reviewPage} />
          <ReviewForm action={service.path} result={actionData} />
        </div>
      </div>
      <RelatedServices services={related} section={section} />
      <BottomBar service={service} contact={<ContactAgentButton service={context} />} />
    </main>
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
