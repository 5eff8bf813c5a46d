import { data, Link } from 'react-router';
import { readFormData } from '../../platform/read-form.ts';
import { findService } from '../../marketplace/catalogue.ts';
import { hostContext, requestContext } from '../../host.ts';
import { RefusedError } from '../../platform/errors.ts';
import { readText } from '../../platform/form.ts';
import { addressBlock } from '../../platform/rate-limit.ts';
import { MODERATION_REASONS, REPORT_TEXT_MAX_LENGTH } from '../../reviews/moderation-reasons.ts';
import { readReportedReview } from '../../reviews/read-reported-review.server.ts';
import { NO_SUCH_REVIEW, readReport, reportReview } from '../../reviews/report-review.server.ts';
import { reporterCookie } from '../../reviews/reporter-cookie.server.ts';
import { FieldError } from '../../ui/field-error.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { Stars } from '../../ui/stars.tsx';
import { isUuid } from '../resources/member.server.ts';
import type { Route } from './+types/report-review.ts';
import { titleOf } from './page-meta.ts';

const LIMIT = { name: 'review-report', burst: 5, perMinute: 1 };

export const headers = () => ({ 'Cache-Control': 'no-store' });

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: titleOf('Report a review', matches[0].loaderData) },
  { name: 'robots', content: 'noindex' },
];

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db } = context.get(hostContext);
  const review = isUuid(params.id) ? await readReportedReview(db, params.id) : undefined;
  if (!review) return data(null, { status: 404 });
  const service = findService(review.section, review.slug);
  const { name, rating, text } = review;
  return data({
    review: { name, rating, text },
    service: { title: service?.title ?? review.slug, path: service?.path ?? '/services' },
  });
}

/** What a report became; a refused one comes back as it was typed. */
interface ReportAnswer {
  readonly isDone: boolean;
  readonly message: string;
  readonly field: string | undefined;
  readonly draft: { readonly reason: string; readonly text: string };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { db, clock, cookieSecret, limits, settings } = context.get(hostContext);
  let draft = { reason: '', text: '' };
  try {
    const form = await readFormData(request);
    draft = { reason: readText(form, 'reason'), text: readText(form, 'text') };
    await limits.take(LIMIT, addressBlock(context.get(requestContext).address));
    if (!isUuid(params.id)) throw new RefusedError(404, NO_SUCH_REVIEW);
    const cookie = reporterCookie(cookieSecret, settings.origin.startsWith('https:'));
    const { reporter, setCookie } = await cookie.identify(request);
    const report = readReport(form);
    const isNew = await reportReview(db, clock, { reviewId: params.id, reporter, ...report });
    const message = isNew
      ? 'Thank you. Somebody of our team will read the review and decide.'
      : 'You have reported this review already. Somebody of our team will decide.';
    const answer: ReportAnswer = { isDone: true, message, field: undefined, draft };
    return data(answer, { headers: { 'Set-Cookie': setCookie } });
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    const { message, field, status } = error;
    const answer: ReportAnswer = { isDone: false, message, field, draft };
    return data(answer, { status });
  }
}

export default function ReportReview({ actionData, loaderData }: Route.ComponentProps) {
  const errorAt = (field: string) => (actionData?.field === field ? actionData.message : undefined);
  return (
    <main className="container-page max-w-[760px] pt-10 md:pt-16">
      <h1 className="text-[clamp(38px,6vw,60px)] tracking-[-0.04em]">Report a review</h1>
      {loaderData === null ? (
        <p className="mt-5 text-[17px] text-ink-2">This review is not available any more.</p>
      ) : (
        <>
          <p className="mt-5 text-[17px] text-ink-2">
            Somebody of our team reads every report. Nobody else learns that you reported, and the
            decision appears without names in the{' '}
            <Link to="/moderation-log" className="link">
              moderation log
            </Link>
            .
          </p>
          <figure className="mt-7 rounded-card bg-sunken px-5 py-4">
            <figcaption className="flex flex-wrap items-center gap-x-3 text-[15px]">
              <bdi className="font-[650] [overflow-wrap:anywhere]">{loaderData.review.name}</bdi>
              {loaderData.review.rating !== null && <Stars rating={loaderData.review.rating} />}
              <span className="text-ink-2">about {loaderData.service.title}</span>
            </figcaption>
            {loaderData.review.text !== null && (
              <blockquote
                dir="auto"
                className="mt-2 [overflow-wrap:anywhere] whitespace-pre-line text-ink-2"
              >
                {loaderData.review.text}
              </blockquote>
            )}
          </figure>
          {actionData?.isDone ? (
            <div className="mt-7 grid justify-items-start gap-5">
              <Notice kind="success">{actionData.message}</Notice>
              <Link to={loaderData.service.path} className="button button-line">
                Back to {loaderData.service.title}
              </Link>
            </div>
          ) : (
            <ActionForm className="mt-8 grid gap-6">
              {actionData && actionData.field === undefined && (
                <Notice kind="error">{actionData.message}</Notice>
              )}
              <fieldset
                role="radiogroup"
                tabIndex={-1}
                aria-invalid={errorAt('reason') ? true : undefined}
                aria-describedby={errorAt('reason') ? 'reason-error' : undefined}
              >
                <legend className="text-[15px] font-semibold">What is wrong with it?</legend>
                {Object.entries(MODERATION_REASONS).map(([id, { name, meaning }]) => (
                  <label key={id} className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
                    <input
                      type="radio"
                      name="reason"
                      value={id}
                      defaultChecked={actionData?.draft.reason === id}
                      className="mt-0.5 size-5 shrink-0 accent-primary"
                    />
                    <span className="font-semibold">
                      {name}
                      <span className="block text-[14.5px] font-normal text-ink-2">{meaning}</span>
                    </span>
                  </label>
                ))}
                <FieldError id="reason-error" message={errorAt('reason')} />
              </fieldset>
              <div>
                <label className="field-label" htmlFor="report-text">
                  Anything we should know (optional)
                </label>
                <textarea
                  id="report-text"
                  name="text"
                  rows={4}
                  maxLength={REPORT_TEXT_MAX_LENGTH}
                  defaultValue={actionData?.draft.text}
                  aria-invalid={errorAt('text') ? true : undefined}
                  aria-describedby={errorAt('text') ? 'report-text-error' : undefined}
                  className="field block min-h-28 resize-y"
                />
                <FieldError id="report-text-error" message={errorAt('text')} />
              </div>
              <div className="flex flex-wrap gap-3">
                <SubmitButton>Report review</SubmitButton>
                <Link to={loaderData.service.path} className="button button-line">
                  Cancel
                </Link>
              </div>
            </ActionForm>
          )}
        </>
      )}
    </main>
  );
}
