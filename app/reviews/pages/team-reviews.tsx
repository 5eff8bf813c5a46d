import { loadMessages } from '../../i18n/load-messages.ts';
import { t, msg, type Sentence } from '../../i18n/translate.ts';
import { Link, Form } from 'react-router';
import { nameService } from '../../shop/name-service.ts';
import { NEVER_FOR_RATINGS } from '../moderation-reasons.ts';
import {
  readModerationQuery,
  MODERATION_VIEWS,
  type ModerationQuery,
  type ModerationView,
} from '../moderation-query.ts';
import { readModeration } from '../server/read-moderation.server.ts';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/team-reviews.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { PagesNav } from '../../ui/pages-nav.tsx';
import { SelectField } from '../../ui/form/field.tsx';
import { ReviewRow, type ReviewOnList } from '../ui/review-row.tsx';
import type { FormAnswer } from '../../ui/form/form-answer.ts';

export const handle = { messages: await loadMessages('reviews-team', 'reviews') };

const VIEW_NAMES: Readonly<Record<ModerationView, Sentence>> = {
  reported: msg('Reported'),
  all: msg('All'),
  hidden: msg('Hidden'),
};

const NOTHING: Readonly<Record<ModerationView, Sentence>> = {
  reported: msg('No report waits for a decision.'),
  all: msg('There is no such review.'),
  hidden: msg('No such review is hidden.'),
};

interface ModerationListProps {
  readonly query: ModerationQuery;
  readonly reviews: readonly ReviewOnList[];
  readonly hasMore: boolean;
  readonly reportedCount: number;
  readonly hiddenCount: number;
  readonly sections: readonly { readonly id: string; readonly title: string }[];
  readonly answer: FormAnswer | undefined;
}

export { action } from './review-actions.server.ts';

export const loader = pageAt('/team/reviews', async ({ appContext, request }) => {
  const { db, catalogue } = appContext;
  const { sections } = catalogue;
  const query = readModerationQuery(new URL(request.url).searchParams, sections);
  const { reviews, ...page } = await readModeration(db, query);
  return {
    query,
    sections: sections.map(({ id, title }) => ({ id, title })),
    ...page,
    reviews: reviews.map((review) => {
      const { title, path = '/services' } = nameService(catalogue, review);
      return { ...review, service: { title, path } };
    }),
  };
});

export default function TeamReviews({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <MemberPage
      title={t('Reviews')}
      lead={
        <>
          {t(
            'A review is hidden only for a published reason, and each decision appears without names in the',
          )}{' '}
          <Link to="/moderation-log" className="link">
            {t('moderation log')}
          </Link>
          . {t(NEVER_FOR_RATINGS)}
        </>
      }
    >
      <AnswerNotice answer={actionData} className="mt-6" />
      <ModerationList answer={actionData} {...loaderData} />
    </MemberPage>
  );
}

function ModerationList(props: ModerationListProps) {
  const { query, reviews, hasMore, reportedCount, hiddenCount, sections, answer } = props;
  const counts = { reported: reportedCount, all: undefined, hidden: hiddenCount };
  return (
    <>
      <div className="mt-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <nav aria-label={t('Which reviews')}>
          <ul className="flex flex-wrap gap-1">
            {MODERATION_VIEWS.map((view) => (
              <li key={view}>
                <Link
                  to={searchOf({ ...query, view, page: 1 })}
                  aria-current={view === query.view ? 'page' : undefined}
                  className="flex min-h-11 items-center gap-2 rounded-chip px-3 text-[15px] font-semibold text-ink-2 hover:text-ink aria-[current=page]:bg-soft aria-[current=page]:text-soft-ink"
                >
                  {t(VIEW_NAMES[view])}
                  {counts[view] !== undefined && (
                    <span className="tabular-nums opacity-80">{counts[view]}</span>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <Filter query={query} sections={sections} />
      </div>
      {reviews.length === 0 ? (
        <p className="mt-8 text-ink-2">{t(NOTHING[query.view])}</p>
      ) : (
        <ul className="list-card mt-5">
          {reviews.map((review) => (
            <ReviewRow
              // A changed review remounts the row, which closes its forms.
              key={`${review.id} ${review.hidden?.at} ${review.reply?.updatedAt}`}
              review={review}
              answer={
                answer?.typed.id === review.id && answer.field !== undefined ? answer : undefined
              }
            />
          ))}
        </ul>
      )}
      <PagesNav
        page={query.page}
        hasMore={hasMore}
        pathOf={(page) => searchOf({ ...query, page })}
        names={[t('Previous'), t('Next')]}
      />
    </>
  );
}

function searchOf({ view, section, stars, page }: ModerationQuery): string {
  const params = new URLSearchParams({ show: view });
  if (section !== undefined) params.set('section', section);
  if (stars !== undefined) params.set('stars', String(stars));
  if (page > 1) params.set('page', String(page));
  return `?${params}`;
}

function Filter({ query, sections }: Pick<ModerationListProps, 'query' | 'sections'>) {
  return (
    <Form
      method="get"
      // The filters apply to all views. A changed filter starts at the first page.
      key={`${query.section} ${query.stars}`}
      className="flex flex-wrap items-end gap-2.5 max-md:w-full"
    >
      <input type="hidden" name="show" value={query.view} />
      <div className="w-[220px] max-md:w-full">
        <SelectField
          label={t('Section')}
          isLabelHidden
          name="section"
          defaultValue={query.section ?? ''}
          options={[
            { value: '', name: t('All sections') },
            ...sections.map(({ id, title }) => ({ value: id, name: title })),
          ]}
        />
      </div>
      <div className="w-[140px] max-md:flex-1">
        <SelectField
          label={t('Stars')}
          isLabelHidden
          name="stars"
          defaultValue={query.stars?.toString() ?? ''}
          options={[
            { value: '', name: t('Any stars') },
            ...[1, 2, 3, 4, 5].map((count) => ({
              value: String(count),
              name: count === 1 ? t('1 star') : t('{count} stars', { count }),
            })),
          ]}
        />
      </div>
      <button type="submit" className="button button-line button-small">
        {t('Filter')}
      </button>
    </Form>
  );
}
