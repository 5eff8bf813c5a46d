import * as v from 'valibot';
import { readInboxQuery } from '../inbox/inbox-query.ts';
import { pageOf } from '../inbox/inbox-views.ts';
import { scopesOf } from '../server/access.server.ts';
import { parseSearch } from '../protocol/search-query.ts';
import { ENTRIES_PER_PAGE, readInbox } from '../server/read/read-inbox.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { field, instant, text, uuid } from '../../platform/fields.ts';
import { readQuery } from '../../platform/read-form.ts';
import { readPlace } from '../../http/read-request.server.ts';
import { team } from '../../http/calls.server.ts';

const SEARCH_MAX_LENGTH = 300;

const inboxQuery = v.object({
  scope: v.optional(text(32), 'mine'),
  search: field(SEARCH_MAX_LENGTH, 'Please search for less.'),
  at: field(40),
  visitorId: field(36),
  isWaiting: field(4),
});
const PLACE = v.object({ at: instant, visitorId: uuid });

/**
 * `?scope=&view=&order=` work as on the dashboard. `?search=` is part of an email address or a name, with filters,
 * and applies to every view. `?at=&visitorId=&isWaiting=` is the cursor: the last row of the previous page.
 */
export const loader = team.read(async ({ host, who, request }) => {
  const { at, visitorId, isWaiting, ...query } = readQuery(request, inboxQuery);
  const scopes = scopesOf(who);
  if (!scopes.some((known) => known === query.scope)) {
    throw new RefusedError(404, 'There is no such list.');
  }
  const list = readInboxQuery(new URL(request.url).searchParams, scopes);
  const search = query.search.trim().slice(0, SEARCH_MAX_LENGTH);
  const place = readPlace(PLACE, { at, visitorId }, 'entry');
  const after = place && { ...place, isWaiting: isWaiting === 'true' };
  const { text, filters } = parseSearch(search);
  const found = { search: text, filters, timeZone: host.settings.supportTimezone };
  const entries = await readInbox(host.db, {
    agentId: who.id,
    ...(search ? { scope: list.scope, ...found } : list),
    ...(after ? { after } : {}),
  });
  return pageOf(search ? { ...list, order: 'newest' } : list, entries, ENTRIES_PER_PAGE);
});
