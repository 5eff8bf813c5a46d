import { Link } from 'react-router';
import { findService } from '../../marketplace/catalogue.ts';
import { SECTIONS } from '../../marketplace/sections.ts';
import { hostContext } from '../../host.ts';
import { NEVER_FOR_RATINGS } from '../../reviews/moderation-reasons.ts';
import { readModerationQuery } from '../../reviews/moderation-query.ts';
import { readModeration } from '../../reviews/read-moderation.server.ts';
import { requirePermissionPage } from '../resources/member.server.ts';
import type { Route } from './+types/team-reviews.ts';
import { ForbiddenPage } from '../../layouts/forbidden-page.tsx';
import { PRIVATE_PAGE_HEADERS } from './form-answer.server.ts';
import { MemberPage } from '../../layouts/member-page.tsx';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { ModerationList } from '../../reviews/screens/moderation-list.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Reviews' }];
export const headers = () => PRIVATE_PAGE_HEADERS;
export { action } from './review-actions.server.ts';

export function ErrorBoundary() {
  return <ForbiddenPage title="For managers and admins only" />;
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const { member } = await requirePermissionPage(context, request, 'moderate-reviews');
  const query = readModerationQuery(new URL(request.url).searchParams, SECTIONS);
  const { reviews, ...page } = await readModeration(context.get(hostContext).db, query);
  return {
    member,
    query,
    ...page,
    reviews: reviews.map((review) => {
      const service = findService(review.section, review.slug);
      return {
        ...review,
        service: { title: service?.title ?? review.slug, path: service?.path ?? '/services' },
      };
    }),
  };
}

export default function TeamReviews({ loaderData, actionData }: Route.ComponentProps) {
  const { member, ...list } = loaderData;
  return (
    <MemberPage
      member={member}
      title="Reviews"
      lead={
        <>
          A review is hidden only for a published reason, and each decision appears without names in
          the{' '}
          <Link to="/moderation-log" className="link">
            moderation log
          </Link>
          . {NEVER_FOR_RATINGS}
        </>
      }
    >
      <AnswerNotice answer={actionData} className="mt-6" />
      <ModerationList sections={SECTIONS} answer={actionData} {...list} />
    </MemberPage>
  );
}
