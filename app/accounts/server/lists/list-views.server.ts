import { and, asc, eq, ilike, ne } from 'drizzle-orm';
import { t } from '../../../i18n/translate.ts';
import { change, type ChangeContext } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { partPattern } from '../../../platform/lists/read-list.server.ts';
import {
  defaultColumns,
  fieldsOfList,
  firstPage,
  readColumns,
  readListState,
  type ColumnOf,
  type ListShape,
} from '../../../platform/lists/list-state.ts';
import {
  LIST_QUERY_MAX_LENGTH,
  VIEW_NAME_MAX_LENGTH,
  VIEWS_AT_MOST,
  type OpenList,
} from '../../../platform/lists/list-views.ts';
import { toLine } from '../../../platform/shown-text.ts';
import type { Member } from '../../protocol/member.ts';
import { listColumns, listViews, profiles } from '../tables.server.ts';

type Owner = Pick<Member, 'id'>;

/** Returns the member's views, and the columns that were chosen last. */
export async function readOwnList<List extends ListShape>(
  db: Database,
  { id }: Owner,
  list: List,
): Promise<
  Pick<OpenList<List>, 'views'> & { readonly chosen: OpenList<List>['columns'] | undefined }
> {
  const { name, query, isDefault } = listViews;
  const [views, rows] = await Promise.all([
    db
      .select({ id: listViews.id, name, query, isDefault })
      .from(listViews)
      .where(and(eq(listViews.memberId, id), eq(listViews.list, list.path)))
      .orderBy(asc(name)),
    db
      .select({ columns: listColumns.columns })
      .from(listColumns)
      .where(and(eq(listColumns.memberId, id), eq(listColumns.list, list.path))),
  ]);
  return { views, chosen: readColumns(list, rows[0]?.columns ?? '') };
}

/** Saves the columns for the next visit. */
export async function chooseColumns<List extends ListShape>(
  appContext: ChangeContext,
  { id: memberId }: Owner,
  list: List,
  columns: readonly ColumnOf<List>[],
): Promise<void> {
  const set = { columns: columns.join('.') };
  await change(appContext, undefined, (tx) =>
    tx
      .insert(listColumns)
      .values({ memberId, list: list.path, ...set })
      .onConflictDoUpdate({ target: [listColumns.memberId, listColumns.list], set }),
  );
}

interface TypedView {
  readonly name: string;
  /** The parameters of an address of the list, with the columns. */
  readonly query: string;
  readonly isDefault: boolean;
}

/** Saves a view; one of the same name is replaced. Throws {@link RefusedError} 400, and 409 for too many views. */
export async function saveView(
  appContext: ChangeContext,
  { id: memberId }: Owner,
  list: ListShape,
  typed: TypedView,
): Promise<void> {
  const name = toLine(typed.name, VIEW_NAME_MAX_LENGTH);
  if (name === '') throw new RefusedError(400, t('Enter a name for the view.'), 'name');
  const state = readListState(list, new URLSearchParams(typed.query));
  const query = new URLSearchParams(
    fieldsOfList(list, { ...state, ...firstPage, columns: state.columns ?? defaultColumns(list) }),
  ).toString();
  if (query.length > LIST_QUERY_MAX_LENGTH) {
    throw new RefusedError(400, t('The filters are too long for a view. Shorten the search.'));
  }
  const { isDefault } = typed;
  await change(appContext, undefined, async (tx) => {
    await lockViews(tx, memberId);
    if (isDefault) await clearDefault(tx, memberId, list);
    const others = and(eq(listViews.memberId, memberId), eq(listViews.list, list.path));
    if ((await tx.$count(listViews, and(others, ne(listViews.name, name)))) >= VIEWS_AT_MOST) {
      throw new RefusedError(
        409,
        t('A list has at most {count} views. Delete one first.', { count: VIEWS_AT_MOST }),
        'name',
      );
    }
    const createdAt = appContext.clock.now();
    await tx
      .insert(listViews)
      .values({ memberId, list: list.path, name, query, isDefault, createdAt })
      .onConflictDoUpdate({
        target: [listViews.memberId, listViews.list, listViews.name],
        set: { query, isDefault },
      });
  });
}

/** Throws {@link RefusedError} 404 for a view of another member or of another list. */
export async function deleteView(
  appContext: ChangeContext,
  { id: memberId }: Owner,
  list: ListShape,
  viewId: string,
): Promise<void> {
  await change(appContext, undefined, async (tx) => {
    const gone = await tx
      .delete(listViews)
      .where(isOwn(memberId, list, viewId))
      .returning({ id: listViews.id });
    requireView(gone[0]);
  });
}

/** Makes the view the one that the bare address opens, or no longer. Throws {@link RefusedError} 404. */
export async function setDefaultView(
  appContext: ChangeContext,
  { id: memberId }: Owner,
  list: ListShape,
  viewId: string,
  isDefault: boolean,
): Promise<void> {
  await change(appContext, undefined, async (tx) => {
    await lockViews(tx, memberId);
    if (isDefault) await clearDefault(tx, memberId, list);
    const found = await tx
      .update(listViews)
      .set({ isDefault })
      .where(isOwn(memberId, list, viewId))
      .returning({ id: listViews.id });
    requireView(found[0]);
  });
}

/** Deletes views that search for an email address, when it is erased. */
export async function deleteViewsAbout(tx: Database, email: string): Promise<void> {
  const part = new URLSearchParams({ q: email }).toString().slice('q='.length);
  await tx.delete(listViews).where(ilike(listViews.query, partPattern(part)));
}

const isOwn = (memberId: string, list: ListShape, viewId: string) =>
  and(eq(listViews.id, viewId), eq(listViews.memberId, memberId), eq(listViews.list, list.path));

function requireView(found: object | undefined): void {
  if (!found) throw new RefusedError(404, t('This view no longer exists.'));
}

/** Two windows of a member save one after the other, because views are counted and one is the default. */
async function lockViews(tx: Database, memberId: string): Promise<void> {
  await tx
    .select({ id: profiles.id })
    .from(profiles)
    .where(eq(profiles.id, memberId))
    .for('no key update');
}

async function clearDefault(tx: Database, memberId: string, list: ListShape): Promise<void> {
  await tx
    .update(listViews)
    .set({ isDefault: false })
    .where(and(eq(listViews.memberId, memberId), eq(listViews.list, list.path)));
}
