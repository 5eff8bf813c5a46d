import { say } from '../../platform/say.ts';
import { Form, Link } from 'react-router';
import { DateTime } from '../../ui/date-time.tsx';
import { DownloadForm } from '../../ui/form/download-form.tsx';
import { HiddenFields } from '../../ui/form/form-button.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { PagesNav } from '../../ui/pages-nav.tsx';
import type { ListedOrder } from '../server/order/list-orders.server.ts';
import { pathOfQuery, type OrderQuery } from '../protocol/order-query.ts';
import { ORDER_STATES } from '../protocol/transitions.ts';
import { formatMoney } from '../protocol/money.ts';
import { LateChip, OrderStateChip, sayStateName } from './order-state-chip.tsx';
import { sayDueToTeam } from '../protocol/due.ts';

interface OrderListProps {
  readonly query: OrderQuery;
  readonly orders: readonly ListedOrder[];
  readonly hasMore: boolean;
}

const filters = () => [
  { value: 'open', name: say('Open') },
  { value: 'late', name: say('Late') },
  { value: 'all', name: say('All') },
  ...ORDER_STATES.map((state) => ({ value: state, name: sayStateName(state) })),
];

export function OrderList({ query, orders, hasMore }: OrderListProps) {
  return (
    <>
      <div className="mt-6 flex flex-wrap items-end justify-between gap-4">
        <Form className="flex flex-wrap items-end gap-3" action="/team/orders" role="search">
          <SelectField
            label={say('Show')}
            name="show"
            defaultValue={query.show}
            options={filters()}
          />
          <div className="w-72 max-md:w-auto max-md:min-w-52 max-md:flex-1">
            <TextField
              label={say('Search')}
              name="q"
              type="search"
              placeholder={say('Number, service or address')}
              defaultValue={query.search}
            />
          </div>
          <button type="submit" className="button button-line">
            {say('Show')}
          </button>
        </Form>
        <DownloadForm action="/team/orders/export">
          <HiddenFields fields={{ show: query.show, q: query.search }} />
          <SubmitButton className="button button-line">{say('Export as CSV')}</SubmitButton>
        </DownloadForm>
      </div>
      {orders.length === 0 ? (
        <p className="mt-8 text-ink-2">
          {query.search || query.show !== 'open'
            ? say('There is no such order.')
            : say('No order is open. An accepted offer becomes one.')}
        </p>
      ) : (
        <ul className="list-card mt-6">
          {orders.map((order) => (
            <OrderRow key={order.number} order={order} />
          ))}
        </ul>
      )}
      <PagesNav
        page={query.page}
        hasMore={hasMore}
        pathOf={(page) => pathOfQuery({ ...query, page })}
      />
    </>
  );
}

function OrderRow({ order }: { readonly order: ListedOrder }) {
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
          <LateChip due={order.due} />
        </p>
        <p className="text-[14px] text-ink-2 [overflow-wrap:anywhere]">
          {order.buyer ?? say('Erased buyer')}
        </p>
      </div>
      <div className="text-[14px] text-ink-2 sm:text-end">
        <p className="font-semibold text-ink tabular-nums">
          {formatMoney(order.amount, order.currency)}
        </p>
        <p>{order.due ? sayDueToTeam(order.due) : <DateTime at={order.createdAt} />}</p>
      </div>
    </li>
  );
}
