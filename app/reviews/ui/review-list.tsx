import { Link, useNavigation } from 'react-router';
import { EmptyState } from '../../ui/empty-state.tsx';
import { InlineMessage } from '../../ui/inline-message.tsx';
import { Stars } from '../../ui/stars.tsx';
import { reviewCountText } from '../rules.ts';
import type { ReviewPage, RatingSummary, ReviewView } from '../server/read-reviews.server.ts';
import type { ReviewChoice } from '../review-query.ts';
import { t, formatsNow } from '../../i18n/translate.ts';
import { Icon } from '../../ui/icon.tsx';
import { Avatar } from '../../ui/avatar.tsx';

// The date is in UTC, so that the server and the browser render the same day.
const DATE = { dateStyle: 'long', timeZone: 'UTC' } as const;

interface ReviewItemProps {
  readonly review: ReviewView;
  readonly brandName: string;
}

/** The gaps have names, so that lists have keys. */
type PageEntry = number | 'gap-before' | 'gap-after';

interface ReviewPagesProps {
  readonly page: number;
  readonly pageCount: number;
  /** Examples are '' and '?sort=highest'. */
  readonly search: string;
  /** A new page scrolls to the heading with this id. */
  readonly target: string;
}

interface RatingHistogramProps {
  readonly counts: RatingSummary['histogram'];
  /** The choices are sorted from one star to five. */
  readonly choices: readonly ReviewChoice[];
  readonly target: string;
}

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
        {t('Customer Reviews')}
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
              {t('There is no such review yet.')}
            </p>
          )}
          {reviewPage.pageCount > 1 && (
            <>
              <p role="status" className="sr-only">
                {`${t('Page')} `}
                {reviewPage.page}
                {` ${t('of')} `}
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
          {t('How reviews are moderated')}
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
            {` ${t('with a star rating')}`}
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
      <nav aria-label={t('Order of reviews')}>
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
        {t('Failed to load reviews')}{' '}
        <Link to="" preventScrollReset className="ms-2 underline underline-offset-3">
          {t('Try again')}
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
        title={t('No reviews yet')}
        text={t('Have you ordered this? Be the first to say how it went.')}
      />
    </div>
  );
}

/** Each bar is a link that filters the reviews by its stars, or removes the filter. */
function RatingHistogram({ counts, choices, target }: RatingHistogramProps) {
  const all = counts.reduce((sum, count) => sum + count, 0);
  return (
    <ul aria-label={t('Ratings by stars')} className="flex w-full max-w-[340px] flex-col-reverse">
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

/** The page numbers are links, so they work without scripts. */
function ReviewPages({ page, pageCount, search, target }: ReviewPagesProps) {
  return (
    <nav aria-label={t('Pages of reviews')} className="mt-1">
      <ul className="flex flex-wrap items-center gap-2">
        {pagesAround(page, pageCount).map((pageLink) =>
          typeof pageLink === 'string' ? (
            <li key={pageLink} aria-hidden="true" className="w-6 text-center text-ink-3">
              …
            </li>
          ) : (
            <li key={pageLink}>
              <Link
                to={{
                  search:
                    pageLink === 1 ? search : `${search || '?'}${search && '&'}page=${pageLink}`,
                  hash: target,
                }}
                preventScrollReset
                aria-label={t('Page {entry}', { entry: pageLink })}
                aria-current={pageLink === page ? 'page' : undefined}
                className="grid h-11 min-w-11 place-items-center rounded-[12px] forced-colors:border bg-surface px-2 text-[15px] font-[650] tabular-nums ring-[1.5px] ring-line ring-inset hover:ring-line-strong aria-[current=page]:bg-ink aria-[current=page]:text-canvas aria-[current=page]:underline aria-[current=page]:decoration-transparent aria-[current=page]:ring-ink"
              >
                {pageLink}
              </Link>
            </li>
          ),
        )}
      </ul>
    </nav>
  );
}

/** Up to seven pages, all numbers are shown. Otherwise the first, the last and those around the current one are. */
export function pagesAround(page: number, pageCount: number): PageEntry[] {
  if (pageCount <= 7) return range(1, pageCount);
  const from = Math.max(2, Math.min(page - 1, pageCount - 4));
  const to = Math.min(pageCount - 1, Math.max(page + 1, 5));
  return [
    1,
    ...(from > 2 ? (['gap-before'] as const) : []),
    ...range(from, to),
    ...(to < pageCount - 1 ? (['gap-after'] as const) : []),
    pageCount,
  ];
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

function ReviewItem({ review, brandName }: ReviewItemProps) {
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
              {review.isPurchase ? t('Verified purchase') : t('Verified email')}
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
              {`${t('Reply from')} `}
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
          aria-label={t('Report the review of {name}', { name: review.name })}
          className="mt-1 inline-flex min-h-6 items-center text-[13.5px] text-ink-3 underline underline-offset-3 hover:text-ink"
        >
          {t('Report')}
        </Link>
      </div>
    </li>
  );
}
