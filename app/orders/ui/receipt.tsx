import { t } from '../../i18n/translate.ts';
import { Rich } from '../../ui/rich.tsx';
import { describeTaxes } from '../protocol/describe-taxes.ts';
import { formatMoney } from '../protocol/money.ts';
import { amountOfLine, formatCoupon, formatDay, formatOfferLine } from '../protocol/offer.ts';
import type { ReceiptProps } from '../protocol/receipt.ts';

/**
 * A printable receipt for one sheet. It omits the buyer's address, which buyers write on the paper if they need
 * it.
 */
export function Receipt({
  order,
  brandName,
  postalAddress,
  supportEmail,
  paidOn,
  sellerTaxNumber,
  isVatNumber,
}: ReceiptProps) {
  const { currency } = order;
  const refunded = order.refundedAmount - order.pendingRefund;
  const date = formatDay(paidOn);
  const paidMilestones = order.milestones.filter(({ fundedAt }) => fundedAt !== null);
  const paidAmount = paidMilestones.reduce((sum, { amount }) => sum + amount, 0);
  return (
    <main className="mx-auto max-w-[680px] bg-[#fff] p-6 text-[16px] text-[#12172b] print:p-0">
      <p dir="auto" className="text-[20px] font-bold">
        {brandName}
      </p>
      <p dir="auto" className="mt-1 whitespace-pre-wrap">
        {postalAddress}
      </p>
      <p>{supportEmail}</p>
      <h1 className="mt-8 text-[34px]">
        {t('Receipt for order {number}', { number: order.number })}
      </h1>
      <p className="mt-2">
        {order.milestones.length > 0
          ? t('{paid} of {total} paid.', {
              paid: formatMoney(paidAmount, currency),
              total: formatMoney(order.amount, currency),
            })
          : order.amount === 0
            ? t('Nothing to pay. Ordered on {date}.', { date })
            : order.paidBy === null
              ? t('Paid on {date}.', { date })
              : order.paidByLabel
                ? t('Paid on {date} by {method}.', { date, method: order.paidByLabel })
                : t('Paid on {date} with credit.', { date })}
      </p>
      <table className="mt-6 w-full border-collapse">
        <thead>
          <tr className="border-b border-line text-start">
            <th className="py-2 text-start font-semibold">{t('Service')}</th>
            <th className="py-2 text-end font-semibold">{t('Amount')}</th>
          </tr>
        </thead>
        <tbody>
          {order.lines.map((line, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- lines are never moved
            <tr key={index} className="border-b border-line align-top">
              <td dir="auto" className="py-2 [overflow-wrap:anywhere]">
                {formatOfferLine(line)}
              </td>
              <td className="py-2 text-end tabular-nums">
                {formatMoney(amountOfLine(line), currency)}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot className="tabular-nums">
          {order.coupon && (
            <tr>
              <td className="py-2">{formatCoupon(order.coupon)}</td>
              <td className="py-2 text-end">{formatMoney(-order.coupon.discount, currency)}</td>
            </tr>
          )}
          {describeTaxes(order.lines).map(({ label, amount: tax }) => (
            <tr key={label}>
              <td dir="auto" className="py-2">
                {label}
              </td>
              <td className="py-2 text-end">{formatMoney(tax, currency)}</td>
            </tr>
          ))}
          <tr>
            <th className="py-2 text-start">{t('Total')}</th>
            <td className="py-2 text-end font-semibold">{formatMoney(order.amount, currency)}</td>
          </tr>
          {paidMilestones.map(({ position, title, amount }) => (
            <tr key={position}>
              <td className="py-2 [overflow-wrap:anywhere]">
                <Rich
                  text={t('Paid for “<name>{milestone}</name>”', { milestone: title })}
                  parts={{ name: <bdi /> }}
                />
              </td>
              <td className="py-2 text-end">{formatMoney(amount, currency)}</td>
            </tr>
          ))}
          {refunded > 0 && (
            <tr>
              <th className="py-2 text-start">{t('Refunded')}</th>
              <td className="py-2 text-end">{formatMoney(refunded, currency)}</td>
            </tr>
          )}
          {order.pendingRefund > 0 && (
            <tr>
              <th className="py-2 text-start">{t('Refund in progress')}</th>
              <td className="py-2 text-end">{formatMoney(order.pendingRefund, currency)}</td>
            </tr>
          )}
        </tfoot>
      </table>
      {sellerTaxNumber !== '' && (
        <p className="mt-6">
          {isVatNumber
            ? t('VAT ID: {number}', { number: sellerTaxNumber })
            : t('Tax number: {number}', { number: sellerTaxNumber })}
        </p>
      )}
      {order.taxNumber !== null && (
        <p className="mt-2">
          {t('Tax number of the buyer: {number}', { number: order.taxNumber })}
        </p>
      )}
    </main>
  );
}
