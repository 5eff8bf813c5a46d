import { t } from '../../../i18n/translate.ts';
import { formatMoney } from '../../../orders/protocol/money.ts';
import type { OfferQuote } from '../../../orders/protocol/offer.ts';
import { isCurrency } from '../../../platform/currencies.ts';

/** The total as the buyer will see it. The section is there from the start, so that screen readers announce changes. */
export function OfferTotal({ quote }: { readonly quote: OfferQuote | undefined }) {
  const currency = quote && isCurrency(quote.currency) ? quote.currency : undefined;
  const total = quote?.total ?? null;
  return (
    <section
      aria-label={t('Offer total')}
      aria-live="polite"
      className="rounded-card bg-surface p-4 ring-1 ring-line"
    >
      {quote && currency && total !== null && quote.rows.length > 1 && (
        <dl className="mb-2 grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-[14.5px] text-ink-2">
          {quote.rows.map(({ label, amount }, index) => (
            <div
              // oxlint-disable-next-line react/no-array-index-key -- rows have no other identity
              key={index}
              className="contents"
            >
              <dt className="min-w-0 [overflow-wrap:anywhere]">
                <bdi>{label}</bdi>
              </dt>
              <dd className="text-end tabular-nums">{formatMoney(amount, currency)}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="flex items-baseline justify-between gap-4">
        <span className="text-[15px] font-semibold">{t('Offer total')}</span>
        <span className="text-[19px] font-bold tabular-nums">
          {currency && total !== null ? formatMoney(total, currency) : '–'}
        </span>
      </p>
    </section>
  );
}
