import { isUuid } from '../../platform/fields.ts';
import { toLine } from '../../platform/shown-text.ts';
import { ORDER_STATES, readNumber, type OrderState } from './transitions.ts';

export type OrderFilter = 'open' | 'late' | 'risk' | 'all' | OrderState;

export const ORDER_VIEWS = ['list', 'board', 'calendar'] as const;

export type OrderListView = (typeof ORDER_VIEWS)[number];

/** The address of the orders: all three views have the same filters. */
export interface OrderQuery {
  readonly view: OrderListView;
  /** The board ignores it, because it has a column for each state. */
  readonly show: OrderFilter;
  /** Matches a number, a title or an email address. */
  readonly search: string;
  /** '' for everybody, 'mine', 'unassigned', or the id of a member. */
  readonly who: string;
  /** The id of a service, or ''. */
  readonly service: string;
  /** The id of a label, or ''. */
  readonly label: string;
  /** A day in the shop's time zone on which something of the team is due, or ''. */
  readonly due: string;
  /** The number of the last order on the page before, or 0. */
  readonly after: number;
  /** The calendar: a day of the period that it shows, or '' for today. */
  readonly day: string;
  readonly span: 'month' | 'week';
}

const SEARCH_MAX_LENGTH = 120;
const MEMBER_ID = /^[\w-]{1,64}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

const FILTERS = ['open', 'late', 'risk', 'all', ...ORDER_STATES] as const;

/** Parses query parameters and ignores invalid values. */
export function readOrderQuery(params: URLSearchParams): OrderQuery {
  const text = (name: string) => params.get(name) ?? '';
  const id = (name: string) => (isUuid(text(name)) ? text(name) : '');
  return {
    view: ORDER_VIEWS.find((view) => view === text('view')) ?? 'list',
    show: FILTERS.find((one) => one === text('show')) ?? 'open',
    search: toLine(text('q'), SEARCH_MAX_LENGTH),
    who: MEMBER_ID.test(text('who')) ? text('who') : '',
    service: id('service'),
    label: id('label'),
    due: dayIn(text('due')),
    after: readNumber(text('after')) ?? 0,
    day: dayIn(text('day')),
    span: text('span') === 'week' ? 'week' : 'month',
  };
}

function dayIn(text: string): string {
  const at = DAY.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  // '2026-02-30' is the day of another month, and the year 0 is none of PostgreSQL's.
  const isDay = !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
  return isDay && text >= '1970-01-01' && text <= '9000-12-31' ? text : '';
}

/** The parameters of the address, without default values. */
export function fieldsOfOrderQuery(query: OrderQuery): Record<string, string> {
  const { view, show, search, who, service, label, due, after, day, span } = query;
  return Object.fromEntries(
    Object.entries({
      view: view === 'list' ? '' : view,
      show: show === 'open' ? '' : show,
      q: search,
      who,
      service,
      label,
      due,
      after: after === 0 ? '' : `E-${after}`,
      day,
      span: span === 'month' ? '' : span,
    }).filter(([, value]) => value !== ''),
  );
}

export function pathOfQuery(query: OrderQuery): string {
  const text = new URLSearchParams(fieldsOfOrderQuery(query)).toString();
  return `/team/orders${text && `?${text}`}`;
}

export function isFiltered({ show, search, who, service, label, due }: OrderQuery): boolean {
  return show !== 'open' || [search, who, service, label, due].some((value) => value !== '');
}
