import { hostContext } from '../../host.ts';
import { withCosts } from '../../marketplace/search-rows.ts';
import type { Route } from './+types/search-index.ts';

/** A browser searches so many at once; of more the index would weigh more than the pages. */
const MOST_ITEMS = 1000;

/** What the search boxes search, fetched when one is first used, and the same until a publication or a review. */
export async function loader({ context }: Route.LoaderArgs) {
  const { catalogue, ratings } = context.get(hostContext);
  const { searchIndex } = catalogue;
  const index =
    searchIndex.length <= MOST_ITEMS
      ? withCosts(catalogue, searchIndex, await ratings.read())
      : null;
  return Response.json(index, { headers: { 'Cache-Control': 'public, no-cache' } });
}
