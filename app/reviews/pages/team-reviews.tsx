import { say } from '../../platform/say.ts';
import { Link } from 'react-router';
import { nameService } from '../../shop/name-service.ts';
import { NEVER_FOR_RATINGS } from '../moderation-reasons.ts';
import { readModerationQuery } from '../moderation-query.ts';
import { readModeration } from '../server/read-moderation.server.ts';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/team-reviews.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { ModerationList } from '../ui/moderation-list.tsx';

export { action } from './review-actions.server.ts';

export const loader = pageAt('/team/reviews', async ({ host, request }) => {
  const { db, catalogue } = host;
  const { sections } = catalogue;
  const query = readModerationQuery(new URL(request.url).searchParams, sections);
  const { reviews, ...page } = await readModeration(db, query);
  return {
    query,
    sections: sections.map(({ id, title }) => ({ id, title })),
    ...page,
    reviews: reviews.map((review) => {
      const { title, path = '/services' } = nameService(catalogue, review);
      return { ...review, service: { title, path } };
    }),
  };
});

export default function TeamReviews({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <MemberPage
      title={say('Reviews')}
      lead={
        <>
          {say(
            'A review is hidden only for a published reason, and each decision appears without names in the',
          )}{' '}
          <Link to="/moderation-log" className="link">
            {say('moderation log')}
          </Link>
          . {say(NEVER_FOR_RATINGS)}
        </>
      }
    >
      <AnswerNotice answer={actionData} className="mt-6" />
      <ModerationList answer={actionData} {...loaderData} />
    </MemberPage>
  );
}
