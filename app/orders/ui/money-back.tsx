import { isCurrency } from '../../platform/currencies.ts';
import { say, type Sentence } from '../../platform/say.ts';
import { Moment } from '../../ui/moment.tsx';
import type { DisputeView, MoneyBackView, OrderView } from '../protocol/order-view.ts';
import { formatMoney } from '../protocol/money.ts';
import { OrderSection } from './order-section.tsx';

type Reader = 'buyer' | 'team';

interface MoneyBackProps {
  readonly order: OrderView;
  readonly reader: Reader;
}

export function MoneyBack({ order, reader }: MoneyBackProps) {
  const { refunds, disputes, currency } = order;
  if (refunds.length === 0 && disputes.length === 0) return null;
  return (
    <OrderSection id="money-back" title={say('Money back')}>
      <ul className="mt-3 grid gap-2">
        {refunds.map((refund) => (
          <li key={refund.id}>
            <p>{sayRefund(refund, formatMoney(refund.amount, currency), reader)}</p>
            {refund.problem && (
              <p dir="auto" className="text-[15px] text-ink-2 [overflow-wrap:anywhere]">
                {refund.problem}
              </p>
            )}
            <p className="text-[14px] text-ink-3 first-letter:uppercase">
              <Moment at={refund.at} />
            </p>
          </li>
        ))}
        {disputes.map((dispute) => (
          <li key={dispute.reference}>
            <p>{sayDispute(dispute, reader)}</p>
          </li>
        ))}
      </ul>
    </OrderSection>
  );
}

function sayRefund({ way, state, source }: MoneyBackView, amount: string, reader: Reader): string {
  if (state === 'failed' || state === 'cancelled') {
    return reader === 'buyer'
      ? say('A refund of {amount} failed. We look into it and write to you.', { amount })
      : say('A refund of {amount} failed, so the money is still here. Please decide again.', {
          amount,
        });
  }
  if (source === 'chargeback') {
    return say('{amount} went back to the buyer, because the dispute was decided for them.', {
      amount,
    });
  }
  if (source === 'reversal') return say('The payment service took back {amount}.', { amount });
  if (way === 'credit') return say('{amount} was refunded as credit.', { amount });
  if (state === 'due') {
    return say('A refund of {amount} is being sent to the payment service.', { amount });
  }
  if (state === 'sent') {
    return say('A refund of {amount} is on its way. Banks can take up to ten days.', { amount });
  }
  return source === 'provider'
    ? say('{amount} was refunded at the payment service.', { amount })
    : say('{amount} was refunded.', { amount });
}

const TO_TEAM = {
  open: 'The buyer disputes the payment of {amount}. Please answer at the payment service.',
  won: 'The dispute about {amount} was decided for the shop.',
  lost: 'The dispute about {amount} was decided for the buyer.',
} as const satisfies Readonly<Record<DisputeView['state'], Sentence>>;

const TO_BUYER = { ...TO_TEAM, open: 'The payment of {amount} is disputed.' } as const;

function sayDispute({ amount: sum, currency, state }: DisputeView, reader: Reader): string {
  const amount = isCurrency(currency) ? formatMoney(sum, currency) : `${sum} ${currency}`;
  return say((reader === 'team' ? TO_TEAM : TO_BUYER)[state], { amount });
}
