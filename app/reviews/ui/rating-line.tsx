import { Stars } from '../../ui/stars.tsx';
import { reviewCountText } from '../rules.ts';
import type { RatingSummary } from '../server/read-reviews.server.ts';
import { t } from '../../i18n/translate.ts';
import { Icon } from '../../ui/icon.tsx';

/**
 * An example is '4.67 (7 reviews)'. If some reviews have no rating, the number of rated reviews follows (rule
 * 83).
 */
export function RatingLine({ summary }: { summary: RatingSummary }) {
  const hasUnrated = summary.ratedCount < summary.reviewCount;
  return (
    <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-[15px] text-ink-2">
      <Stars rating={Number(summary.average)} />
      <strong className="font-[650] text-ink tabular-nums">{summary.average}</strong>
      <span>
        <span data-testid="review-count">({reviewCountText(summary.reviewCount)})</span>
        {hasUnrated && (
          // The dot never begins a line. On the narrowest phones the following text wraps, so the dot is hidden.
          <span aria-hidden="true" className="ms-2.5 max-[400px]:hidden">
            ·
          </span>
        )}
      </span>
      {hasUnrated && <span>{t('{ratedCount} rated', { ratedCount: summary.ratedCount })}</span>}
    </p>
  );
}

/** A share of fewer ratings is not meaningful. */
const ENOUGH = 3;

export function RatingProof({ summary }: { readonly summary: RatingSummary }) {
  const { ratedCount: count, histogram } = summary;
  if (count < ENOUGH) return null;
  const good = histogram[3] + histogram[4];
  return (
    <p className="mt-5 flex items-center gap-2.5 text-[15px] text-ink-2">
      <Icon name="star-fill" size={18} className="text-star" />
      {t('{good} of {count} customers who rated this gave four or five stars', { good, count })}
    </p>
  );
}
