import { hostContext, requestContext } from '../../host.ts';
import { searchCatalogue } from '../search/search-cards.ts';
import { withCosts } from '../search/search-rows.ts';
import { readSearchText } from '../search/search-text.ts';
import { addressBlock } from '../../platform/rate-limit.ts';
import { answer, json } from '../../http/answer.server.ts';
import type { Route } from './+types/search.ts';

/** Typing triggers at most two searches per second. */
const LIMIT = { name: 'search', burst: 60, perMinute: 120 };

/** The server searches for shops whose index is too large for a browser. */
export function loader({ context, request }: Route.LoaderArgs) {
  return answer(async () => {
    const { catalogue, limits, ratings } = context.get(hostContext);
    await limits.take(LIMIT, addressBlock(context.get(requestContext).address));
    const query = readSearchText(new URL(request.url).searchParams.get('q'));
    const found = searchCatalogue(catalogue, query);
    const known = await ratings.read();
    return json(
      {
        ...found,
        results: withCosts(catalogue, found.results, known),
        suggestions: withCosts(catalogue, found.suggestions, known),
      },
      { 'Cache-Control': 'public, no-cache' },
    );
  });
}
