import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '../../i18n/translate.ts';
import type { ColumnOf } from '../../platform/lists/list-state.ts';
import type { OpenList } from '../../platform/lists/list-views.ts';
import { Chip } from '../../ui/chip.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import type { FormAnswer } from '../../ui/form/form-answer.ts';
import { TeamList } from '../../ui/list/team-list.tsx';
import { Stars } from '../../ui/stars.tsx';
import { MODERATION_LIST } from '../moderation-list.ts';
import { MODERATION_REASONS, NOTE_MAX_LENGTH } from '../moderation-reasons.ts';
import type { readModeration } from '../server/read-moderation.server.ts';
import { ReviewDetails, type ReviewOnList } from './review-details.tsx';

type Page = Awaited<ReturnType<typeof readModeration>>;

interface ModerationListProps {
  readonly open: OpenList<typeof MODERATION_LIST>;
  readonly page: Omit<Page, 'rows'> & { readonly rows: readonly ReviewOnList[] };
  readonly sections: readonly { readonly id: string; readonly title: string }[];
  readonly answer: FormAnswer | undefined;
}

export function ModerationList({ open, page, sections, answer }: ModerationListProps) {
  const withCount = (name: string, count: number) => t('{name}: {count}', { name, count });
  const reasons = Object.entries(MODERATION_REASONS).map(([value, { name }]) => ({
    value,
    name: t(name),
  }));
  return (
    <TeamList
      list={MODERATION_LIST}
      open={open}
      page={page}
      answer={answer}
      nameOf={({ name }) => name}
      filters={[
        { kind: 'search', name: 'q', label: t('Search'), placeholder: t('Name or text') },
        {
          kind: 'choice',
          name: 'show',
          label: t('Show'),
          options: [
            { value: 'reported', name: withCount(t('Reported'), page.reportedCount) },
            { value: 'all', name: t('All reviews') },
            { value: 'hidden', name: withCount(t('Hidden'), page.hiddenCount) },
          ],
        },
        {
          kind: 'choice',
          name: 'section',
          label: t('Section'),
          options: [
            { value: '', name: t('All sections') },
            ...sections.map(({ id, title }) => ({ value: id, name: title })),
          ],
        },
        {
          kind: 'choice',
          name: 'stars',
          label: t('Stars'),
          options: [
            { value: '', name: t('All ratings') },
            ...[1, 2, 3, 4, 5].map((count) => ({
              value: String(count),
              name: t('{count, plural, one {# star} other {# stars}}', { count }),
            })),
          ],
        },
      ]}
      cells={CELLS}
      renderDetails={(review) => (
        <ReviewDetails
          // A changed review remounts its forms, which closes them.
          key={`${review.id} ${review.hidden?.at} ${review.reply?.updatedAt}`}
          review={review}
          answer={answer?.typed.id === review.id && answer.field !== undefined ? answer : undefined}
        />
      )}
      bulk={[
        { intent: 'show-reviews', label: t('Show again') },
        { intent: 'dismiss-reviews', label: t('Keep review, dismiss reports') },
        {
          intent: 'hide-reviews',
          label: t('Hide review'),
          choice: { name: 'reason', label: t('Published reason'), options: reasons },
          text: {
            name: 'note',
            label: t('Which part of the review is the reason'),
            maxLength: NOTE_MAX_LENGTH,
          },
        },
      ]}
      exports={[{ action: '/team/reviews/export', label: t('Export as CSV') }]}
      empty={{
        title: t('Nothing to moderate'),
        text: t('No open reports. Reported reviews appear here.'),
        step: (
          <Link to="/team/reviews?show=all" className="button button-primary">
            {t('All reviews')}
          </Link>
        ),
      }}
    />
  );
}

const CELLS: Readonly<
  Record<ColumnOf<typeof MODERATION_LIST>, (review: ReviewOnList) => ReactNode>
> = {
  name: ({ name, isVerified, hidden }) => (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <bdi className="font-[650] [overflow-wrap:anywhere]">{name}</bdi>
      {isVerified && <Chip tone="success">{t('Verified email')}</Chip>}
      {hidden && <Chip tone="amber">{t('Hidden')}</Chip>}
    </span>
  ),
  rating: ({ rating }) => (rating === null ? '–' : <Stars rating={rating} size={16} />),
  service: ({ service }) => (
    <Link dir="auto" to={service.path} className="link">
      {service.title}
    </Link>
  ),
  reports: ({ reportCount }) => reportCount,
  created: ({ createdAt }) => <DateTime at={createdAt} />,
};
