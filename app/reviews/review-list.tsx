import { Link, useNavigation } from 'react-router';
import { EmptyState } from '../ui/empty-state.tsx';
import { InlineMessage } from '../ui/inline-message.tsx';
import { Stars } from '../ui/stars.tsx';
import { RatingHistogram } from './rating-histogram.tsx';
import { reviewCountText } from './rating-text.ts';
import type { RatingSummary, ReviewPage } from './read-reviews.server.ts';
import { ReviewItem } from './review-item.tsx';
import { ReviewPages } from './review-pages.tsx';

const TITLE_ID = 'customer-reviews';

/** 'Customer Reviews', three a page; null when they could not be read. */
export function ReviewList({ reviewPage }: { reviewPage: ReviewPage | null }) {
  const navigation = useNavigation();
  const isTurning = navigation.state === 'loading' && navigation.location.hash === `#${TITLE_ID}`;
  return (
    <section className="mt-14 md:mt-16" aria-labelledby={TITLE_ID}>
      <h2 id={TITLE_ID} className="text-[clamp(26px,3vw,34px)]">
        Customer Reviews
      </h2>
      {reviewPage === null ? (
        <LoadFailure />
      ) : reviewPage.summary.reviewCount === 0 ? (
        <NoReviews />
      ) : (
        <>
          <Summary summary={reviewPage.summary} />
          <ul aria-busy={isTurning} className="transition-opacity delay-200 aria-busy:opacity-50">
            {reviewPage.reviews.map((review) => (
              <ReviewItem key={review.id} review={review} />
            ))}
          </ul>
          {reviewPage.pageCount > 1 && (
            <>
              <p role="status" className="sr-only">
                Page {reviewPage.page} of {reviewPage.pageCount}
              </p>
              <ReviewPages
                page={reviewPage.page}
                pageCount={reviewPage.pageCount}
                target={TITLE_ID}
              />
            </>
          )}
        </>
      )}
    </section>
  );
}

function Summary({ summary }: { summary: RatingSummary }) {
  return (
    <div className="mt-4 mb-7 flex flex-wrap items-center gap-x-12 gap-y-5">
      <div className="flex items-center gap-5">
        <span className="font-display text-[58px] leading-none font-bold tracking-[-0.045em] tabular-nums">
          {summary.average}
        </span>
        <span className="text-[15px] text-ink-2">
          <Stars rating={Number(summary.average)} />
          <span className="block">{reviewCountText(summary.reviewCount)}</span>
          <span className="block text-[13.5px] text-ink-3">
            {summary.ratedCount} with a star rating
          </span>
        </span>
      </div>
      {summary.ratedCount > 0 && <RatingHistogram summary={summary} />}
    </div>
  );
}

function LoadFailure() {
  return (
    <div role="alert" className="mt-5">
      <InlineMessage tone="error">
        Failed to load reviews{' '}
        <Link to="" preventScrollReset className="ml-2 underline underline-offset-3">
          Try again
        </Link>
      </InlineMessage>
    </div>
  );
}

function NoReviews() {
  return (
    <div className="mt-5">
      <EmptyState
        heading="h3"
        title="No reviews yet"
        text="Have you ordered this? Be the first to say how it went."
      />
    </div>
  );
}
