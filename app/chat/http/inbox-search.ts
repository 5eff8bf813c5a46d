import * as v from 'valibot';
import { HITS_PER_PAGE, searchMessages } from '../server/read/search-messages.server.ts';
import { parseSearch } from '../protocol/search-query.ts';
import { field, instant, uuid } from '../../platform/fields.ts';
import { readQuery } from '../../platform/read-form.ts';
import { readPlace } from '../../http/read-request.server.ts';
import { team } from '../../http/calls.server.ts';

const SEARCH_MAX_LENGTH = 300;

const searchQuery = v.object({
  text: field(SEARCH_MAX_LENGTH, 'Please search for less.'),
  createdAt: field(40),
  messageId: field(36),
});
const PLACE = v.object({ createdAt: instant, messageId: uuid });
const SEARCH_LIMIT = { name: 'message-search', burst: 60, perMinute: 120 };

/** `?text=` is the search. `?createdAt=&messageId=` is the cursor: the last hit of the previous page. */
export const loader = team.read(async ({ host, who, request }) => {
  const { text: asked, ...place } = readQuery(request, searchQuery);
  const query = parseSearch(asked.trim().slice(0, SEARCH_MAX_LENGTH));
  const timeZone = host.settings.supportTimezone;
  const after = readPlace(PLACE, place, 'message');
  const hits = await searchMessages(host.db, who, {
    ...query,
    timeZone,
    ...(after ? { after } : {}),
  });
  return { hits, hasMore: hits.length === HITS_PER_PAGE };
}, SEARCH_LIMIT);
