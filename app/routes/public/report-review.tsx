import { data } from 'react-router';
import { readFormData } from '../../platform/read-form.ts';
import { nameService } from '../../marketplace/name-service.ts';
import { hostContext, requestContext } from '../../host.ts';
import { RefusedError } from '../../platform/errors.ts';
import { readText } from '../../platform/form.ts';
import { addressBlock } from '../../platform/rate-limit.ts';
import { readReportedReview } from '../../reviews/read-reported-review.server.ts';
import { NO_SUCH_REVIEW, readReport, reportReview } from '../../reviews/report-review.server.ts';
import { reporterCookie } from '../../reviews/reporter-cookie.server.ts';
import { isUuid } from '../../platform/fields.ts';
import type { Route } from './+types/report-review.ts';
import { titleOf } from './page-meta.ts';
import { ReportReview, type ReportAnswer } from '../../reviews/screens/report-review.tsx';
import { say } from '../../platform/say.ts';

const LIMIT = { name: 'review-report', burst: 5, perMinute: 1 };

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: titleOf(say('Report a review'), matches[0].loaderData) },
  { name: 'robots', content: 'noindex' },
];

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, catalogue } = context.get(hostContext);
  const review = isUuid(params.id) ? await readReportedReview(db, params.id) : undefined;
  if (!review) return data(null, { status: 404 });
  const { title, path = '/services' } = nameService(catalogue, review);
  const { name, rating, text } = review;
  return data({
    review: { name, rating, text },
    service: { title, path },
  });
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
      ? say('Thank you. Somebody of our team will read the review and decide.')
      : say('You have reported this review already. Somebody of our team will decide.');
    const answer: ReportAnswer = { isDone: true, message, field: undefined, draft };
    return data(answer, { headers: { 'Set-Cookie': setCookie } });
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    const { message, field, status } = error;
    const answer: ReportAnswer = { isDone: false, message, field, draft };
    return data(answer, { status });
  }
}

export default function ReportReviewPage({ actionData, loaderData }: Route.ComponentProps) {
  return (
    <main className="container-page max-w-[760px] pt-10 md:pt-16">
      <h1 className="text-[clamp(38px,6vw,60px)] tracking-[-0.04em]">{say('Report a review')}</h1>
      {loaderData ? (
        <ReportReview {...loaderData} answer={actionData} />
      ) : (
        <p className="mt-5 text-[17px] text-ink-2">
          {say('This review is not available any more.')}
        </p>
      )}
    </main>
  );
}
