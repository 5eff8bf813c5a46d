import { useHref } from 'react-router';
import type { FormAnswer } from '../../ui/form/form-answer.ts';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import type { Reviewable } from '../server/review/read-reviewable.server.ts';
import { ReviewPurchase } from './review-purchase.tsx';
import type { OrderView } from '../protocol/order-view.ts';
import { BuyerActions, type Adding } from './buyer-actions.tsx';
import { Deliveries, OrderHistory } from './order-history.tsx';
import { LateChip, OrderStateChip } from './order-state-chip.tsx';
import { OrderTerms } from './order-terms.tsx';
import { MoneyBack } from './money-back.tsx';
import { PayOrder, type PayChoice } from './pay-order.tsx';
import type { Returned } from './payment-state.tsx';
import { sayDueToBuyer } from '../protocol/due.ts';
import { say } from '../../platform/say.ts';
import { useKeptAnswer, useLiveOrder } from './use-live-order.ts';

interface BuyerOrderProps {
  readonly order: OrderView;
  /** Includes the URL of the payment page, once the buyer has asked for it. */
  readonly answer: (FormAnswer & { readonly href?: string | undefined }) | undefined;
  readonly choices: readonly PayChoice[];
  /** Set if the buyer has just come back from the payment page. */
  readonly returned: Returned;
  readonly receiptPath: string;
  readonly adding: Adding;
  readonly reviewable: readonly Reviewable[];
}

/** Everybody with the link can see this page, so it shows no email address. */
export function BuyerOrder({
  order,
  answer: newest,
  choices,
  returned,
  receiptPath,
  adding,
  reviewable,
}: BuyerOrderProps) {
  const receipt = useHref(receiptPath);
  const refunds = useHref('/refunds');
  useLiveOrder(order.state, order.pendingRefund > 0);
  const answer = useKeptAnswer(newest, order.state);
  const isToBeAccepted = order.may.includes('complete');
  return (
    <main className="container-page max-w-[760px] pt-10 md:pt-16">
      <h1 className="text-[clamp(38px,6vw,60px)] tracking-[-0.04em]">
        {`${say('Order')} `}
        {order.number}
      </h1>
      <p className="mt-4 flex flex-wrap items-center gap-2">
        <OrderStateChip state={order.state} isRefundPending={order.pendingRefund > 0} />
        <LateChip due={order.due} />
      </p>
      {order.due && <p className="mt-3 text-[17px] text-ink-2">{sayDueToBuyer(order.due)}</p>}
      <AnswerNotice answer={answer} className="mt-5" />
      {order.state === 'awaiting payment' && (
        <PayOrder order={order} choices={choices} returned={returned} answer={answer} />
      )}
      <MoneyBack order={order} reader="buyer" />
      <ReviewPurchase
        services={reviewable}
        answer={answer?.intent === 'review' ? answer : undefined}
      />
      {/* The delivery is shown above the form that accepts it. */}
      {isToBeAccepted && <Deliveries order={order} basePath={adding.basePath} />}
      <BuyerActions order={order} answer={answer} adding={adding} />
      <OrderTerms order={order} title={say('What you get')} />
      <OrderHistory order={order} basePath={adding.basePath} isDeliveryShown={isToBeAccepted} />
      <p className="mt-8 flex flex-wrap gap-x-6 gap-y-2 text-[15px]">
        {order.isPaid && (
          <a className="link" href={receipt}>
            {say('Receipt to print')}
          </a>
        )}
        <a className="link" href={refunds}>
          {say('Refund policy')}
        </a>
      </p>
    </main>
  );
}
