import * as v from 'valibot';
import { field, instant, text, uuid } from '../../platform/fields.ts';
import { readQuery } from '../../platform/read-form.ts';
import { viewsOf } from '../../conversation/access.server.ts';
import { pageOf } from '../../chat-client/desk/inbox-views.ts';
import { ENTRIES_PER_PAGE, readInbox } from '../../conversation/read/read-inbox.server.ts';
import { hostContext } from '../../host.ts';
import { RefusedError } from '../../platform/errors.ts';
import { answer, json } from './answer.server.ts';
import { requireMember } from './member.server.ts';
import type { Route } from './+types/inbox.ts';

const SEARCH_MAX_LENGTH = 100;

const inboxQuery = v.object({
  view: v.optional(text(32), 'mine'),
  search: field(SEARCH_MAX_LENGTH, 'Please search for less.'),
  at: field(40),
  visitorId: field(36),
});

/**
 * A page of visitors for whoever is signed in: `?view=` one of the lists they may see (their own
 * when it is left out), `?search=` part of an address, `?at=&visitorId=` the last entry of the page
 * before.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  return answer(async () => {
    const { member } = await requireMember(context, request);
    const query = readQuery(request, inboxQuery);
    const view = viewsOf(member).find((known) => known === query.view);
    if (!view) throw new RefusedError(404, 'There is no such list.');
    const search = query.search.trim().slice(0, SEARCH_MAX_LENGTH);
    const after = readCursor(query.at, query.visitorId);
    const entries = await readInbox(context.get(hostContext).db, {
      agentId: member.id,
      view,
      ...(after ? { after } : {}),
      ...(search ? { search } : {}),
    });
    return json(pageOf(view, entries, ENTRIES_PER_PAGE));
  });
}

function readCursor(at: string, visitorId: string) {
  if (at === '' && visitorId === '') return undefined;
  const place = v.safeParse(v.object({ at: instant, visitorId: uuid }), { at, visitorId });
  if (place.success) return place.output;
  throw new RefusedError(400, 'The page after that entry does not exist.');
}
