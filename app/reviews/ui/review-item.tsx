import { Link } from 'react-router';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Stars } from '../../ui/stars.tsx';
import type { ReviewView } from '../server/read-reviews.server.ts';
import { formatsNow, say } from '../../platform/say.ts';

// The date is in UTC, so that the server and the browser render the same day.
const DATE = { dateStyle: 'long', timeZone: 'UTC' } as const;

interface ReviewItemProps {
  readonly review: ReviewView;
  readonly brandName: string;
}

export function ReviewItem({ review, brandName }: ReviewItemProps) {
  return (
    <li className="flex gap-4 border-t border-line py-6">
      <Avatar name={review.name} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
          {/* A name may be written from right to left. `bdi` keeps it from reversing the line. */}
          <bdi className="min-w-0 font-[650] break-words">{review.name}</bdi>
          {review.rating !== null && <Stars rating={review.rating} />}
          {(review.isPurchase || review.isVerified) && (
            <span className="flex items-center gap-1 text-[13.5px] font-semibold text-success">
              <Icon name="check-circle-fill" size={16} />
              {review.isPurchase ? say('Verified purchase') : say('Verified email')}
            </span>
          )}
          <time
            className="ms-auto text-[14.5px] text-ink-3 max-md:ms-0 max-md:basis-full"
            dateTime={review.createdAt}
          >
            {new Intl.DateTimeFormat(formatsNow(), DATE).format(new Date(review.createdAt))}
          </time>
        </p>
        {review.text !== null && (
          <p dir="auto" className="mt-1.5 [overflow-wrap:anywhere] whitespace-pre-wrap text-ink-2">
            {review.text}
          </p>
        )}
        {review.reply !== null && (
          <div className="mt-4 rounded-field bg-sunken px-4 py-3">
            <p className="text-[14.5px] font-[650]">
              {`${say('Reply from')} `}
              {brandName}
            </p>
            <p dir="auto" className="mt-1 [overflow-wrap:anywhere] whitespace-pre-wrap text-ink-2">
              {review.reply}
            </p>
          </div>
        )}
        <Link
          to={`/reviews/${review.id}/report`}
          rel="nofollow"
          aria-label={say('Report the review of {name}', { name: review.name })}
          className="mt-1 inline-flex min-h-6 items-center text-[13.5px] text-ink-3 underline underline-offset-3 hover:text-ink"
        >
          {say('Report')}
        </Link>
      </div>
    </li>
  );
}
