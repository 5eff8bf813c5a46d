import { formatMoney } from '../protocol/money.ts';
import { sayDays, sayLine, sayRevisions } from '../protocol/offer.ts';
import type { OrderView } from '../protocol/order-view.ts';
import { say } from '../../platform/say.ts';
import { OrderSection } from './order-section.tsx';

interface OrderTermsProps {
  readonly order: OrderView;
  readonly title: string;
}

export function OrderTerms({ order, title }: OrderTermsProps) {
  const { lines, currency, amount, creditAmount, refundedAmount, pendingRefund } = order;
  return (
    <OrderSection id="order-terms" title={title}>
      <ul className="mt-3 border-y border-line">
        {lines.map((line, index) => (
          <li
            // oxlint-disable-next-line react/no-array-index-key -- lines are never moved
            key={index}
            className="flex flex-wrap justify-between gap-x-6 border-line py-2.5 not-first:border-t"
          >
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {line.path ? (
                <a className="link" href={line.path}>
                  {sayLine(line)}
                </a>
              ) : (
                sayLine(line)
              )}
            </span>
            <span className="tabular-nums">
              {formatMoney(line.quantity * line.unitAmount, currency)}
            </span>
          </li>
        ))}
      </ul>
      <dl className="mt-3 grid grid-cols-[1fr_auto] gap-y-1 tabular-nums">
        <dt className="font-semibold">{say('Total')}</dt>
        <dd className="font-semibold">{formatMoney(amount, currency)}</dd>
        {creditAmount > 0 && (
          <>
            <dt>{say('Paid with credit')}</dt>
            <dd>−{formatMoney(creditAmount, currency)}</dd>
          </>
        )}
        {refundedAmount > pendingRefund && (
          <>
            <dt>{say('Refunded')}</dt>
            <dd>{formatMoney(refundedAmount - pendingRefund, currency)}</dd>
          </>
        )}
        {pendingRefund > 0 && (
          <>
            <dt>{say('Refund in progress')}</dt>
            <dd>{formatMoney(pendingRefund, currency)}</dd>
          </>
        )}
      </dl>
      <p className="mt-3 text-[15px] text-ink-2">
        {`${say('Delivery in')} `}
        {sayDays(order.deliveryDays)}, {sayRevisions(order.revisions)}
        {order.revisionsUsed > 0 &&
          say(' ({revisionsUsed} used)', { revisionsUsed: order.revisionsUsed })}
        .
      </p>
      {order.note && (
        <p dir="auto" className="mt-3 whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere]">
          {order.note}
        </p>
      )}
    </OrderSection>
  );
}
