import { msg, msgIn } from '../../i18n/translate.ts';
import { toLine } from '../../platform/shown-text.ts';
import { SUBSCRIPTION_STATES, type SubscriptionState } from './subscription-transitions.ts';

/** The columns by which the list can be sorted. */
export const SUBSCRIPTION_SORTS = {
  number: msg('Subscription'),
  until: msg('Paid until'),
  amount: msgIn('subscription', 'Price'),
} as const;

export type SubscriptionSort = keyof typeof SUBSCRIPTION_SORTS;

const SORT_NAMES = Object.keys(SUBSCRIPTION_SORTS) as SubscriptionSort[];

/** The state of the list, which is in its address. */
export interface SubscriptionQuery {
  /** '' shows all. */
  readonly state: SubscriptionState | '';
  /** A number, or a part of the service's title or the buyer's address. */
  readonly search: string;
  readonly sort: SubscriptionSort;
  readonly isDescending: boolean;
  /** The sorted value and the number of the last subscription of the page before. '' for the first page. */
  readonly after: string;
}

const SEARCH_MAX_LENGTH = 80;
const CURSORS: Readonly<Record<SubscriptionSort, RegExp>> = {
  number: /^\d{1,9}_\d{1,9}$/,
  until: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_\d{1,9}$/,
  amount: /^\d{1,15}_\d{1,9}$/,
};

/** The newest subscriptions are first by default. */
export const NEWEST_SUBSCRIPTIONS: SubscriptionQuery = {
  state: '',
  search: '',
  sort: 'number',
  isDescending: true,
  after: '',
};

/** Ignores invalid values, for example the cursor of a list with another order. */
export function readSubscriptionQuery(params: URLSearchParams): SubscriptionQuery {
  const sort = SORT_NAMES.find((name) => name === params.get('sort')) ?? 'number';
  const order = params.get('order') ?? '';
  const after = params.get('after') ?? '';
  return {
    state: SUBSCRIPTION_STATES.find((state) => state === params.get('state')) ?? '',
    search: toLine(params.get('q') ?? '', SEARCH_MAX_LENGTH),
    sort,
    isDescending: order === '' ? startsDescending(sort) : order === 'down',
    after: isCursor(sort, after) ? after : '',
  };
}

function isCursor(sort: SubscriptionSort, after: string): boolean {
  if (!CURSORS[sort].test(after)) return false;
  return sort !== 'until' || !Number.isNaN(Date.parse(after.slice(0, after.indexOf('_'))));
}

/** The first click on the header of a column. */
export function startsDescending(sort: SubscriptionSort): boolean {
  return sort !== 'until';
}

export function fieldsOfSubscriptions(query: SubscriptionQuery): Record<string, string> {
  const { state, search, sort, isDescending, after } = query;
  return {
    ...(state !== '' && { state }),
    ...(search !== '' && { q: search }),
    ...(sort !== 'number' && { sort }),
    ...(isDescending !== startsDescending(sort) && { order: isDescending ? 'down' : 'up' }),
    ...(after !== '' && { after }),
  };
}

export function pathOfSubscriptions(query: SubscriptionQuery): string {
  const params = new URLSearchParams(fieldsOfSubscriptions(query)).toString();
  return `/team/subscriptions${params && `?${params}`}`;
}
