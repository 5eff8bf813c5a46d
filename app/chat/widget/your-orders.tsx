import { useState } from 'react';
import { ApiError, getJson } from '../../platform/api-client.ts';
import type { Currency } from '../../platform/currencies.ts';
import { formatMoney } from '../../orders/protocol/money.ts';
import { formatDueForBuyer } from '../../orders/protocol/due.ts';
import type { ListedOrder } from '../client/listed-order.ts';
import { Notice } from './conversation-notices.tsx';
import { ToolButton } from './tool-button.tsx';
import { t, msg } from '../../i18n/translate.ts';
import { localPath } from '../../platform/local-path.ts';
import { Rich } from '../../ui/rich.tsx';

/** Credit for the next order, per currency. */
export interface OwnCredit {
  readonly currency: Currency;
  readonly amount: number;
}

interface Own {
  readonly orders: readonly ListedOrder[];
  readonly credit: readonly OwnCredit[];
}

/** Shows the orders of this email address, only in browsers that have confirmed it (rule 169). */
export default function YourOrders({ conversationId }: { readonly conversationId: string }) {
  const [own, setOwn] = useState<Own | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function toggle() {
    if (isBusy) return;
    if (own) return setOwn(null);
    setBusy(true);
    try {
      const path = `/chat/conversations/${conversationId}/orders`;
      setOwn(await getJson<Own>(path));
      setProblem(null);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.wasReached ? error.message : t(NOT_READ));
    }
    setBusy(false);
  }

  return (
    <>
      <ToolButton
        icon="package-fill"
        isBusy={isBusy}
        isExpanded={own !== null}
        onClick={() => void toggle()}
      >
        {t('Your orders')}
      </ToolButton>
      {problem && <Notice icon="warning-circle-fill">{problem}</Notice>}
      {own && <List conversationId={conversationId} {...own} />}
    </>
  );
}

const NOT_READ = msg("Couldn't load your orders. Check your connection and try again.");

interface ListProps extends Own {
  readonly conversationId: string;
}

function List({ conversationId, orders, credit }: ListProps) {
  return (
    <div className="chat-line my-1 w-full rounded-[16px] border border-line bg-surface p-4 text-[14px] leading-[1.45]">
      <h3 className="text-[15px] font-semibold">{t('Your orders')}</h3>
      {orders.length === 0 && <p className="mt-1 text-ink-2">{t('You have no orders yet.')}</p>}
      {credit.map(({ currency, amount }) => (
        <p key={currency} className="mt-1">
          <Rich
            text={t('Credit for your next order: <amount>{amount}</amount>', {
              amount: formatMoney(amount, currency),
            })}
            parts={{ amount: <strong /> }}
          />
        </p>
      ))}
      <ul className="mt-1">
        {orders.map(({ number, state, title, amount, currency, due, subscription }) => (
          <li key={number} className="py-1.5">
            <a
              className="link"
              href={localPath(`/chat/conversations/${conversationId}/orders/${number}`)}
            >
              {number} · <bdi>{title}</bdi>
            </a>
            <span className="flex justify-between gap-3 text-ink-2">
              <span className="first-letter:uppercase">{state}</span>
              <span className="tabular-nums">{formatMoney(amount, currency)}</span>
            </span>
            {subscription !== null && <span className="block text-ink-2">{subscription}</span>}
            {due && <span className="block text-ink-2">{formatDueForBuyer(due)}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
