import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatMoney } from '../../orders/protocol/money.ts';
import { t } from '../../i18n/translate.ts';
import type { ColumnOf } from '../../platform/lists/list-state.ts';
import type { OpenList } from '../../platform/lists/list-views.ts';
import { nameOfLanguage } from '../../platform/name-of-language.ts';
import { Chip, Tag } from '../../ui/chip.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { EmailAddress } from '../../ui/email-address.tsx';
import type { FormAnswer } from '../../ui/form/form-answer.ts';
import type { ListFilter } from '../../ui/list/list-filters.tsx';
import { TeamList } from '../../ui/list/team-list.tsx';
import { Stars } from '../../ui/stars.tsx';
import type { LabelView } from '../protocol/labels.ts';
import { BLOCK_NOTE_MAX_LENGTH } from '../protocol/rules.ts';
import { threadPath } from '../protocol/conversation-notice.ts';
import {
  pathOfVisitor,
  QUIET_DAYS,
  UNASSIGNED,
  VISITOR_LIST,
  type ListedVisitor,
  type VisitorListState,
} from '../protocol/visitor-list.ts';
import { BlockDetails } from './block-details.tsx';

interface Named {
  readonly id: string;
  readonly name: string;
}

export interface VisitorChoices {
  readonly agents: readonly Named[];
  readonly labels: readonly LabelView[];
  readonly topics: readonly Named[];
}

interface VisitorListProps {
  readonly open: OpenList<typeof VISITOR_LIST>;
  readonly page: {
    readonly rows: readonly ListedVisitor[];
    readonly count: number;
    readonly previous: string;
    readonly next: string;
  };
  readonly choices: VisitorChoices;
  readonly mayExport: boolean;
  readonly answer: FormAnswer | undefined;
}

export function VisitorList({ open, page, choices, mayExport, answer }: VisitorListProps) {
  const isOfBlocks = open.state.filters.show === 'blocked';
  return (
    <TeamList
      list={VISITOR_LIST}
      open={open}
      page={page}
      answer={answer}
      nameOf={nameOf}
      filters={filtersOf(choices)}
      cells={cellsIn(open.state)}
      renderDetails={isOfBlocks ? renderBlock : undefined}
      bulk={actionsOn(choices)}
      exports={mayExport ? [{ action: '/team/visitors/list', label: t('Export as CSV') }] : []}
      empty={{
        title: t('No visitors yet'),
        text: t('Everybody who writes to you or places an order appears here.'),
        step: (
          <Link to="/" className="button button-primary">
            {t('Open the shop')}
          </Link>
        ),
      }}
    />
  );
}

const renderBlock = ({ block }: ListedVisitor) => block && <BlockDetails block={block} />;

function nameOf({ name, email }: ListedVisitor): string {
  return name ?? email ?? t('An erased address');
}

function actionsOn({ labels }: VisitorChoices) {
  const options = labels.map(({ id, name }) => ({ value: id, name }));
  return [
    ...(labels.length === 0
      ? []
      : [
          {
            intent: 'add-label',
            label: t('Add label'),
            choice: { name: 'label', label: t('Label'), options },
          },
          // It takes the label that is chosen beside the button before.
          { intent: 'remove-label', label: t('Remove label') },
        ]),
    {
      intent: 'block-visitors',
      label: t('Block'),
      text: { name: 'note', label: t('Reason'), maxLength: BLOCK_NOTE_MAX_LENGTH },
    },
    { intent: 'unblock-visitors', label: t('Unblock') },
  ];
}

function filtersOf({ agents, labels, topics }: VisitorChoices): ListFilter<typeof VISITOR_LIST>[] {
  const toOption = ({ id, name }: Named) => ({ value: id, name });
  const withinDays = (value: string) => ({
    value,
    name: t('In the last {days, plural, one {# day} other {# days}}', { days: Number(value) }),
  });
  return [
    { kind: 'search', name: 'q', label: t('Search'), placeholder: t('Name, email or company') },
    {
      kind: 'choice',
      name: 'show',
      label: t('Show'),
      options: [
        { value: 'all', name: t('All visitors') },
        { value: 'open', name: t('With an open chat') },
        { value: 'ordered', name: t('With orders') },
        { value: 'unordered', name: t('Without orders') },
        { value: 'blocked', name: t('Blocked') },
      ],
    },
    {
      kind: 'choice',
      name: 'agent',
      label: t('Agent'),
      options: [
        { value: '', name: t('Everybody') },
        { value: UNASSIGNED, name: t('Unassigned') },
        ...agents.map(toOption),
      ],
    },
    {
      kind: 'choice',
      name: 'topic',
      label: t('Topic'),
      options: [{ value: '', name: t('Every topic') }, ...topics.map(toOption)],
    },
    ...(labels.length === 0
      ? []
      : [
          {
            kind: 'choice' as const,
            name: 'label' as const,
            label: t('Label'),
            options: [{ value: '', name: t('Any') }, ...labels.map(toOption)],
          },
        ]),
    {
      kind: 'choice',
      name: 'active',
      label: t('Last activity'),
      options: [
        { value: '', name: t('Any') },
        ...['7', '30', '90', '365'].map(withinDays),
        {
          value: 'quiet',
          name: t('Not in the last {days, plural, one {# day} other {# days}}', {
            days: QUIET_DAYS,
          }),
        },
      ],
    },
  ];
}

type Cells = Readonly<Record<ColumnOf<typeof VISITOR_LIST>, (visitor: ListedVisitor) => ReactNode>>;

function cellsIn(state: VisitorListState): Cells {
  return {
    visitor: (visitor) => <VisitorName visitor={visitor} state={state} />,
    company: ({ companies }) => (companies.length === 0 ? '–' : <bdi>{companies.join(', ')}</bdi>),
    agent: ({ agent }) => (agent === null ? '–' : <bdi>{agent}</bdi>),
    labels: ({ labels }) => (
      <span className="inline-flex flex-wrap gap-1.5">
        {labels.map(({ id, name, colour }) => (
          <Tag key={id} tone={colour} isShort>
            {name}
          </Tag>
        ))}
      </span>
    ),
    conversations: ({ id, isVisitor, conversationCount }) =>
      isVisitor && conversationCount > 0 ? (
        <Link
          to={threadPath(id)}
          className="link"
          aria-label={t(
            '{count, plural, one {# conversation} other {# conversations}}: open chat',
            {
              count: conversationCount,
            },
          )}
        >
          {conversationCount}
        </Link>
      ) : (
        conversationCount
      ),
    orders: ({ orderCount }) => orderCount,
    paid: ({ paid }) =>
      paid.length === 0
        ? '–'
        : paid.map(({ amount, currency }) => (
            <span key={currency} className="block whitespace-nowrap">
              {formatMoney(amount, currency)}
            </span>
          )),
    updated: ({ updatedAt }) => <DateTime at={updatedAt} />,
    created: ({ createdAt }) => <DateTime at={createdAt} />,
    rating: ({ rating }) =>
      rating ? (
        <span className="inline-flex flex-wrap items-center gap-x-2">
          <Stars rating={Math.round(rating.average * 10) / 10} size={16} />
          <span className="text-[14px] text-ink-2">
            {t('{count, plural, one {# rating} other {# ratings}}', { count: rating.count })}
          </span>
        </span>
      ) : (
        '–'
      ),
    language: ({ language }) => (language === null ? '–' : nameOfLanguage(language)),
  };
}

interface VisitorNameProps {
  readonly visitor: ListedVisitor;
  readonly state: VisitorListState;
}

function VisitorName({ visitor, state }: VisitorNameProps) {
  const { id, isVisitor, name, email, block, state: status } = visitor;
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {isVisitor ? (
          <Link to={pathOfVisitor(state, id)} className="link font-[650] [overflow-wrap:anywhere]">
            <bdi>{nameOf(visitor)}</bdi>
          </Link>
        ) : (
          <bdi className="font-[650] [overflow-wrap:anywhere]">{nameOf(visitor)}</bdi>
        )}
        {status !== null && status !== 'resolved' && (
          <Chip tone="success">{t('Chat is open')}</Chip>
        )}
        {block && <Chip tone="amber">{t('Blocked')}</Chip>}
      </span>
      {name !== null && email !== null && (
        <span className="mt-0.5 block text-[14px] text-ink-2">
          <EmailAddress email={email} />
        </span>
      )}
    </>
  );
}
