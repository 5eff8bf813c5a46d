import { formatAmount, formatPriceNote, type Price } from '../price.ts';

interface PriceLineProps {
  readonly price: Price;
  readonly className?: string;
  readonly amountClassName?: string;
}

/** '$1,750 | per book', the amount large (SPEC §3). */
export function PriceLine({ price, className = '', amountClassName = '' }: PriceLineProps) {
  const note = formatPriceNote(price);
  return (
    <p className={`flex flex-wrap items-baseline gap-x-3 ${className}`}>
      <span
        className={`font-display leading-none font-bold tracking-[-0.03em] tabular-nums ${amountClassName}`}
      >
        {formatAmount(price)}
      </span>
      {note && (
        <span className="text-[15px] text-ink-2">
          <span className="me-3 text-line-strong">{' | '}</span>
          {note}
        </span>
      )}
    </p>
  );
}
