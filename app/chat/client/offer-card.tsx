import type { ReactNode } from 'react';
import { describeTaxes } from '../../orders/protocol/describe-taxes.ts';
import { formatMoney } from '../../orders/protocol/money.ts';
import {
  amountOfLine,
  formatCoupon,
  formatDay,
  formatOfferLine,
  formatTerms,
  type OfferCard as Offer,
} from '../../orders/protocol/offer.ts';
import type { MilestonePlan } from '../../orders/protocol/milestone-terms.ts';
import { t } from '../../i18n/translate.ts';

interface OfferCardProps {
  readonly offer: Offer;
  /** The offer's status and the actions of the viewer: the visitor or an agent. */
  readonly children: ReactNode;
}

export function OfferCard({ offer, children }: OfferCardProps) {
  const { lines, amount, coupon, currency, validDay, questions, note } = offer;
  const taxes = describeTaxes(lines);
  return (
    <section
      aria-label={t('Offer')}
      data-testid="offer"
      className="chat-line w-full max-w-[340px] rounded-[16px] border border-line bg-surface p-4 text-[15px] leading-[1.45] text-ink"
    >
      <p className="flex items-baseline justify-between gap-4">
        <span className="text-[13px] font-semibold text-ink-2">{t('Offer')}</span>
        <span className="text-[19px] font-bold tabular-nums">{formatMoney(amount, currency)}</span>
      </p>
      <ul className="mt-1.5">
        {lines.map((line, index) => (
          <li
            // oxlint-disable-next-line react/no-array-index-key -- lines are never moved
            key={index}
            className="flex justify-between gap-4"
          >
            <span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
              {formatOfferLine(line)}
            </span>
            {(lines.length > 1 || coupon || taxes.length > 0) && (
              <span className="text-ink-2 tabular-nums">
                {formatMoney(amountOfLine(line), currency)}
              </span>
            )}
          </li>
        ))}
        {coupon && (
          <li className="flex justify-between gap-4">
            <span>{formatCoupon(coupon)}</span>
            <span className="text-ink-2 tabular-nums">
              {formatMoney(-coupon.discount, currency)}
            </span>
          </li>
        )}
        {taxes.map(({ label, amount: tax }) => (
          <li key={label} className="flex justify-between gap-4">
            <span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
              {label}
            </span>
            <span className="text-ink-2 tabular-nums">{formatMoney(tax, currency)}</span>
          </li>
        ))}
      </ul>
      {offer.plan && <Milestones plan={offer.plan} currency={currency} />}
      <p className="mt-2 text-[14px] text-ink-2">
        {formatTerms(offer)} {t('Valid until {date}.', { date: formatDay(validDay) })}
      </p>
      {questions.length > 0 && (
        <p dir="auto" className="mt-1 text-[14px] text-ink-2 [overflow-wrap:anywhere]">
          {t('Needed from the buyer: {questions}', { questions: questions.join('; ') })}
        </p>
      )}
      {note && (
        <p dir="auto" className="mt-2 text-[14px] whitespace-pre-wrap [overflow-wrap:anywhere]">
          {note}
        </p>
      )}
      {children}
    </section>
  );
}

interface MilestonesProps extends Pick<Offer, 'currency'> {
  readonly plan: MilestonePlan;
}

function Milestones({ plan: { isAllAtOnce, milestones }, currency }: MilestonesProps) {
  return (
    <div className="mt-2 border-t border-line pt-2 text-[14px]">
      <p className="font-semibold">{t('Milestones')}</p>
      <ol>
        {milestones.map(({ title, amount }, index) => (
          <li
            // oxlint-disable-next-line react/no-array-index-key -- milestones are never moved
            key={index}
            className="flex justify-between gap-4"
          >
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {index + 1}. <bdi>{title}</bdi>
            </span>
            <span className="text-ink-2 tabular-nums">{formatMoney(amount, currency)}</span>
          </li>
        ))}
      </ol>
      <p className="mt-1 text-ink-2">
        {isAllAtOnce
          ? t('All milestones can be paid from the start.')
          : t('Each milestone is paid when the previous one is accepted.')}
      </p>
    </div>
  );
}
