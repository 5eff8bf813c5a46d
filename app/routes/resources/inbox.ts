import { ENTRIES_PER_PAGE, readInbox } from '../../chat/read-inbox.server.ts';
import { hostContext } from '../../host.ts';
import { RefusedError } from '../../platform/errors.ts';
import { answer, json } from './answer.server.ts';
import { isUuid, requireMember } from './member.server.ts';
import type { Route } from './+types/inbox.ts';

const SEARCH_MAX_LENGTH = 100;

/**
 * The visitors assigned to whoever is signed in: `?search=` part of an address or a message,
 * `?updatedAt=&visitorId=` the last entry of the page before.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  return answer(async () => {
    const { member } = await requireMember(context, request);
    const query = new URL(request.url).searchParams;
    const search = query.get('search')?.trim().slice(0, SEARCH_MAX_LENGTH);
    const after = readCursor(query.get('updatedAt'), query.get('visitorId'));
    const entries = await readInbox(context.get(hostContext).db, {
      agentId: member.id,
      ...(after ? { after } : {}),
      ...(search ? { search } : {}),
    });
    return json({ entries, hasMore: entries.length === ENTRIES_PER_PAGE });
  });
}

function readCursor(updatedAt: string | null, visitorId: string | null) {
  if (updatedAt === null && visitorId === null) return undefined;
  if (!updatedAt || Number.isNaN(Date.parse(updatedAt)) || !visitorId || !isUuid(visitorId)) {
    throw new RefusedError(400, 'The page after that entry does not exist.');
  }
  return { updatedAt: new Date(updatedAt).toISOString(), visitorId };
}
