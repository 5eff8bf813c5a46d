import type { Sentence } from '../../i18n/translate.ts';
import { isDay } from '../day.ts';
import { toLine } from '../shown-text.ts';

export interface ColumnShape {
  readonly label: Sentence;
  /** The direction of the first press on the header. A column without it does not sort its list. */
  readonly sort?: 'ascending' | 'descending';
  readonly isNumber?: true;
  /** The column is shown only to members who choose it. */
  readonly isOptional?: true;
}

/** A list of the team's pages. Its state is in the address; browser and server share this description. */
export interface ListShape {
  readonly path: string;
  /** The first column names the row and is always shown. */
  readonly columns: Readonly<Record<string, ColumnShape>>;
  /** Each function returns the valid value of a parameter, or its default. */
  readonly filters: Readonly<Record<string, (typed: string) => string>>;
  /** The default order: the name of a column, with a hyphen in front if it is descending. */
  readonly sort: string;
  /** True for a search that must not be in the address, for example an email address. The form sends it by POST. */
  readonly isPrivate?: (search: string) => boolean;
}

export type ColumnOf<List extends ListShape> = keyof List['columns'] & string;

/** The columns by which the list can be sorted. */
export type SortOf<List extends ListShape> = {
  [Name in ColumnOf<List>]: List['columns'][Name] extends { readonly sort: string } ? Name : never;
}[ColumnOf<List>];

type FiltersOf<List extends ListShape> = {
  readonly [Name in keyof List['filters']]: ReturnType<List['filters'][Name]>;
};

/** The order and the position in it. At most one of `after` and `before` is not ''. */
export interface ListOrder<Sort extends string = string> {
  readonly sort: Sort;
  readonly isDescending: boolean;
  /** The cursor of the row that ends the page before, or ''. */
  readonly after: string;
  /** The cursor of the row that begins the page behind, or ''. */
  readonly before: string;
}

export interface ListState<List extends ListShape = ListShape> extends ListOrder<SortOf<List>> {
  readonly filters: FiltersOf<List>;
  /** Undefined means the member's own choice. */
  readonly columns: readonly ColumnOf<List>[] | undefined;
}

/** Lists count their rows up to here: counting all rows of a large table takes longer than reading a page. */
export const COUNTED_TO = 1000;

/** The intent of the form of a list with private searches. */
export const FILTER_INTENT = 'filter';

const CURSOR = /^[\w-]{1,400}$/;

/** The values of a filter: the first one is the default. */
export function oneOf<const Value extends string>(
  values: readonly [Value, ...Value[]],
): (typed: string) => Value {
  return (typed) => values.find((value) => value === typed) ?? values[0];
}

export const lineOf = (maxLength: number) => (typed: string) => toLine(typed, maxLength);

export const dayFilter = (typed: string) => (isDay(typed) ? typed : '');

/** Ignores invalid values. */
export function readListState<List extends ListShape>(
  list: List,
  params: URLSearchParams,
): ListState<List> {
  const { sort, isDescending } = readSort(list, params.get('sort') ?? '');
  const cursor = (name: string) => {
    const text = params.get(name) ?? '';
    return CURSOR.test(text) ? text : '';
  };
  const after = cursor('after');
  const filters = Object.fromEntries(
    Object.entries(list.filters).map(([name, read]) => [name, read(params.get(name) ?? '')]),
  );
  return {
    filters: filters as FiltersOf<List>,
    sort,
    isDescending,
    columns: readColumns(list, params.get('columns') ?? ''),
    after,
    before: after === '' ? cursor('before') : '',
  };
}

function readSort<List extends ListShape>(list: List, typed: string) {
  const isDescending = typed.startsWith('-');
  const name = typed.slice(isDescending ? 1 : 0);
  const column = Object.hasOwn(list.columns, name) ? list.columns[name] : undefined;
  if (column?.sort !== undefined) return { sort: name as SortOf<List>, isDescending };
  const isDefaultDescending = list.sort.startsWith('-');
  const sort = list.sort.slice(isDefaultDescending ? 1 : 0) as SortOf<List>;
  return { sort, isDescending: isDefaultDescending };
}

/** Returns known columns in the order of the list, or undefined if the text names none. */
export function readColumns<List extends ListShape>(
  list: List,
  text: string,
): readonly ColumnOf<List>[] | undefined {
  const wanted = text.split('.');
  const [first, ...others] = Object.keys(list.columns) as ColumnOf<List>[];
  if (!first || !wanted.some((name) => Object.hasOwn(list.columns, name))) return undefined;
  return [first, ...others.filter((name) => wanted.includes(name))];
}

export function defaultColumns<List extends ListShape>(list: List): readonly ColumnOf<List>[] {
  const all = Object.entries(list.columns) as [ColumnOf<List>, ColumnShape][];
  return all.filter(([, { isOptional }]) => isOptional !== true).map(([name]) => name);
}

export const writeSort = ({ sort, isDescending }: Pick<ListOrder, 'sort' | 'isDescending'>) =>
  `${isDescending ? '-' : ''}${sort}`;

/** The parameters of the address, without default values. */
export function fieldsOfList<List extends ListShape>(
  list: List,
  state: ListState<List>,
): Record<string, string> {
  const { filters, columns, after, before } = state;
  const sort = writeSort(state);
  const fields = Object.entries<string>({
    ...filters,
    sort: sort === list.sort ? '' : sort,
    columns: columns?.join('.') ?? '',
    after,
    before,
  });
  return Object.fromEntries(
    fields.filter(([name, value]) => value !== '' && value !== list.filters[name]?.('')),
  );
}

export function pathOfList<List extends ListShape>(list: List, state: ListState<List>): string {
  const fields = fieldsOfList(list, state);
  // The bare address opens the member's default view.
  const shown = Object.keys(fields).length === 0 ? { sort: writeSort(state) } : fields;
  return `${list.path}?${new URLSearchParams(shown)}`;
}

/** The state without filters. */
export function clearFilters<List extends ListShape>(
  list: List,
  state: ListState<List>,
): ListState<List> {
  return { ...readListState(list, new URLSearchParams()), columns: state.columns };
}

export function isFiltered<List extends ListShape>(list: List, state: ListState<List>): boolean {
  return Object.entries<string>(state.filters).some(
    ([name, value]) => value !== list.filters[name]?.(''),
  );
}

/** Begins at the first page. */
export const firstPage = { after: '', before: '' } as const;

/** The name of the file with the rows of a list. */
export const fileOfList = ({ path }: ListShape) => `${path.slice(path.lastIndexOf('/') + 1)}.csv`;
