import { toLine } from '../../platform/shown-text.ts';
import { ORDER_STATES, type OrderState } from './transitions.ts';

export type OrderFilter = 'open' | 'late' | 'all' | OrderState;

export interface OrderQuery {
  readonly show: OrderFilter;
  /** Matches a number, a title or an email address. */
  readonly search: string;
  /** Counts from 1. */
  readonly page: number;
}

const SEARCH_MAX_LENGTH = 120;
const LAST_PAGE = 10_000;

/** Parses query parameters and ignores invalid values. */
export function readOrderQuery(params: URLSearchParams): OrderQuery {
  const show = params.get('show');
  const filters = ['open', 'late', 'all', ...ORDER_STATES] as const;
  const page = Number(params.get('page') ?? 1);
  return {
    show: filters.find((one) => one === show) ?? 'open',
    search: toLine(params.get('q') ?? '', SEARCH_MAX_LENGTH),
    page: Number.isInteger(page) && page >= 1 && page <= LAST_PAGE ? page : 1,
  };
}

export function pathOfQuery({ show, search, page }: OrderQuery): string {
  const params = new URLSearchParams();
  if (show !== 'open') params.set('show', show);
  if (search) params.set('q', search);
  if (page > 1) params.set('page', String(page));
  const query = params.toString();
  return `/team/orders${query && `?${query}`}`;
}
