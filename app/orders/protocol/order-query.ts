import { msg } from '../../i18n/translate.ts';
import {
  fieldsOfList,
  lineOf,
  oneOf,
  pathOfList,
  readListState,
  type ListShape,
  type ListState,
} from '../../platform/lists/list-state.ts';
import { ORDER_STATES, type OrderState } from './transitions.ts';

export type OrderFilter = 'open' | 'late' | 'risk' | 'all' | OrderState;

export const ORDER_VIEWS = ['list', 'board', 'calendar'] as const;

export type OrderListView = (typeof ORDER_VIEWS)[number];

const ID = /^[\w-]{1,64}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

const idIn = (text: string) => (ID.test(text) ? text : '');

function dayIn(text: string): string {
  const at = DAY.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  // '2026-02-30' is the day of another month, and the year 0 is none of PostgreSQL's.
  const isDay = !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
  return isDay && text >= '1970-01-01' && text <= '9000-12-31' ? text : '';
}

/** The orders of the team. List, board and calendar have the same filters. */
export const ORDER_LIST = {
  path: '/team/orders',
  columns: {
    number: { label: msg('Order'), sort: 'descending' },
    buyer: { label: msg('Buyer') },
    people: { label: msg('People') },
    labels: { label: msg('Labels') },
    due: { label: msg('Due'), sort: 'ascending' },
    amount: { label: msg('Amount'), sort: 'descending', isNumber: true },
    accepted: { label: msg('Accepted'), isOptional: true },
    tax: { label: msg('Tax'), isNumber: true, isOptional: true },
    country: { label: msg('Country'), isOptional: true },
    taxNumber: { label: msg('Tax number'), isOptional: true },
  },
  filters: {
    view: oneOf(ORDER_VIEWS),
    /** The board ignores it, because it has a column for each state. */
    show: oneOf<OrderFilter>(['open', 'late', 'risk', 'all', ...ORDER_STATES]),
    /** Matches a number, a title or an email address. */
    q: lineOf(120),
    /** '' for everybody, 'mine', 'unassigned', or the id of a member. */
    who: idIn,
    /** The id of a service, or ''. */
    service: idIn,
    /** The id of a label, or ''. */
    label: idIn,
    /** A day in the shop's time zone on which something of the team is due, or ''. */
    due: dayIn,
    /** The calendar: a day of the period that it shows, or '' for today. */
    day: dayIn,
    span: oneOf(['month', 'week']),
  },
  sort: '-number',
} as const satisfies ListShape;

export type OrderListState = ListState<typeof ORDER_LIST>;

/** The filters, which board and calendar have as well. */
export type OrderQuery = OrderListState['filters'];

const PLAIN = readListState(ORDER_LIST, new URLSearchParams());

/** Parses query parameters and ignores invalid values. */
export function readOrderQuery(params: URLSearchParams): OrderQuery {
  return readListState(ORDER_LIST, params).filters;
}

/** The parameters of the address, without default values. */
export function fieldsOfOrderQuery(filters: OrderQuery): Record<string, string> {
  return fieldsOfList(ORDER_LIST, { ...PLAIN, filters });
}

export function pathOfQuery(filters: OrderQuery): string {
  return pathOfList(ORDER_LIST, { ...PLAIN, filters });
}
