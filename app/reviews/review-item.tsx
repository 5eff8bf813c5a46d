import { Avatar } from '../ui/avatar.tsx';
import { Stars } from '../ui/stars.tsx';
import type { ReviewView } from './read-reviews.server.ts';

// In UTC, so that the server's page and the browser agree on the day.
const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

export function ReviewItem({ review }: { review: ReviewView }) {
  return (
    <li className="flex gap-4 border-t border-line py-6">
      <Avatar name={review.name} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
          {/* A name may be written from right to left; it must not turn the line around. */}
          <bdi className="min-w-0 font-[650] break-words">{review.name}</bdi>
          {review.rating !== null && <Stars rating={review.rating} />}
          <time
            className="ml-auto text-[14.5px] text-ink-3 max-md:ml-0 max-md:basis-full"
            dateTime={review.createdAt}
          >
            {DATE.format(new Date(review.createdAt))}
          </time>
        </p>
        {review.text !== null && (
          <p dir="auto" className="mt-1.5 [overflow-wrap:anywhere] whitespace-pre-line text-ink-2">
            {review.text}
          </p>
        )}
      </div>
    </li>
  );
}
