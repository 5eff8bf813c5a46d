import { listActiveMembers } from '../../accounts/server/members/list-active-members.server.ts';
import { randomUUID } from 'node:crypto';
import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { data } from 'react-router';
import { may } from '../../accounts/protocol/permissions.ts';
import { limitsOfOrder } from '../../files/server/open-files.server.ts';
import { readUnfinished } from '../../files/server/upload/read-unfinished.server.ts';
import { MEBIBYTE } from '../../chat/protocol/files.ts';
import { findOrderOfMember } from '../server/access.server.ts';
import { ownerOf, readOrderBytes } from '../server/files/order-file-rules.server.ts';
import { readNumber } from '../protocol/transitions.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { choicesOf } from '../server/payment/payment-choices.server.ts';
import { readNotes } from '../../chat/server/read/read-notes.server.ts';
import { readLabels } from '../../chat/server/contacts/manage-labels.server.ts';
import { readTeamOrder } from '../server/order/read-order.server.ts';
import { useLiveOrders } from '../ui/use-live-orders.ts';
import { TeamOrder } from '../ui/team-order.tsx';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/team-order.ts';

export const handle = { messages: await loadMessages('orders-team', 'orders', 'orders-protocol') };

export { action } from './team-order-actions.server.ts';

export const loader = pageAt(
  '/team/orders',
  async ({ appContext, member, params: { number = '' } }) => {
    const { db, clock, settings } = appContext;
    const shop = { timeZone: settings.supportTimezone, now: clock.now() };
    const found = await readTeamOrder(db, member, number, shop);
    if (!found) throw data(null, { status: 404 });
    const isPaidByLink = choicesOf(settings).some(({ method }) => method === 'link');
    const id = await findOrderOfMember(db, member, readNumber(number) ?? -1);
    if (!id) throw data(null, { status: 404 });
    const [unfinished, usedBytes, people, allLabels, notes] = await Promise.all([
      readUnfinished(appContext, ownerOf(id, 'delivery', member.id)),
      readOrderBytes(db, id),
      listActiveMembers(db),
      readLabels(db),
      readNotes(db, found.conversationId === null ? [] : [found.conversationId]),
    ]);
    return {
      ...found,
      people,
      // Nobody can mention themselves.
      colleagues: people.filter(({ id }) => id !== member.id),
      allLabels,
      newItemId: randomUUID(),
      notes,
      newNoteKey: randomUUID(),
      limits: limitsOfOrder(settings, 'delivery'),
      unfinished,
      space: { usedBytes, mostBytes: settings.orderFilesMib * MEBIBYTE },
      isPaidByLink,
      mayInvoice: may(member, 'manage-orders'),
    };
  },
);

export default function TeamOrderPage({ loaderData, actionData }: Route.ComponentProps) {
  const { order } = loaderData;
  useLiveOrders();
  return (
    <MemberPage
      title={t('Order {number}', { number: order.number })}
      lead={t('Update the order’s status.')}
    >
      <TeamOrder {...loaderData} answer={actionData} />
    </MemberPage>
  );
}
