import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { describeTaxes } from '../protocol/describe-taxes.ts';
import { formatMoney } from '../protocol/money.ts';
import { amountOfLine, formatCoupon, formatOfferLine, formatTerms } from '../protocol/offer.ts';
import { describeSubscriptionOf } from '../protocol/subscriptions.ts';
import type { OrderView } from '../protocol/order-view.ts';
import { t } from '../../i18n/translate.ts';

interface OrderSectionProps {
  /** The id of the heading, which labels the section. */
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

export function OrderSection({ id, title, children }: OrderSectionProps) {
  return (
    <section aria-labelledby={id} className="mt-8">
      <h2 dir="auto" id={id} className="text-[22px]">
        {title}
      </h2>
      {children}
    </section>
  );
}

interface OrderTermsProps {
  readonly order: OrderView;
  readonly title: string;
}

export function OrderTerms({ order, title }: OrderTermsProps) {
  const { lines, coupon, currency, amount, creditAmount, refundedAmount, pendingRefund } = order;
  return (
    <OrderSection id="order-terms" title={title}>
      {order.subscription && (
        <p className="mt-3">
          <Link className="link" to={order.subscription.path} reloadDocument>
            {describeSubscriptionOf(order.subscription)}
          </Link>
        </p>
      )}
      <ul className="mt-3 border-y border-line">
        {lines.map((line, index) => (
          <li
            // oxlint-disable-next-line react/no-array-index-key -- lines are never moved
            key={index}
            className="flex flex-wrap justify-between gap-x-6 border-line py-2.5 not-first:border-t"
          >
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {line.path ? (
                <Link className="link" to={line.path} reloadDocument>
                  {formatOfferLine(line)}
                </Link>
              ) : (
                formatOfferLine(line)
              )}
            </span>
            <span className="tabular-nums">{formatMoney(amountOfLine(line), currency)}</span>
          </li>
        ))}
      </ul>
      <dl className="mt-3 grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 tabular-nums [&_dd]:text-end">
        {coupon && (
          <>
            <dt>{formatCoupon(coupon)}</dt>
            <dd>{formatMoney(-coupon.discount, currency)}</dd>
          </>
        )}
        {describeTaxes(lines).map(({ label, amount: tax }) => (
          <div key={label} className="contents">
            <dt className="min-w-0 [overflow-wrap:anywhere]">
              <bdi>{label}</bdi>
            </dt>
            <dd>{formatMoney(tax, currency)}</dd>
          </div>
        ))}
        <dt className="font-semibold">{t('Total')}</dt>
        <dd className="font-semibold">{formatMoney(amount, currency)}</dd>
        {creditAmount > 0 && (
          <>
            <dt>{t('Paid with credit')}</dt>
            <dd>{formatMoney(-creditAmount, currency)}</dd>
          </>
        )}
        {refundedAmount > pendingRefund && (
          <>
            <dt>{t('Refunded')}</dt>
            <dd>{formatMoney(refundedAmount - pendingRefund, currency)}</dd>
          </>
        )}
        {pendingRefund > 0 && (
          <>
            <dt>{t('Refund in progress')}</dt>
            <dd>{formatMoney(pendingRefund, currency)}</dd>
          </>
        )}
      </dl>
      {order.taxNumber !== null && (
        <p className="mt-3 text-[15px] text-ink-2">
          {t('Tax number of the buyer: {number}', { number: order.taxNumber })}
        </p>
      )}
      <p className="mt-3 text-[15px] text-ink-2">{formatTerms(order)}</p>
      {order.note && (
        <p dir="auto" className="mt-3 whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere]">
          {order.note}
        </p>
      )}
    </OrderSection>
  );
}
