import { useState } from 'react';
import { ApiError, getJson } from '../../platform/api-client.ts';
import { formatMoney, type Currency } from '../../orders/wire/money.ts';
import { Notice } from './conversation-notices.tsx';
import { ToolButton } from './tool-button.tsx';

interface OwnOrder {
  readonly number: string;
  readonly state: string;
  readonly title: string;
  readonly amount: number;
  readonly currency: Currency;
}

/** What the address has ordered: shown to a browser that has proved that it is theirs (DECISIONS 33). */
export function YourOrders({ conversationId }: { readonly conversationId: string }) {
  const [orders, setOrders] = useState<readonly OwnOrder[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function toggle() {
    if (isBusy) return;
    if (orders) return setOrders(null);
    setBusy(true);
    try {
      const path = `/chat/conversations/${conversationId}/orders`;
      setOrders((await getJson<{ orders: OwnOrder[] }>(path)).orders);
      setProblem(null);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.wasReached ? error.message : NOT_READ);
    }
    setBusy(false);
  }

  return (
    <>
      <ToolButton
        icon="package-fill"
        isBusy={isBusy}
        isExpanded={orders !== null}
        onClick={() => void toggle()}
      >
        Your orders
      </ToolButton>
      {problem && <Notice icon="warning-circle-fill">{problem}</Notice>}
      {orders && <List conversationId={conversationId} orders={orders} />}
    </>
  );
}

const NOT_READ = 'Your orders could not be read. Please check your connection and try again.';

interface ListProps {
  readonly conversationId: string;
  readonly orders: readonly OwnOrder[];
}

function List({ conversationId, orders }: ListProps) {
  return (
    <div className="chat-line my-1 w-full rounded-[16px] border border-line bg-surface p-4 text-[14px] leading-[1.45]">
      <h3 className="text-[15px] font-semibold">Your orders</h3>
      {orders.length === 0 && <p className="mt-1 text-ink-2">You have no orders yet.</p>}
      <ul className="mt-1">
        {orders.map(({ number, state, title, amount, currency }) => (
          <li key={number} className="py-1.5">
            <a className="link" href={`/chat/conversations/${conversationId}/orders/${number}`}>
              {number} · {title}
            </a>
            <span className="flex justify-between gap-3 text-ink-2">
              <span className="first-letter:uppercase">{state}</span>
              <span className="tabular-nums">{formatMoney(amount, currency)}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
