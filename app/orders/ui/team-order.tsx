import { say } from '../../platform/say.ts';
import { Link } from 'react-router';
import type { FileLimits, FileView } from '../../chat/protocol/files.ts';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import type { FormAnswer } from '../../ui/form/form-answer.ts';
import type { OrderView } from '../protocol/order-view.ts';
import { MoneyBack } from './money-back.tsx';
import { OrderHistory } from './order-history.tsx';
import { LateChip, OrderStateChip } from './order-state-chip.tsx';
import { OrderTerms } from './order-terms.tsx';
import { RefundDecisionForm } from './refund-decision.tsx';
import { sayDueToTeam } from '../protocol/due.ts';
import { PaymentState } from './payment-state.tsx';
import { TeamActions } from './team-actions.tsx';

interface TeamOrderProps {
  readonly order: OrderView;
  readonly buyer: string | null;
  readonly conversationId: string | null;
  readonly answer: FormAnswer | undefined;
  readonly limits: FileLimits;
  readonly waiting: readonly FileView[];
}

export function TeamOrder({
  order,
  buyer,
  conversationId,
  answer,
  limits,
  waiting,
}: TeamOrderProps) {
  const basePath = `/team/orders/${order.number}`;
  return (
    <div className="max-w-[760px]">
      <p className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        <OrderStateChip state={order.state} isRefundPending={order.pendingRefund > 0} />
        <LateChip due={order.due} />
        {order.due && <span className="text-ink-2">{sayDueToTeam(order.due)}</span>}
        {order.state === 'paid' && (
          <span className="text-ink-2">
            {say('Work begins when the buyer has answered what the offer asks for.')}
          </span>
        )}
      </p>
      <p className="mt-3 text-[15px] [overflow-wrap:anywhere]">
        {buyer ?? say('The buyer’s address was erased.')}
        {conversationId && (
          <>
            {' · '}
            <Link to={`/agentchat?c=${conversationId}`} className="link">
              {say('Open the conversation')}
            </Link>
          </>
        )}
      </p>
      <AnswerNotice answer={answer} className="mt-5" />
      <PaymentState order={order} />
      <MoneyBack order={order} reader="team" />
      <TeamActions order={order} answer={answer} adding={{ basePath, limits, waiting }} />
      {order.may.includes('refund') && <RefundDecisionForm order={order} answer={answer} />}
      <OrderTerms order={order} title={say('What was ordered')} />
      <OrderHistory order={order} basePath={basePath} />
    </div>
  );
}
