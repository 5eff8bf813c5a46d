import { SEARCH_INDEX } from '../../marketplace/search-index.ts';

/** What the search boxes search, fetched when one is first used. */
export function loader() {
  return Response.json(SEARCH_INDEX, { headers: { 'Cache-Control': 'public, max-age=3600' } });
}
