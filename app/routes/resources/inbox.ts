import * as v from 'valibot';
import { pageOf } from '../../chat-client/desk/inbox-views.ts';
import { viewsOf } from '../../conversation/access.server.ts';
import { ENTRIES_PER_PAGE, readInbox } from '../../conversation/read/read-inbox.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { field, instant, text, uuid } from '../../platform/fields.ts';
import { readQuery } from '../../platform/read-form.ts';
import { readPlace } from './answer.server.ts';
import { team } from './calls.server.ts';

const SEARCH_MAX_LENGTH = 100;

const inboxQuery = v.object({
  view: v.optional(text(32), 'mine'),
  search: field(SEARCH_MAX_LENGTH, 'Please search for less.'),
  at: field(40),
  visitorId: field(36),
});
const PLACE = v.object({ at: instant, visitorId: uuid });

/**
 * A page of visitors for whoever is signed in: `?view=` one of the lists they may see (their own
 * when it is left out), `?search=` part of an address, `?at=&visitorId=` the last entry of the page
 * before.
 */
export const loader = team.read(async ({ host, who, request }) => {
  const { at, visitorId, ...query } = readQuery(request, inboxQuery);
  const view = viewsOf(who).find((known) => known === query.view);
  if (!view) throw new RefusedError(404, 'There is no such list.');
  const search = query.search.trim().slice(0, SEARCH_MAX_LENGTH);
  const after = readPlace(PLACE, { at, visitorId }, 'entry');
  const entries = await readInbox(host.db, {
    agentId: who.id,
    view,
    ...(after ? { after } : {}),
    ...(search ? { search } : {}),
  });
  return pageOf(view, entries, ENTRIES_PER_PAGE);
});
