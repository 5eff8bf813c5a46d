export const TABLE_STATES = [
  { id: 'all', name: 'All' },
  { id: 'published', name: 'Published' },
  { id: 'draft', name: 'Draft' },
  { id: 'hidden', name: 'Hidden' },
  { id: 'popular', name: 'Popular' },
] as const;

export type TableState = (typeof TABLE_STATES)[number]['id'];

export interface TableQuery {
  readonly text: string;
  readonly section: string;
  readonly group: string;
  readonly state: TableState;
  readonly page: number;
}

const TEXT_MAX_LENGTH = 100;
const MAX_PAGE = 10_000;

/** Parses the URL parameters. Malformed or unknown values count as absent. */
export function readTableQuery(params: URLSearchParams): TableQuery {
  const state = params.get('state');
  const page = params.get('page') ?? '';
  return {
    text: (params.get('q') ?? '').trim().slice(0, TEXT_MAX_LENGTH).toWellFormed(),
    section: nameIn(params, 'section'),
    group: nameIn(params, 'group'),
    state: TABLE_STATES.find(({ id }) => id === state)?.id ?? 'all',
    page: /^\d{1,5}$/.test(page) ? Math.min(Math.max(Number(page), 1), MAX_PAGE) : 1,
  };
}

function nameIn(params: URLSearchParams, name: string): string {
  const text = params.get(name) ?? '';
  return /^[a-z][a-z0-9-]{0,39}$/.test(text) ? text : '';
}

export function writeTableQuery({ text, section, group, state, page }: TableQuery): string {
  const params = new URLSearchParams();
  if (text !== '') params.set('q', text);
  if (section !== '') params.set('section', section);
  if (group !== '') params.set('group', group);
  if (state !== 'all') params.set('state', state);
  if (page > 1) params.set('page', String(page));
  return params.size === 0 ? '?' : `?${params}`;
}
