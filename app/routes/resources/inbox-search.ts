import { HITS_PER_PAGE, searchMessages } from '../../chat/search-messages.server.ts';
import { hostContext } from '../../host.ts';
import { RefusedError } from '../../platform/errors.ts';
import { answer, json } from './answer.server.ts';
import { isUuid, requireMember } from './member.server.ts';
import type { Route } from './+types/inbox-search.ts';

const SEARCH_MAX_LENGTH = 100;
const SEARCH_LIMIT = { name: 'message-search', burst: 60, perMinute: 120 };

/** Messages with these words (`?text=`); `?createdAt=&messageId=` is the last hit of the page before. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, limits } = context.get(hostContext);
  return answer(async () => {
    const { member } = await requireMember(context, request);
    await limits.take(SEARCH_LIMIT, member.id);
    const query = new URL(request.url).searchParams;
    const text = query.get('text')?.replaceAll('\0', '').trim().slice(0, SEARCH_MAX_LENGTH) ?? '';
    const after = readCursor(query.get('createdAt'), query.get('messageId'));
    const hits = await searchMessages(db, member, { text, ...(after ? { after } : {}) });
    return json({ hits, hasMore: hits.length === HITS_PER_PAGE });
  });
}

function readCursor(createdAt: string | null, messageId: string | null) {
  if (createdAt === null && messageId === null) return undefined;
  const isTime = createdAt !== null && !Number.isNaN(Date.parse(createdAt));
  if (!isTime || messageId === null || !isUuid(messageId)) {
    throw new RefusedError(400, 'The page after that message does not exist.');
  }
  return { createdAt: new Date(createdAt).toISOString(), messageId };
}
