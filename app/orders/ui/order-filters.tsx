import type { MemberName } from '../../accounts/protocol/member.ts';
import { Link } from 'react-router';
import type { LabelView } from '../../chat/protocol/labels.ts';
import { msg, t, type Sentence } from '../../i18n/translate.ts';
import { firstPage, pathOfList } from '../../platform/lists/list-state.ts';
import { ListFilters, type ListFilter } from '../../ui/list/list-filters.tsx';
import { formatShortDay } from '../protocol/offer.ts';
import {
  ORDER_LIST,
  ORDER_VIEWS,
  type OrderListState,
  type OrderListView,
  type OrderQuery,
} from '../protocol/order-query.ts';
import { getStateLabel, ORDER_STATES } from '../protocol/transitions.ts';

const VIEWS: Readonly<Record<OrderListView, Sentence>> = {
  list: msg('List'),
  board: msg('Board'),
  calendar: msg('Calendar'),
};

export interface OrderChoices {
  readonly people: readonly MemberName[];
  readonly labels: readonly LabelView[];
  readonly services: readonly { readonly id: string; readonly title: string }[];
}

interface OrderFiltersProps {
  readonly state: OrderListState;
  readonly choices: OrderChoices;
}

/** The filters of list, board and calendar. */
export function OrderFilters({ state, choices }: OrderFiltersProps) {
  const { filters } = state;
  const { view, show, who, day, span } = filters;
  const pathOf = (changed: Partial<OrderQuery>) =>
    pathOfList(ORDER_LIST, { ...state, ...firstPage, filters: { ...filters, ...changed } });
  const isBoard = view === 'board';
  // The board shows all states.
  const shown = isBoard && show !== 'late' && show !== 'risk' ? 'open' : show;
  const period = view === 'calendar' ? { day, span } : ({ day: '', span: 'month' } as const);
  return (
    <>
      <nav aria-label={t('Views')} className="mt-6 flex flex-wrap gap-2">
        {ORDER_VIEWS.map((one) => (
          <Link
            key={one}
            to={pathOf({ view: one })}
            aria-current={one === view ? 'page' : undefined}
            className={`button button-small ${one === view ? 'button-primary' : 'button-line'}`}
          >
            {t(VIEWS[one])}
          </Link>
        ))}
        <Link
          to={pathOf({ who: who === 'mine' ? '' : 'mine' })}
          aria-current={who === 'mine' ? 'true' : undefined}
          className={`button button-small ${who === 'mine' ? 'button-primary' : 'button-line'}`}
        >
          {t('Mine')}
        </Link>
        <Link
          to={pathOf({ who: who === 'unassigned' ? '' : 'unassigned' })}
          aria-current={who === 'unassigned' ? 'true' : undefined}
          className={`button button-small ${who === 'unassigned' ? 'button-primary' : 'button-line'}`}
        >
          {t('Unassigned')}
        </Link>
      </nav>
      <div className="mt-4">
        <ListFilters
          list={ORDER_LIST}
          state={{ ...state, filters: { ...filters, ...period, show: shown } }}
          filters={fieldsOf(filters, choices, isBoard)}
          hasSort={view === 'list'}
        />
      </div>
    </>
  );
}

function fieldsOf(
  { due }: OrderQuery,
  { people, labels, services }: OrderChoices,
  isBoard: boolean,
): ListFilter<typeof ORDER_LIST>[] {
  const every = (name: string) => ({ value: '', name });
  return [
    {
      kind: 'search',
      name: 'q',
      label: t('Search'),
      placeholder: t('Number, service, email or company'),
    },
    {
      kind: 'choice',
      name: 'show',
      label: t('Show'),
      options: isBoard ? boardChoices() : showChoices(),
    },
    {
      kind: 'choice',
      name: 'who',
      label: t('Person'),
      options: [
        every(t('Everybody')),
        { value: 'mine', name: t('Mine') },
        { value: 'unassigned', name: t('Unassigned') },
        ...people.map(({ id, name }) => ({ value: id, name })),
      ],
    },
    {
      kind: 'choice',
      name: 'service',
      label: t('Service'),
      options: [
        every(t('Every service')),
        ...services.map(({ id, title }) => ({ value: id, name: title })),
      ],
    },
    ...(labels.length === 0
      ? []
      : [
          {
            kind: 'choice' as const,
            name: 'label' as const,
            label: t('Label'),
            options: [every(t('Any')), ...labels.map(({ id, name }) => ({ value: id, name }))],
          },
        ]),
    ...(due === ''
      ? []
      : [
          {
            kind: 'choice' as const,
            name: 'due' as const,
            label: t('Due'),
            options: [every(t('Any day')), { value: due, name: formatShortDay(due) }],
          },
        ]),
  ];
}

/** The board has a column for each state. */
const boardChoices = () => [
  { value: 'open', name: t('All orders') },
  { value: 'late', name: t('Late') },
  { value: 'risk', name: t('At risk') },
];

const showChoices = () => [
  { value: 'open', name: t('Open orders') },
  { value: 'late', name: t('Late') },
  { value: 'risk', name: t('At risk') },
  { value: 'all', name: t('All orders') },
  ...ORDER_STATES.map((state) => ({ value: state, name: getStateLabel(state) })),
];
