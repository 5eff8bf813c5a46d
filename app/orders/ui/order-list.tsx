import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '../../i18n/translate.ts';
import type { ColumnOf } from '../../platform/lists/list-state.ts';
import type { OpenList } from '../../platform/lists/list-views.ts';
import { Tag } from '../../ui/chip.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { EmailAddress } from '../../ui/email-address.tsx';
import type { FormAnswer } from '../../ui/form/form-answer.ts';
import { TeamList } from '../../ui/list/team-list.tsx';
import { Rich } from '../../ui/rich.tsx';
import { formatDueForTeam } from '../protocol/due.ts';
import { formatMoney } from '../protocol/money.ts';
import { ORDER_LIST, pathOfQuery } from '../protocol/order-query.ts';
import type { StaffedOrder } from '../protocol/order-view.ts';
import type { listOrders } from '../server/order/list-orders.server.ts';
import { DueChip } from './due-chip.tsx';
import type { OrderChoices } from './order-filters.tsx';
import { OrderStateChip } from './order-state-chip.tsx';

interface OrderListProps {
  readonly open: OpenList<typeof ORDER_LIST>;
  readonly page: Awaited<ReturnType<typeof listOrders>>;
  readonly choices: OrderChoices;
  readonly answer: FormAnswer | undefined;
}

export function OrderList({ open, page, choices, answer }: OrderListProps) {
  const people = choices.people.map(({ id, name }) => ({ value: id, name }));
  const labels = choices.labels.map(({ id, name }) => ({ value: id, name }));
  const label = { name: 'label', label: t('Label'), options: labels };
  return (
    <TeamList
      list={ORDER_LIST}
      open={open}
      page={page}
      answer={answer}
      nameOf={({ number }) => number}
      filters={undefined}
      cells={CELLS}
      bulk={[
        {
          intent: 'set-owner',
          label: t('Set owner'),
          choice: { name: 'owner', label: t('Owner'), options: people },
        },
        ...(labels.length === 0
          ? []
          : [
              { intent: 'add-label', label: t('Add label'), choice: label },
              // It takes the label that is chosen beside the button before.
              { intent: 'remove-label', label: t('Remove label') },
            ]),
      ]}
      exports={[{ action: '/team/orders/export', label: t('Export as CSV') }]}
      empty={{
        title: t('No open orders'),
        text: t('When a buyer accepts an offer or places an order, it appears here.'),
        step: (
          <Link
            to={pathOfQuery({ ...open.state.filters, show: 'all' })}
            className="button button-primary"
          >
            {t('All orders')}
          </Link>
        ),
      }}
    />
  );
}

const CELLS: Readonly<Record<ColumnOf<typeof ORDER_LIST>, (order: StaffedOrder) => ReactNode>> = {
  number: (order) => (
    <>
      <span className="flex flex-wrap items-center gap-2">
        <Link to={`/team/orders/${order.number}`} className="link shrink-0 font-semibold">
          {order.number}
        </Link>
        <OrderStateChip state={order.state} isRefundPending={order.isRefundPending} />
        <DueChip due={order.due} />
      </span>
      <span dir="auto" className="mt-1 block [overflow-wrap:anywhere]">
        {order.title}
      </span>
      <OrderPart order={order} className="" />
    </>
  ),
  // On phones a value that nearly fills its line would wrap in one typeface, and not in the one that arrives later.
  buyer: ({ buyer }) =>
    buyer === null ? (
      t('Erased buyer')
    ) : (
      <span title={buyer} className="max-md:block max-md:truncate">
        <EmailAddress email={buyer} />
      </span>
    ),
  people: (order) => {
    const names = namesOf(order);
    return names === '' ? t('Unassigned') : <bdi>{names}</bdi>;
  },
  labels: ({ labels }) => (
    <span className="inline-flex flex-wrap gap-1.5">
      {labels.map(({ id, name, colour }) => (
        <Tag key={id} tone={colour} isShort>
          {name}
        </Tag>
      ))}
    </span>
  ),
  due: ({ due }) =>
    due ? <span className="max-md:text-[14px]">{formatDueForTeam(due)}</span> : '–',
  amount: ({ amount, currency }) => formatMoney(amount, currency),
  accepted: ({ createdAt }) => <DateTime at={createdAt} />,
  tax: ({ taxAmount, currency }) => formatMoney(taxAmount, currency),
  country: ({ buyerCountry }) => buyerCountry ?? '–',
  taxNumber: ({ taxNumber }) => taxNumber ?? '–',
};

/** 'Maya Okafor, Leo Lind', the owner first. */
export function namesOf({ owner, assignees }: Pick<StaffedOrder, 'owner' | 'assignees'>): string {
  const people = [...(owner ? [owner] : []), ...assignees.filter(({ id }) => id !== owner?.id)];
  return people.map(({ name }) => name).join(', ');
}

/** Names the milestone, the subscription and the company of an order. */
export function OrderPart({
  order: { milestone, subscription, company },
  className,
}: {
  readonly order: Pick<StaffedOrder, 'milestone' | 'subscription' | 'company'>;
  readonly className: string;
}) {
  const style = `${className} text-[14px] text-ink-2 [overflow-wrap:anywhere]`;
  return (
    <>
      {milestone && (
        <p className={style}>
          <Rich
            text={
              milestone.isUnpaid
                ? t('Milestone {position} of {count}, awaiting payment: <title>{title}</title>', {
                    ...milestone,
                  })
                : t('Milestone {position} of {count}: <title>{title}</title>', { ...milestone })
            }
            parts={{ title: <bdi /> }}
          />
        </p>
      )}
      {subscription !== null && <p className={style}>{subscription}</p>}
      {company !== null && (
        <p className={style}>
          <Rich
            text={t('for <company>{company}</company>', { company })}
            parts={{ company: <bdi /> }}
          />
        </p>
      )}
    </>
  );
}
