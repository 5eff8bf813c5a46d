import { Icon } from './icon.tsx';
import { t } from '../i18n/translate.ts';

/** Fills five stars up to the rating, including fractions. */
export function Stars({ rating, size = 18 }: { rating: number; size?: number }) {
  return (
    <span
      className="inline-flex gap-0.5 text-star"
      role="img"
      aria-label={t('{rating} of 5 stars', { rating })}
    >
      {[1, 2, 3, 4, 5].map((star) => {
        const filled = Math.max(0, Math.min(1, rating - star + 1));
        return (
          <span key={star} className="relative inline-block">
            <Icon name="star" size={size} className="text-line-strong" />
            <svg
              className="absolute inset-y-0 start-0"
              width={`${(filled * size) / 16}rem`}
              height="100%"
            >
              <Icon name="star-fill" size={size} />
            </svg>
          </span>
        );
      })}
    </span>
  );
}
