import { Link } from 'react-router';
import { t } from '../../i18n/translate.ts';
import { Moment } from '../../ui/date-time.tsx';
import { ConfirmForm, FormButton } from '../../ui/form/form-button.tsx';
import type { PaymentTroubles as Troubles } from '../server/payment/read-troubles.server.ts';
import { OrderSection } from './order-section.tsx';

/** Lists the payments that need a manager. */
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
    <OrderSection id="held" title={t('Payment held')}>
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
              label={t('Refund')}
              accessibleLabel={t('Refund {amount}, {reference}', { amount, reference })}
              question={t('Refund {amount}?', { amount })}
              text={t(
                'The money is returned to the original payment method. None of it was applied to an order.',
              )}
              fields={{ intent: 'return-payment', payment: id }}
              doLabel={t('Refund')}
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
    <OrderSection id="failed-refunds" title={t('Failed refunds')}>
      <ul className="list-card mt-3">
        {refunds.map(({ id, order, amount, because, isUnknown, at }) => (
          <li key={id} className="list-row text-[15px]">
            <div className="min-w-0 flex-1 basis-72">
              <AmountOfOrder amount={amount} order={order} />
              <p>
                {isUnknown
                  ? t(
                      "The payment service didn't respond, so this refund may or may not have been sent. Check there before you send it again.",
                    )
                  : t(
                      "The payment service didn't send this refund, so you still have the money. Send it again, or make a new decision on the order’s page.",
                    )}
              </p>
              <p dir="auto" className="text-[14px] text-ink-2 [overflow-wrap:anywhere]">
                {because} · <Moment at={at} />
              </p>
            </div>
            <FormButton
              fields={{ intent: 'send-refund-again', refund: id }}
              aria-label={t('Send again: {name}', { name: `${amount} ${order ?? ''}`.trim() })}
            >
              {t('Send again')}
            </FormButton>
          </li>
        ))}
      </ul>
    </OrderSection>
  );
}

function OpenDisputes({ disputes }: Pick<Troubles, 'disputes'>) {
  return (
    <OrderSection id="disputes" title={t('Disputed payments')}>
      <ul className="list-card mt-3">
        {disputes.map(({ reference, order, amount, at }) => (
          <li key={reference} className="list-row text-[15px]">
            <div className="min-w-0 flex-1">
              <AmountOfOrder amount={amount} order={order} />
              <p>{t('Respond to the dispute at the payment service.')}</p>
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
    <OrderSection id="differences" title={t('Payment discrepancies')}>
      <ul className="list-card mt-3">
        {differences.map(({ paymentMethod, reference, what, foundAt }) => (
          <li key={`${paymentMethod} ${reference}`} className="list-row text-[15px]">
            <div className="min-w-0 flex-1">
              <p>{what}</p>
              <p dir="auto" className="text-[14px] text-ink-2 [overflow-wrap:anywhere]">
                {paymentMethod === '' ? '' : `${paymentMethod}: ${reference} · `}
                <Moment at={foundAt} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </OrderSection>
  );
}
