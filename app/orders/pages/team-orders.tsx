import { listActiveMembers } from '../../accounts/server/members/list-active-members.server.ts';
import { readLabels } from '../../chat/server/contacts/manage-labels.server.ts';
import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { pathOfList } from '../../platform/lists/list-state.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { openList } from '../../portal/pages/open-list.server.ts';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { ORDER_LIST, type OrderQuery } from '../protocol/order-query.ts';
import { readBoard } from '../server/board/read-board.server.ts';
import { readCalendar } from '../server/board/read-calendar.server.ts';
import { readWorkload } from '../server/board/read-workload.server.ts';
import { listOrders } from '../server/order/list-orders.server.ts';
import { readTroubles } from '../server/payment/read-troubles.server.ts';
import { OrderBoard } from '../ui/order-board.tsx';
import { OrderCalendar } from '../ui/order-calendar.tsx';
import { OrderFilters } from '../ui/order-filters.tsx';
import { OrderList } from '../ui/order-list.tsx';
import { OrderWorkload } from '../ui/order-workload.tsx';
import { PaymentTroubles } from '../ui/payment-troubles.tsx';
import { useLastAnswer } from '../ui/use-last-answer.ts';
import { useLiveOrders } from '../ui/use-live-orders.ts';
import type { Route } from './+types/team-orders.ts';

export const handle = {
  messages: await loadMessages('orders-team', 'orders', 'orders-protocol', 'ui-team'),
};

export { action } from './orders-page-actions.server.ts';

export const loader = pageAt('/team/orders', async ({ appContext, member, request }) => {
  const { db, clock, settings, catalogue } = appContext;
  const open = await openList(db, member, ORDER_LIST, request);
  const query = open.state.filters;
  const shop = { timeZone: settings.supportTimezone, now: clock.now() };
  const people = await listActiveMembers(db);
  const [list, board, calendar, troubles, workload, labels] = await Promise.all([
    query.view === 'list' ? listOrders(db, member, open.state, shop) : null,
    query.view === 'board' ? readBoard(db, member, query, shop) : null,
    query.view === 'calendar' ? readCalendar(db, member, query, shop) : null,
    readTroubles(db, member),
    readWorkload(db, member, query, shop, people),
    readLabels(db),
  ]);
  const services = catalogue.content.services.map(({ id, title }) => ({ id, title }));
  const { origin } = settings;
  const choices = { people, labels, services };
  return { open, list, board, calendar, troubles, workload, choices, origin };
});

const LEADS: Readonly<Record<OrderQuery['view'], () => string>> = {
  list: () => t('Accepted orders, from payment to delivery. Newest first.'),
  board: () => t('Move a card to do the next step of an order. The most urgent orders come first.'),
  calendar: () => t('Deliveries and refund decisions by the day on which they are due.'),
};

export default function TeamOrders({ loaderData, actionData }: Route.ComponentProps) {
  const { open, list, board, calendar, troubles, workload, choices, origin } = loaderData;
  const query = open.state.filters;
  // The page is loaded again a second after its own changes.
  const answer = useLastAnswer(actionData, pathOfList(ORDER_LIST, open.state));
  useLiveOrders();
  return (
    <MemberPage title={t('Orders')} lead={LEADS[query.view]()} isWide>
      <AnswerNotice answer={answer} className="mt-6" />
      <PaymentTroubles {...troubles} />
      <OrderFilters state={open.state} choices={choices} />
      <OrderWorkload query={query} workload={workload} />
      {list && <OrderList open={open} page={list} choices={choices} answer={answer} />}
      {board && <OrderBoard query={query} board={board} />}
      {calendar && <OrderCalendar query={query} calendar={calendar} origin={origin} />}
    </MemberPage>
  );
}
