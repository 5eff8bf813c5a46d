import { data, Form, Link } from 'react-router';
import { findService } from '../../marketplace/catalogue.ts';
import { SECTIONS } from '../../marketplace/sections.ts';
import { hostContext } from '../../host.ts';
import { readText } from '../../platform/form.ts';
import { NEVER_FOR_RATINGS } from '../../reviews/moderation-reasons.ts';
import {
  MODERATION_VIEWS,
  type ModerationQuery,
  type ModerationView,
} from '../../reviews/moderation-query.ts';
import { readModeration } from '../../reviews/read-moderation.server.ts';
import { readPageNumber, readReviewQuery } from '../../reviews/review-query.ts';
import { Notice } from '../../ui/form/notice.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { requirePermissionPage } from '../resources/member.server.ts';
import type { Route } from './+types/team-reviews.ts';
import { ForbiddenPage } from './forbidden-page.tsx';
import { answerForm, PRIVATE_PAGE_HEADERS } from './form-answer.server.ts';
import { MemberPage } from './member-page.tsx';
import { runReviewAction } from './review-actions.server.ts';
import { ReviewRow } from './review-row.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Reviews' }];
export const headers = () => PRIVATE_PAGE_HEADERS;

export function ErrorBoundary() {
  return <ForbiddenPage title="For managers and admins only" />;
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const { member } = await requirePermissionPage(context, request, 'moderate-reviews');
  const query = readQuery(new URL(request.url).searchParams);
  const { reviews, ...page } = await readModeration(context.get(hostContext).db, query);
  return {
    member,
    query,
    ...page,
    reviews: reviews.map((review) => {
      const service = findService(review.section, review.slug);
      return {
        ...review,
        service: { title: service?.title ?? review.slug, path: service?.path ?? '/services' },
      };
    }),
  };
}

function readQuery(params: URLSearchParams): ModerationQuery {
  const view = params.get('show');
  const section = params.get('section');
  return {
    view: MODERATION_VIEWS.find((one) => one === view) ?? 'reported',
    section: SECTIONS.find(({ id }) => id === section)?.id,
    stars: readReviewQuery(params).stars,
    page: readPageNumber(params),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { member } = await requirePermissionPage(context, request, 'moderate-reviews');
  let form = new FormData();
  const { data: answer, init } = await answerForm(request, (sent) => {
    form = sent;
    return runReviewAction(context, member, form);
  });
  // What was typed comes back with a refusal, for browsers that load the page anew.
  const typed = (name: string) => readText(form, name);
  const draft = { reason: typed('reason'), note: typed('note'), reply: typed('reply') };
  return data({ ...answer, id: typed('id'), intent: typed('intent'), draft }, init ?? {});
}

const VIEW_NAMES: Readonly<Record<ModerationView, string>> = {
  reported: 'Reported',
  all: 'All',
  hidden: 'Hidden',
};

const NOTHING: Readonly<Record<ModerationView, string>> = {
  reported: 'No report waits for a decision.',
  all: 'There is no such review.',
  hidden: 'No such review is hidden.',
};

export default function TeamReviews({ loaderData, actionData }: Route.ComponentProps) {
  const { member, query, reviews, hasMore, reportedCount, hiddenCount } = loaderData;
  const counts = { reported: reportedCount, all: undefined, hidden: hiddenCount };
  const isRefusedAtField = actionData?.field !== undefined;
  return (
    <MemberPage
      member={member}
      title="Reviews"
      lead={
        <>
          A review is hidden only for a published reason, and each decision appears without names in
          the{' '}
          <Link to="/moderation-log" className="link">
            moderation log
          </Link>
          . {NEVER_FOR_RATINGS}
        </>
      }
    >
      {actionData && !isRefusedAtField && (
        <div className="mt-6">
          <Notice kind={actionData.isDone ? 'success' : 'error'}>{actionData.message}</Notice>
        </div>
      )}
      <div className="mt-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <nav aria-label="Which reviews">
          <ul className="flex flex-wrap gap-1">
            {MODERATION_VIEWS.map((view) => (
              <li key={view}>
                <Link
                  to={searchOf({ ...query, view, page: 1 })}
                  aria-current={view === query.view ? 'page' : undefined}
                  className="flex min-h-11 items-center gap-2 rounded-chip px-3 text-[15px] font-semibold text-ink-2 hover:text-ink aria-[current=page]:bg-soft aria-[current=page]:text-soft-ink"
                >
                  {VIEW_NAMES[view]}
                  {counts[view] !== undefined && (
                    <span className="tabular-nums opacity-80">{counts[view]}</span>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <Filter query={query} />
      </div>
      {reviews.length === 0 ? (
        <p className="mt-8 text-ink-2">{NOTHING[query.view]}</p>
      ) : (
        <ul className="list-card mt-5">
          {reviews.map((review) => (
            <ReviewRow
              // A changed review is shown anew, with its forms closed.
              key={`${review.id} ${review.hidden?.at} ${review.reply?.updatedAt}`}
              review={review}
              answer={actionData?.id === review.id && isRefusedAtField ? actionData : undefined}
            />
          ))}
        </ul>
      )}
      <nav aria-label="Pages" className="mt-8 flex gap-3">
        {query.page > 1 && (
          <Link
            to={searchOf({ ...query, page: query.page - 1 })}
            className="button button-line button-small"
          >
            Previous
          </Link>
        )}
        {hasMore && (
          <Link
            to={searchOf({ ...query, page: query.page + 1 })}
            className="button button-line button-small"
          >
            Next
          </Link>
        )}
      </nav>
    </MemberPage>
  );
}

function searchOf({ view, section, stars, page }: ModerationQuery): string {
  const params = new URLSearchParams({ show: view });
  if (section !== undefined) params.set('section', section);
  if (stars !== undefined) params.set('stars', String(stars));
  if (page > 1) params.set('page', String(page));
  return `?${params}`;
}

function Filter({ query }: { query: ModerationQuery }) {
  return (
    <Form
      method="get"
      // Another view keeps the choice; choosing anew begins from the first page.
      key={`${query.section} ${query.stars}`}
      className="flex flex-wrap items-end gap-2.5 max-md:w-full"
    >
      <input type="hidden" name="show" value={query.view} />
      <div className="w-[220px] max-md:w-full">
        <SelectField
          label="Section"
          isLabelHidden
          name="section"
          defaultValue={query.section ?? ''}
          options={[
            { value: '', name: 'All sections' },
            ...SECTIONS.map(({ id, title }) => ({ value: id, name: title })),
          ]}
        />
      </div>
      <div className="w-[140px] max-md:flex-1">
        <SelectField
          label="Stars"
          isLabelHidden
          name="stars"
          defaultValue={query.stars?.toString() ?? ''}
          options={[
            { value: '', name: 'Any stars' },
            ...[1, 2, 3, 4, 5].map((count) => ({
              value: String(count),
              name: count === 1 ? '1 star' : `${count} stars`,
            })),
          ]}
        />
      </div>
      <button type="submit" className="button button-line button-small min-h-[50px]">
        Filter
      </button>
    </Form>
  );
}
