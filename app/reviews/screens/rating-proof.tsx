import { Icon } from '../../ui/icon.tsx';
import type { RatingSummary } from '../read-reviews.server.ts';
import { say } from '../../platform/say.ts';

/** Fewer say nothing about the next time. */
const ENOUGH = 3;

/** How many of those who rated it were content. */
export function RatingProof({ summary }: { readonly summary: RatingSummary }) {
  const { ratedCount: count, histogram } = summary;
  if (count < ENOUGH) return null;
  const good = histogram[3] + histogram[4];
  return (
    <p className="mt-5 flex items-center gap-2.5 text-[15px] text-ink-2">
      <Icon name="star-fill" size={18} className="text-star" />
      {say('{good} of {count} customers who rated this gave four or five stars', { good, count })}
    </p>
  );
}
