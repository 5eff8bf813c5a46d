import { hostContext } from '../../host.ts';
import type { Route } from './+types/search-index.ts';

/** A browser searches so many at once; of more the index would weigh more than the pages. */
const MOST_ITEMS = 1000;

/** What the search boxes search, fetched when one is first used, and the same until a publication. */
export function loader({ context }: Route.LoaderArgs) {
  const { searchIndex } = context.get(hostContext).catalogue;
  const index = searchIndex.length <= MOST_ITEMS ? searchIndex : null;
  return Response.json(index, { headers: { 'Cache-Control': 'public, no-cache' } });
}
