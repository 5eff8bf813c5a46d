import { randomUUID } from 'node:crypto';
import { data } from 'react-router';
import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import { readSubscriptionNumber } from '../protocol/subscription-transitions.ts';
import { readTeamSubscription } from '../server/subscription/read-subscription.server.ts';
import { TeamSubscriptionView } from '../ui/team-subscription.tsx';
import type { Route } from './+types/team-subscription.ts';

export const handle = { messages: await loadMessages('orders-team', 'orders', 'orders-protocol') };

export { action } from './team-subscription-actions.server.ts';

export const loader = pageAt(
  '/team/subscriptions',
  async ({ appContext, member, params: { number = '' } }) => {
    const found = await readTeamSubscription(
      appContext,
      member,
      readSubscriptionNumber(number) ?? -1,
    );
    if (!found) throw data(null, { status: 404 });
    return { ...found, requestKey: randomUUID() };
  },
);

export default function TeamSubscriptionPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <MemberPage
      title={t('Subscription {number}', { number: loaderData.subscription.number })}
      lead={t('Each paid period is an order in the same conversation.')}
    >
      <TeamSubscriptionView {...loaderData} answer={actionData} />
    </MemberPage>
  );
}
