import { Link } from 'react-router';
import { may } from '../../accounts/protocol/permissions.ts';
import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { openList } from '../../portal/pages/open-list.server.ts';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { SUBSCRIPTION_LIST } from '../protocol/subscription-list.ts';
import { listSubscriptions } from '../server/subscription/list-subscriptions.server.ts';
import { SubscriptionList } from '../ui/subscription-list.tsx';
import type { Route } from './+types/team-subscriptions.ts';

export const handle = {
  messages: await loadMessages('orders-team', 'orders', 'orders-protocol', 'ui-team'),
};

export { action } from './subscriptions-page-actions.server.ts';

export const loader = pageAt('/team/subscriptions', async ({ appContext, member, request }) => {
  const open = await openList(appContext.db, member, SUBSCRIPTION_LIST, request);
  return {
    open,
    page: await listSubscriptions(appContext, member, open.state),
    mayImport: may(member, 'change-settings'),
  };
});

export default function TeamSubscriptions({ loaderData, actionData }: Route.ComponentProps) {
  const { open, page, mayImport } = loaderData;
  return (
    <MemberPage
      title={t('Subscriptions')}
      lead={t('Services that are paid every week, month, quarter or year.')}
    >
      {mayImport && (
        <p className="mt-4">
          <Link to="/team/subscriptions/import" className="link">
            {t('Import clients and subscriptions')}
          </Link>
        </p>
      )}
      <AnswerNotice answer={actionData} className="mt-6" />
      <SubscriptionList open={open} page={page} answer={actionData} />
    </MemberPage>
  );
}
