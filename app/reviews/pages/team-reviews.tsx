import { Link } from 'react-router';
import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { openList } from '../../portal/pages/open-list.server.ts';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import { nameService } from '../../shop/name-service.ts';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { Rich } from '../../ui/rich.tsx';
import { MODERATION_LIST } from '../moderation-list.ts';
import { NEVER_FOR_RATINGS } from '../moderation-reasons.ts';
import { readModeration } from '../server/read-moderation.server.ts';
import { ModerationList } from '../ui/moderation-list.tsx';
import type { Route } from './+types/team-reviews.ts';

export const handle = { messages: await loadMessages('reviews-team', 'reviews', 'ui-team') };

export { action } from './review-actions.server.ts';

export const loader = pageAt('/team/reviews', async ({ appContext, member, request }) => {
  const { db, catalogue } = appContext;
  const open = await openList(db, member, MODERATION_LIST, request);
  const page = await readModeration(db, open.state);
  return {
    open,
    sections: catalogue.sections.map(({ id, title }) => ({ id, title })),
    page: {
      ...page,
      rows: page.rows.map((review) => {
        const { title, path = '/services' } = nameService(catalogue, review);
        return { ...review, service: { title, path } };
      }),
    },
  };
});

export default function TeamReviews({ loaderData, actionData }: Route.ComponentProps) {
  const { open, page, sections } = loaderData;
  return (
    <MemberPage
      title={t('Reviews')}
      lead={
        <>
          <Rich
            text={t(
              'Reviews are hidden only for a published reason, and each decision appears without names in the <link>moderation log</link>.',
            )}
            parts={{
              link: <Link to="/moderation-log" className="link" />,
            }}
          />{' '}
          {t(NEVER_FOR_RATINGS)}
        </>
      }
    >
      <AnswerNotice answer={actionData} className="mt-6" />
      <ModerationList open={open} page={page} sections={sections} answer={actionData} />
    </MemberPage>
  );
}
