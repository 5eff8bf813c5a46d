import { say } from '../../../platform/say.ts';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { isShopLate, sayDueToTeam } from '../../../orders/protocol/due.ts';
import type { ListedOrder } from '../../client/listed-order.ts';
import { formatMoney } from '../../../orders/protocol/money.ts';
import { getJson } from '../../../platform/api-client.ts';
import { Chip } from '../../../ui/chip.tsx';

interface PanelOrdersProps {
  readonly visitorId: string;
  /** Every change of an order adds a message, so a new number triggers a reload. */
  readonly lastNumber: number;
}

export function PanelOrders({ visitorId, lastNumber }: PanelOrdersProps) {
  const [orders, setOrders] = useState<readonly ListedOrder[]>([]);
  useEffect(() => {
    const abort = new AbortController();
    const path = `/agentchat/visitors/${visitorId}/orders`;
    getJson<{ orders: ListedOrder[] }>(path, abort.signal).then(
      (read) => setOrders(read.orders),
      // The next message reloads the orders, and the orders page shows them too.
      () => {},
    );
    return () => abort.abort();
  }, [visitorId, lastNumber]);
  if (orders.length === 0) return null;
  return (
    <section className="panel-part" aria-labelledby="panel-orders">
      <h3 id="panel-orders">
        {say('Orders')} <span className="font-medium text-ink-3">{orders.length}</span>
      </h3>
      <ul className="mt-1">
        {orders.map(({ number, state, title, amount, currency, due }) => (
          <li key={number}>
            <Link
              to={`/team/orders/${number}`}
              className="-mx-2 block rounded-[10px] px-2 py-2 hover:bg-sunken"
            >
              <span className="flex items-center gap-2 text-[14px]">
                <span dir="auto" className="min-w-0 flex-1 truncate font-semibold">
                  {number}
                </span>
                <Chip tone={isShopLate(due) ? 'error' : 'plain'}>
                  {state.charAt(0).toUpperCase() + state.slice(1)}
                </Chip>
              </span>
              <span className="mt-0.5 flex justify-between gap-2 text-[13px] text-ink-3">
                <span dir="auto" className="min-w-0 truncate">
                  {title}
                </span>
                <span className="tabular-nums">{formatMoney(amount, currency)}</span>
              </span>
              {due && (
                <span
                  className={`mt-0.5 block text-[13px] ${isShopLate(due) ? 'font-semibold text-error' : 'text-ink-3'}`}
                >
                  {sayDueToTeam(due)}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
