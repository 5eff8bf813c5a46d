import { hostContext } from '../../host.ts';
import type { Route } from './+types/search-index.ts';

/** What the search boxes search, fetched when one is first used, and the same until a publication. */
export function loader({ context }: Route.LoaderArgs) {
  const { searchIndex } = context.get(hostContext).catalogue;
  return Response.json(searchIndex, { headers: { 'Cache-Control': 'public, no-cache' } });
}
