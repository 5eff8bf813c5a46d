import { redirect } from 'react-router';
import { readOwnList } from '../../accounts/server/lists/list-views.server.ts';
import type { Member } from '../../accounts/protocol/member.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { defaultColumns, readListState, type ListShape } from '../../platform/lists/list-state.ts';
import type { OpenList } from '../../platform/lists/list-views.ts';

/** Reads the state of the address. The bare address redirects to the member's default view. */
export async function openList<List extends ListShape>(
  db: Database,
  member: Member,
  list: List,
  request: Pick<Request, 'url'>,
): Promise<OpenList<List>> {
  const { search, searchParams } = new URL(request.url);
  const { views, chosen } = await readOwnList(db, member, list);
  const first = views.find(({ isDefault }) => isDefault);
  if (search === '' && first) throw redirect(`${list.path}?${first.query}`);
  const state = readListState(list, searchParams);
  return { state, columns: state.columns ?? chosen ?? defaultColumns(list), views };
}
