import { Icon } from '../ui/icon.tsx';
import { reviewCountText } from './rating-text.ts';
import type { RatingSummary } from './read-reviews.server.ts';

const STARS = [5, 4, 3, 2, 1] as const;

/** How the ratings spread over the stars. */
export function RatingHistogram({ summary }: { summary: RatingSummary }) {
  return (
    <ul aria-label="Ratings by stars" className="grid w-full max-w-[340px] gap-0.5">
      {STARS.map((stars) => {
        const count = summary.histogram[stars - 1] ?? 0;
        return (
          <li key={stars}>
            <span className="sr-only">
              {stars === 1 ? '1 star' : `${stars} stars`}: {reviewCountText(count)}
            </span>
            <span
              aria-hidden="true"
              className="grid grid-cols-[26px_1fr_28px] items-center gap-2 text-[13.5px] text-ink-2 tabular-nums"
            >
              <span className="flex items-center gap-1">
                {stars} <Icon name="star-fill" size={12} className="text-star" />
              </span>
              {/* Borders, because forced colours keep them and drop backgrounds. */}
              <span className="overflow-hidden rounded-full bg-[color-mix(in_srgb,var(--ink)_9%,transparent)]">
                <span
                  className="block border-t-[7px] border-star"
                  style={{ width: `${(100 * count) / Math.max(1, summary.ratedCount)}%` }}
                />
              </span>
              <span className="text-right">{count}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
