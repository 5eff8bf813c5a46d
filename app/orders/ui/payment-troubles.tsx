import { say } from '../../platform/say.ts';
import { Link } from 'react-router';
import { ConfirmForm } from '../../ui/form/confirm-form.tsx';
import { FormButton } from '../../ui/form/form-button.tsx';
import { Moment } from '../../ui/moment.tsx';
import type { PaymentTroubles as Troubles } from '../server/payment/read-troubles.server.ts';
import { OrderSection } from './order-section.tsx';

export function PaymentTroubles({ held, refunds, disputes, differences }: Troubles) {
  return (
    <>
      {held.length > 0 && <HeldPayments held={held} />}
      {refunds.length > 0 && <FailedRefunds refunds={refunds} />}
      {disputes.length > 0 && <OpenDisputes disputes={disputes} />}
      {differences.length > 0 && <Differences differences={differences} />}
    </>
  );
}

function HeldPayments({ held }: Pick<Troubles, 'held'>) {
  return (
    <OrderSection id="held" title={say('Payment held')}>
      <ul className="list-card mt-3">
        {held.map(({ id, order, reference, amount, because, at }) => (
          <li key={id} className="list-row text-[15px]">
            <div className="min-w-0 flex-1 basis-72">
              <AmountOfOrder amount={amount} order={order} />
              <p>{because}</p>
              <p dir="auto" className="text-[14px] text-ink-2 [overflow-wrap:anywhere]">
                {reference} · <Moment at={at} />
              </p>
            </div>
            <ConfirmForm
              label={say('Refund')}
              accessibleLabel={say('Refund {amount}, {reference}', { amount, reference })}
              question={say('Refund {amount}?', { amount })}
              text={say(
                'It goes back to where it came from. Nothing of it was booked to an order.',
              )}
              fields={{ intent: 'return-payment', payment: id }}
              doLabel={say('Refund')}
              tone="primary"
            />
          </li>
        ))}
      </ul>
    </OrderSection>
  );
}

function FailedRefunds({ refunds }: Pick<Troubles, 'refunds'>) {
  return (
    <OrderSection id="failed-refunds" title={say('Refunds that failed')}>
      <ul className="list-card mt-3">
        {refunds.map(({ id, order, amount, because, isUnknown, at }) => (
          <li key={id} className="list-row text-[15px]">
            <div className="min-w-0 flex-1 basis-72">
              <AmountOfOrder amount={amount} order={order} />
              <p>
                {isUnknown
                  ? say('The payment service did not answer, so nobody knows whether it was sent.')
                  : say('The payment service did not send it, so the money is still here.')}
              </p>
              <p dir="auto" className="text-[14px] text-ink-2 [overflow-wrap:anywhere]">
                {because} · <Moment at={at} />
              </p>
            </div>
            <FormButton
              fields={{ intent: 'send-refund-again', refund: id }}
              aria-label={say('Send again: {name}', { name: `${amount} ${order ?? ''}`.trim() })}
            >
              {say('Send again')}
            </FormButton>
          </li>
        ))}
      </ul>
    </OrderSection>
  );
}

function OpenDisputes({ disputes }: Pick<Troubles, 'disputes'>) {
  return (
    <OrderSection id="disputes" title={say('Disputed payments')}>
      <ul className="list-card mt-3">
        {disputes.map(({ reference, order, amount, at }) => (
          <li key={reference} className="list-row text-[15px]">
            <div className="min-w-0 flex-1">
              <AmountOfOrder amount={amount} order={order} />
              <p>{say('Please answer the dispute at the payment service.')}</p>
              <p dir="auto" className="text-[14px] text-ink-2 [overflow-wrap:anywhere]">
                {reference} · <Moment at={at} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </OrderSection>
  );
}

function AmountOfOrder({
  amount,
  order,
}: {
  readonly amount: string;
  readonly order: string | null;
}) {
  return (
    <p>
      <span className="font-semibold tabular-nums">{amount}</span>
      {order && (
        <>
          {' · '}
          <Link className="link" to={`/team/orders/${order}`}>
            {order}
          </Link>
        </>
      )}
    </p>
  );
}

function Differences({ differences }: Pick<Troubles, 'differences'>) {
  return (
    <OrderSection id="differences" title={say('Differs from the books')}>
      <ul className="list-card mt-3">
        {differences.map(({ way, reference, what, foundAt }) => (
          <li key={`${way} ${reference}`} className="list-row text-[15px]">
            <div className="min-w-0 flex-1">
              <p>{what}</p>
              <p dir="auto" className="text-[14px] text-ink-2 [overflow-wrap:anywhere]">
                {way}: {reference} · <Moment at={foundAt} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </OrderSection>
  );
}
