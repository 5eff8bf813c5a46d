import { useState } from 'react';
import { Stars } from '../ui/stars.tsx';
import type { RatingSummary, ReviewView } from './read-reviews.server.ts';
import { REVIEWS_PER_PAGE } from './rules.ts';

interface ReviewListProps {
  readonly reviews: readonly ReviewView[];
  readonly rating: RatingSummary;
}

const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** 'Customer Reviews', three a page. */
export function ReviewList({ reviews, rating }: ReviewListProps) {
  const [chosen, setPage] = useState(1);
  const pages = Math.ceil(reviews.length / REVIEWS_PER_PAGE);
  const page = Math.min(chosen, Math.max(pages, 1));
  const shown = reviews.slice((page - 1) * REVIEWS_PER_PAGE, page * REVIEWS_PER_PAGE);
  return (
    <section className="mt-16 max-w-[800px]" aria-labelledby="reviews-title">
      <h2 id="reviews-title" className="text-[clamp(26px,3vw,36px)]">
        Customer Reviews
      </h2>
      <p className="mt-4 flex items-center gap-3">
        <span className="font-display text-[56px] leading-none font-bold">{rating.average}</span>
        <span>
          <Stars rating={Number(rating.average)} />
          <span data-testid="review-count" className="block text-ink-2">
            {rating.reviewCount} reviews, {rating.ratedCount} with a rating
          </span>
        </span>
      </p>
      <ul>
        {shown.map((review) => (
          <li key={review.id} className="border-t border-line py-6">
            <p className="flex flex-wrap items-center gap-3">
              <strong>{review.name}</strong>
              {review.rating !== null && <Stars rating={review.rating} size={16} />}
              <time className="ml-auto text-sm text-ink-3" dateTime={review.createdAt}>
                {DATE.format(new Date(review.createdAt))}
              </time>
            </p>
            {review.text !== null && (
              <p className="mt-2 break-words whitespace-pre-line text-ink-2">{review.text}</p>
            )}
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <nav aria-label="Pages of reviews" className="flex gap-2">
          {Array.from({ length: pages }, (_, index) => index + 1).map((number) => (
            <button
              key={number}
              type="button"
              aria-current={number === page ? 'page' : undefined}
              onClick={() => setPage(number)}
              className="grid size-11 place-items-center rounded-[11px] ring-1 ring-line aria-[current=page]:bg-ink aria-[current=page]:text-canvas"
            >
              {number}
            </button>
          ))}
        </nav>
      )}
    </section>
  );
}
