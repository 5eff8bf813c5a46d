import { Link } from 'react-router';
import { t } from '../../i18n/translate.ts';
import { Tag } from '../../ui/chip.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { formatDueForTeam } from '../protocol/due.ts';
import { formatMoney } from '../protocol/money.ts';
import { isFiltered, pathOfQuery, type OrderQuery } from '../protocol/order-query.ts';
import type { StaffedOrder } from '../protocol/order-view.ts';
import { Rich } from '../../ui/rich.tsx';
import { DueChip } from './due-chip.tsx';
import { OrderStateChip } from './order-state-chip.tsx';

interface OrderListProps {
  readonly query: OrderQuery;
  readonly orders: readonly StaffedOrder[];
  /** The number after which the next page begins, or 0. */
  readonly next: number;
}

export function OrderList({ query, orders, next }: OrderListProps) {
  return (
    <>
      {orders.length === 0 ? (
        <p className="mt-8 text-ink-2">
          {isFiltered(query)
            ? t('No matching orders. Try another filter or search.')
            : t('No open orders. When a buyer accepts an offer, the order appears here.')}
        </p>
      ) : (
        <ul className="list-card mt-6">
          {orders.map((order) => (
            <OrderRow key={order.number} order={order} />
          ))}
        </ul>
      )}
      {(query.after > 0 || next > 0) && (
        <nav aria-label={t('Pages')} className="mt-8 flex gap-3">
          {query.after > 0 && (
            <Link
              to={pathOfQuery({ ...query, after: 0 })}
              className="button button-line button-small"
            >
              {t('First page')}
            </Link>
          )}
          {next > 0 && (
            <Link
              to={pathOfQuery({ ...query, after: next })}
              className="button button-line button-small"
            >
              {t('Next page')}
            </Link>
          )}
        </nav>
      )}
    </>
  );
}

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

function OrderRow({ order }: { readonly order: StaffedOrder }) {
  const names = namesOf(order);
  return (
    <li className="list-row text-[15px]">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex items-center gap-2 max-sm:flex-wrap">
          <Link to={`/team/orders/${order.number}`} className="link shrink-0 font-semibold">
            {order.number}
          </Link>
          <span
            dir="auto"
            className="min-w-0 truncate max-sm:order-1 max-sm:basis-full"
            title={order.title}
          >
            {order.title}
          </span>
          <OrderStateChip state={order.state} isRefundPending={order.isRefundPending} />
          <DueChip due={order.due} />
          {order.labels.map(({ id, name, colour }) => (
            <Tag key={id} tone={colour} isShort>
              {name}
            </Tag>
          ))}
        </p>
        <p dir="auto" className="text-[14px] text-ink-2 [overflow-wrap:anywhere]">
          {order.buyer ?? t('Erased buyer')}
          {' · '}
          {names || t('Unassigned')}
        </p>
        <OrderPart order={order} className="" />
      </div>
      <div className="text-[14px] text-ink-2 sm:text-end">
        <p className="font-semibold text-ink tabular-nums">
          {formatMoney(order.amount, order.currency)}
        </p>
        <p>{order.due ? formatDueForTeam(order.due) : <DateTime at={order.createdAt} />}</p>
      </div>
    </li>
  );
}
