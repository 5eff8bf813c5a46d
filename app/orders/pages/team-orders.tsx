import { say } from '../../platform/say.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { listOrders } from '../server/order/list-orders.server.ts';
import { readOrderQuery } from '../protocol/order-query.ts';
import { readTroubles } from '../server/payment/read-troubles.server.ts';
import { OrderList } from '../ui/order-list.tsx';
import { PaymentTroubles } from '../ui/payment-troubles.tsx';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/team-orders.ts';

export { action } from './payment-actions.server.ts';

export const loader = pageAt('/team/orders', async ({ host, member, request }) => {
  const { db, clock, settings } = host;
  const query = readOrderQuery(new URL(request.url).searchParams);
  const shop = { timeZone: settings.supportTimezone, now: clock.now() };
  const [list, troubles] = await Promise.all([
    listOrders(db, member, query, shop),
    readTroubles(db, member),
  ]);
  return { list: { query, ...list }, troubles };
});

export default function TeamOrders({ loaderData, actionData }: Route.ComponentProps) {
  const { list, troubles } = loaderData;
  return (
    <MemberPage
      title={say('Orders')}
      lead={say('What was accepted, from payment to delivery, newest first.')}
    >
      <AnswerNotice answer={actionData} className="mt-6" />
      <PaymentTroubles {...troubles} />
      <OrderList key={JSON.stringify(list.query)} {...list} />
    </MemberPage>
  );
}
