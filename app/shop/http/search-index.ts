import { hostContext } from '../../host.ts';
import { withCosts } from '../search/search-rows.ts';
import type { Route } from './+types/search-index.ts';

/** A larger index would exceed the size of the pages. */
const MOST_ITEMS = 1000;

/** The index is loaded when a search box is first used. It changes with publications and reviews. */
export async function loader({ context }: Route.LoaderArgs) {
  const { catalogue, ratings } = context.get(hostContext);
  const { searchIndex } = catalogue;
  const index =
    searchIndex.length <= MOST_ITEMS
      ? withCosts(catalogue, searchIndex, await ratings.read())
      : null;
  return Response.json(index, { headers: { 'Cache-Control': 'public, no-cache' } });
}
