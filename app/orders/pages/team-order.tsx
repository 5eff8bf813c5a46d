import { say } from '../../platform/say.ts';
import { data } from 'react-router';
import { limitsOf } from '../../files/server/open-files.server.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { readTeamOrder } from '../server/order/read-team-order.server.ts';
import { TeamOrder } from '../ui/team-order.tsx';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/team-order.ts';

export { action } from './team-order-actions.server.ts';

export const loader = pageAt('/team/orders', async ({ host, member, params: { number = '' } }) => {
  const { db, clock, settings } = host;
  const shop = { timeZone: settings.supportTimezone, now: clock.now() };
  const found = await readTeamOrder(db, member, number, shop);
  if (!found) throw data(null, { status: 404 });
  return { ...found, limits: limitsOf(settings) };
});

export default function TeamOrderPage({ loaderData, actionData }: Route.ComponentProps) {
  const { order } = loaderData;
  return (
    <MemberPage
      title={say('Order {number}', { number: order.number })}
      lead={say('Update the order’s status.')}
    >
      <TeamOrder {...loaderData} answer={actionData} />
    </MemberPage>
  );
}
