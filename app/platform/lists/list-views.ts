import type { ColumnOf, ListShape, ListState } from './list-state.ts';

export const VIEWS_AT_MOST = 30;
export const VIEW_NAME_MAX_LENGTH = 60;
export const LIST_QUERY_MAX_LENGTH = 1000;
/** The most rows that one action changes. */
export const BULK_AT_MOST = 200;

export interface ListView {
  readonly id: string;
  readonly name: string;
  readonly query: string;
  readonly isDefault: boolean;
}

/** The state of a list's address, and the columns and views of the member. */
export interface OpenList<List extends ListShape> {
  readonly state: ListState<List>;
  readonly columns: readonly ColumnOf<List>[];
  readonly views: readonly ListView[];
}
