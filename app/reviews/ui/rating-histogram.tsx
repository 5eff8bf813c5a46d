import { Link } from 'react-router';
import { Icon } from '../../ui/icon.tsx';
import { reviewCountText } from '../rules.ts';
import type { RatingSummary } from '../server/read-reviews.server.ts';
import type { ReviewChoice } from '../review-query.ts';
import { say } from '../../platform/say.ts';

interface RatingHistogramProps {
  readonly counts: RatingSummary['histogram'];
  /** The choices are sorted from one star to five. */
  readonly choices: readonly ReviewChoice[];
  readonly target: string;
}

/** Each bar is a link that filters the reviews by its stars, or removes the filter. */
export function RatingHistogram({ counts, choices, target }: RatingHistogramProps) {
  const all = counts.reduce((sum, count) => sum + count, 0);
  return (
    <ul aria-label={say('Ratings by stars')} className="flex w-full max-w-[340px] flex-col-reverse">
      {choices.map(({ label, search, isCurrent }, index) => {
        const stars = index + 1;
        const count = counts[index] ?? 0;
        return (
          <li key={stars}>
            <Link
              to={{ search, hash: target }}
              preventScrollReset
              rel="nofollow"
              aria-current={isCurrent}
              className="rating-row"
            >
              <span className="flex items-center gap-1">
                <span aria-hidden="true">{stars}</span>
                <span className="sr-only">{label}:</span>
                <Icon name="star-fill" size={12} className="text-star" />
              </span>
              {/* The bar is drawn with borders, because forced colours keep borders and drop backgrounds. */}
              <span className="overflow-hidden rounded-full bg-[color-mix(in_srgb,var(--ink)_9%,transparent)]">
                <svg
                  aria-hidden="true"
                  width={`${(100 * count) / Math.max(1, all)}%`}
                  height="7"
                  className="block border-t-[7px] border-star"
                />
              </span>
              <span className="text-end" aria-hidden="true">
                {count}
              </span>
              <span className="sr-only">{reviewCountText(count)}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
