import { viewsOf } from '../../chat/access.server.ts';
import { pageOf } from '../../chat/inbox/inbox-views.ts';
import { ENTRIES_PER_PAGE, readInbox } from '../../chat/read-inbox.server.ts';
import { hostContext } from '../../host.ts';
import { RefusedError } from '../../platform/errors.ts';
import { answer, json } from './answer.server.ts';
import { isUuid, requireMember } from './member.server.ts';
import type { Route } from './+types/inbox.ts';

const SEARCH_MAX_LENGTH = 100;

/**
 * A page of visitors for whoever is signed in: `?view=` one of the lists they may see (their own
 * when it is left out), `?search=` part of an address, `?at=&visitorId=` the last entry of the page
 * before.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  return answer(async () => {
    const { member } = await requireMember(context, request);
    const query = new URL(request.url).searchParams;
    const asked = query.get('view') ?? 'mine';
    const view = viewsOf(member).find((known) => known === asked);
    if (!view) throw new RefusedError(404, 'There is no such list.');
    const search = query.get('search')?.replaceAll('\0', '').trim().slice(0, SEARCH_MAX_LENGTH);
    const after = readCursor(query.get('at'), query.get('visitorId'));
    const entries = await readInbox(context.get(hostContext).db, {
      agentId: member.id,
      view,
      ...(after ? { after } : {}),
      ...(search ? { search } : {}),
    });
    return json(pageOf(view, entries, ENTRIES_PER_PAGE));
  });
}

function readCursor(at: string | null, visitorId: string | null) {
  if (at === null && visitorId === null) return undefined;
  if (!at || Number.isNaN(Date.parse(at)) || !visitorId || !isUuid(visitorId)) {
    throw new RefusedError(400, 'The page after that entry does not exist.');
  }
  return { at: new Date(at).toISOString(), visitorId };
}
