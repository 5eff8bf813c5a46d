import { loadMessages } from '../../i18n/load-messages.ts';
import { data } from 'react-router';
import * as v from 'valibot';
import { nameService } from '../../shop/name-service.ts';
import { appContextKey } from '../../app-context.ts';
import { RefusedError } from '../../platform/errors.ts';
import {
  readReportedReview,
  checkReport,
  NO_SUCH_REVIEW,
  reportReview,
} from '../server/report-review.server.ts';
import { reporterCookie } from '../server/review-cookies.server.ts';
import { isUuid } from '../../platform/fields.ts';
import type { Route } from './+types/report-review.ts';
import { formAction, anybody } from '../../portal/pages/form-action.server.ts';
import { privateMeta } from '../../shop/pages/private-meta.ts';
import { ReportReview } from '../ui/report-review.tsx';
import { t } from '../../i18n/translate.ts';

export const handle = { messages: await loadMessages('reviews') };

const LIMIT = { name: 'review-report', burst: 5, perMinute: 1 };

export const meta: Route.MetaFunction = ({ matches }) =>
  privateMeta(t('Report a review'), matches[0].loaderData);

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, catalogue } = context.get(appContextKey);
  const review = isUuid(params.id) ? await readReportedReview(db, params.id) : undefined;
  if (!review) return data(null, { status: 404 });
  const { path = '/services', ...named } = nameService(catalogue, review);
  const { name, rating, text } = review;
  return data({
    review: { name, rating, text },
    service: { ...named, path },
  });
}

export const action = formAction(
  v.object({ reason: v.optional(v.string(), ''), text: v.optional(v.string(), '') }),
  { admit: anybody, limit: LIMIT },
  async (typed, { appContext, request, headers, params: { id = '' } }) => {
    if (!isUuid(id)) throw new RefusedError(404, t(NO_SUCH_REVIEW));
    const cookie = reporterCookie(
      appContext.cookieSecret,
      appContext.settings.origin.startsWith('https:'),
    );
    const { reporter, setCookie } = await cookie.identify(request);
    const isNew = await reportReview(appContext, { reviewId: id, reporter, ...checkReport(typed) });
    headers.append('Set-Cookie', setCookie);
    return isNew
      ? t('Thank you. Someone on our team will read the review and decide.')
      : t("You've already reported this review. Someone on our team will decide.");
  },
);

export default function ReportReviewPage({ actionData, loaderData }: Route.ComponentProps) {
  return (
    <main className="container-page max-w-[760px] pt-10 md:pt-16">
      <h1 className="text-[clamp(38px,6vw,60px)] tracking-[-0.04em]">{t('Report a review')}</h1>
      {loaderData ? (
        <ReportReview {...loaderData} answer={actionData} />
      ) : (
        <p className="mt-5 text-[17px] text-ink-2">{t('This review is no longer available.')}</p>
      )}
    </main>
  );
}
