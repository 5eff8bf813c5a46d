import { isCurrency } from '../../platform/currencies.ts';
import { t, type Sentence, msg } from '../../i18n/translate.ts';
import { Moment } from '../../ui/date-time.tsx';
import type { DisputeView, MoneyBackView, OrderView } from '../protocol/order-view.ts';
import { formatMoney } from '../protocol/money.ts';
import { OrderSection } from './order-section.tsx';

type Reader = 'buyer' | 'team';

interface MoneyBackProps {
  readonly order: OrderView;
  readonly reader: Reader;
}

export function MoneyBack({ order, reader }: MoneyBackProps) {
  const { currency } = order;
  // If the bank decides for the shop in the end, only the dispute says so.
  const refunds = order.refunds.filter(
    ({ source, state }) => source !== 'chargeback' || state !== 'cancelled',
  );
  // The refund of a lost dispute says that it was lost.
  const isGone = refunds.some(({ source }) => source === 'chargeback');
  const disputes = order.disputes.filter(({ state }) => state !== 'lost' || !isGone);
  if (refunds.length === 0 && disputes.length === 0) return null;
  const title = refunds.length > 0 ? t('Money back') : t('Dispute');
  return (
    <OrderSection id="money-back" title={title}>
      <ul className="mt-3 grid gap-2">
        {refunds.map((refund) => (
          <li key={refund.id}>
            <p>{describeRefund(refund, formatMoney(refund.amount, currency), reader)}</p>
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
            <p>{describeDispute(dispute, reader)}</p>
          </li>
        ))}
      </ul>
    </OrderSection>
  );
}

function describeRefund(
  { way: refundMethod, state, source }: MoneyBackView,
  amount: string,
  reader: Reader,
): string {
  if (state === 'failed' || state === 'cancelled') {
    return reader === 'buyer'
      ? t('A refund of {amount} failed. We look into it and write to you.', { amount })
      : t('A refund of {amount} failed, so the money is still here. Please decide again.', {
          amount,
        });
  }
  if (source === 'chargeback') {
    return reader === 'buyer'
      ? t('{amount} went back to you, because the dispute was decided in your favor.', { amount })
      : t('{amount} went back to the buyer, because the dispute was decided for them.', {
          amount,
        });
  }
  if (source === 'reversal') return t('The payment service took back {amount}.', { amount });
  if (refundMethod === 'credit') return t('{amount} was refunded as credit.', { amount });
  if (state === 'due') {
    return t('A refund of {amount} is being sent to the payment service.', { amount });
  }
  if (state === 'sent') {
    return t('A refund of {amount} is on its way. Banks can take up to ten days.', { amount });
  }
  return source === 'provider'
    ? t('{amount} was refunded at the payment service.', { amount })
    : t('{amount} was refunded.', { amount });
}

const TO_TEAM = {
  open: msg('The buyer disputes the payment of {amount}. Please answer at the payment service.'),
  won: msg('The dispute about {amount} was decided for the shop.'),
  lost: msg('The dispute about {amount} was decided for the buyer.'),
} as const satisfies Readonly<Record<DisputeView['state'], Sentence>>;

const TO_BUYER = {
  open: msg('The payment of {amount} is disputed. The bank or payment service decides about it.'),
  won: TO_TEAM.won,
  lost: msg('The dispute about {amount} was decided in your favor.'),
} as const satisfies Readonly<Record<DisputeView['state'], Sentence>>;

function describeDispute({ amount: sum, currency, state }: DisputeView, reader: Reader): string {
  const amount = isCurrency(currency) ? formatMoney(sum, currency) : `${sum} ${currency}`;
  return t((reader === 'team' ? TO_TEAM : TO_BUYER)[state], { amount });
}
