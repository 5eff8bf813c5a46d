import { data, Link } from 'react-router';
import { picturePath } from '../../artwork/picture-path.ts';
import { findSection, findService } from '../../catalogue/catalogue.ts';
import { formatPriceLine } from '../../catalogue/price.ts';
import { pagesShowingRating } from '../../catalogue/service.ts';
import { hostContext, requestContext } from '../../host.ts';
import { RefusedError } from '../../platform/errors.ts';
import { readText } from '../../platform/form.ts';
import { addressBlock } from '../../platform/rate-limit.ts';
import { knownReviewerCookie } from '../../reviews/known-reviewer.server.ts';
import { postReview } from '../../reviews/post-review.server.ts';
import { readRatingSummary, readReviews } from '../../reviews/read-reviews.server.ts';
import { ReviewForm, type ReviewResult } from '../../reviews/review-form.tsx';
import { ReviewList } from '../../reviews/review-list.tsx';
import { MESSAGES, readReviewDraft, checkReview } from '../../reviews/rules.ts';
import { ContactAgentButton } from '../../chat/widget/contact-agent-button.tsx';
import { ErrorPage } from '../../ui/error-page.tsx';
import { Stars } from '../../ui/stars.tsx';
import { PUBLIC_PAGE_HEADERS } from './layout.tsx';
import type { Route } from './+types/service.ts';

const REVIEW_LIMIT = { name: 'review', burst: 10, perMinute: 5 };

export const headers = () => PUBLIC_PAGE_HEADERS;

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.service.title ?? 'Service not found' },
  { name: 'description', content: loaderData?.service.summary },
];

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db } = context.get(hostContext);
  const service = requireService(params);
  const [reviews, rating] = await Promise.all([
    readReviews(db, service.section, service.slug),
    readRatingSummary(db, service.section, service.slug),
  ]);
  return { service, sectionTitle: findSection(service.section)?.title ?? '', reviews, rating };
}

/** 'Share Your Experience'. Whatever is refused comes back as it was typed, with the reason. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { db, clock, captcha, limits, settings, cookieSecret, dropPage } = context.get(hostContext);
  const service = requireService(params);
  const form = await request.formData();
  const draft = readReviewDraft(form);
  const reviewer = knownReviewerCookie(cookieSecret, settings.origin.startsWith('https:'));
  const isKnown = await reviewer.isKnown(request);
  const answer = readText(form, 'captcha');
  const refuse = (status: number, message: string, field?: string) =>
    data<ReviewResult>({ ok: false, draft, message, field, needsCaptcha: !isKnown }, { status });

  try {
    limits.take(REVIEW_LIMIT, addressBlock(context.get(requestContext).address));
    if (!isKnown && answer === '') {
      return refuse(400, MESSAGES.captcha, 'captcha');
    }
    // Checked before the captcha is spent, so that a typing mistake does not cost a new one.
    const problem = checkReview(draft);
    if (problem) return refuse(400, problem.message, problem.field);
    if (!isKnown && !(await captcha.verify(answer))) {
      return refuse(400, MESSAGES.captcha, 'captcha');
    }
    await postReview(db, clock, service, draft);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return refuse(error.status, error.message, error.field);
  }
  for (const path of pagesShowingRating(service)) dropPage(path);
  return data<ReviewResult>({ ok: true }, { headers: { 'Set-Cookie': await reviewer.remember() } });
}

function requireService(params: { section: string; slug: string }) {
  const service = findService(params.section, params.slug);
  if (!service) throw new Response(null, { status: 404 });
  return service;
}

export default function ServicePage({ loaderData, actionData }: Route.ComponentProps) {
  const { service, sectionTitle, reviews, rating } = loaderData;
  return (
    <main className="container-page pt-6">
      <nav aria-label="Breadcrumb" className="flex gap-2 text-sm text-ink-2">
        <Link to="/">Home</Link>
        <span aria-hidden="true">›</span>
        <Link to={`/services#${service.area}`}>All Services</Link>
        <span aria-hidden="true">›</span>
        <span aria-current="page">{service.title}</span>
      </nav>
      <div className="mt-6 grid gap-10 md:grid-cols-[1.7fr_1fr]">
        <div>
          <img
            src={picturePath(service.section, service.slug, 'scene')}
            alt={`${service.title}, illustration`}
            width={800}
            height={600}
            className="w-full rounded-hero rounded-tr-[128px]"
          />
          <h2 className="mt-12 text-[clamp(24px,3vw,32px)]">About this service</h2>
          <p className="mt-4 text-ink-2">{service.description}</p>
        </div>
        <div className="h-fit rounded-panel bg-surface p-8 shadow-raised ring-1 ring-line">
          <p className="text-sm text-ink-2">{sectionTitle}</p>
          <h1 className="mt-3 text-[clamp(32px,4vw,48px)]">{service.title}</h1>
          <p className="mt-4 flex items-center gap-2">
            <Stars rating={Number(rating.average)} />
            <strong>{rating.average}</strong>
            <span className="text-ink-2">({rating.reviewCount} reviews)</span>
          </p>
          <p className="mt-4 text-[28px] font-semibold">{formatPriceLine(service.price)}</p>
          <ContactAgentButton service={service} />
        </div>
      </div>
      <ReviewList reviews={reviews} rating={rating} />
      <ReviewForm result={actionData} />
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
