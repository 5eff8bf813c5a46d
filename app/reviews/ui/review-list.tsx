import { Link, useNavigation } from 'react-router';
import { EmptyState } from '../../ui/empty-state.tsx';
import { InlineMessage } from '../../ui/inline-message.tsx';
import { Stars } from '../../ui/stars.tsx';
import { RatingHistogram } from './rating-histogram.tsx';
import { reviewCountText } from '../rules.ts';
import type { ReviewPage } from '../server/read-reviews.server.ts';
import type { ReviewChoice } from '../review-query.ts';
import { ReviewItem } from './review-item.tsx';
import { ReviewPages } from './review-pages.tsx';
import { say } from '../../platform/say.ts';

const TITLE_ID = 'customer-reviews';

interface ReviewListProps {
  /** The page is null when the reviews could not be read. */
  readonly reviewPage: ReviewPage | null;
  readonly brandName: string;
}

export function ReviewList({ reviewPage, brandName }: ReviewListProps) {
  const navigation = useNavigation();
  const isTurning = navigation.state === 'loading' && navigation.location.hash === `#${TITLE_ID}`;
  return (
    <section className="mt-14 md:mt-16" aria-labelledby={TITLE_ID}>
      <h2 id={TITLE_ID} className="text-[clamp(26px,3vw,34px)]">
        {say('Customer Reviews')}
      </h2>
      {reviewPage === null ? (
        <LoadFailure />
      ) : reviewPage.summary.reviewCount === 0 ? (
        <NoReviews />
      ) : (
        <>
          <Summary reviewPage={reviewPage} />
          <Choices {...reviewPage.choices} />
          <ul aria-busy={isTurning} className="transition-opacity delay-200 aria-busy:opacity-50">
            {reviewPage.reviews.map((review) => (
              <ReviewItem key={review.id} review={review} brandName={brandName} />
            ))}
          </ul>
          {reviewPage.reviews.length === 0 && (
            <p className="border-t border-line py-6 text-ink-2">
              {say('There is no such review yet.')}
            </p>
          )}
          {reviewPage.pageCount > 1 && (
            <>
              <p role="status" className="sr-only">
                {`${say('Page')} `}
                {reviewPage.page}
                {` ${say('of')} `}
                {reviewPage.pageCount}
              </p>
              <ReviewPages
                page={reviewPage.page}
                pageCount={reviewPage.pageCount}
                search={reviewPage.choices.search}
                target={TITLE_ID}
              />
            </>
          )}
        </>
      )}
      <p className="mt-5 text-[14.5px] text-ink-3">
        <Link to="/moderation-log" className="underline underline-offset-3 hover:text-ink">
          {say('How reviews are moderated')}
        </Link>
      </p>
    </section>
  );
}

function Summary({ reviewPage: { summary, histogram, choices } }: { reviewPage: ReviewPage }) {
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
            {summary.ratedCount}
            {` ${say('with a star rating')}`}
          </span>
        </span>
      </div>
      {summary.ratedCount > 0 && (
        <RatingHistogram counts={histogram} choices={choices.stars} target={TITLE_ID} />
      )}
    </div>
  );
}

function Choices({ sorts, purchases, filter }: ReviewPage['choices']) {
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-5 gap-y-2 text-[14.5px]">
      <nav aria-label={say('Order of reviews')}>
        <ul className="-mx-2.5 flex flex-wrap">
          {sorts.map((choice) => (
            <li key={choice.label}>
              <ChoiceLink {...choice} />
            </li>
          ))}
        </ul>
      </nav>
      {purchases && (
        <div className="-mx-2.5">
          <ChoiceLink {...purchases} />
        </div>
      )}
      {filter && <p className="text-ink-2">{filter}</p>}
    </div>
  );
}

function ChoiceLink({ label, search, isCurrent }: ReviewChoice) {
  return (
    <Link
      to={{ search, hash: TITLE_ID }}
      preventScrollReset
      rel="nofollow"
      aria-current={isCurrent}
      className="choice-link"
    >
      {label}
    </Link>
  );
}

function LoadFailure() {
  return (
    <div role="alert" className="mt-5">
      <InlineMessage tone="error">
        {say('Failed to load reviews')}{' '}
        <Link to="" preventScrollReset className="ms-2 underline underline-offset-3">
          {say('Try again')}
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
        title={say('No reviews yet')}
        text={say('Have you ordered this? Be the first to say how it went.')}
      />
    </div>
  );
}
