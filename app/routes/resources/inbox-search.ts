import * as v from 'valibot';
import { field, instant, uuid } from '../../platform/fields.ts';
import { readQuery } from '../../platform/read-form.ts';
import { HITS_PER_PAGE, searchMessages } from '../../conversation/read/search-messages.server.ts';
import { hostContext } from '../../host.ts';
import { RefusedError } from '../../platform/errors.ts';
import { answer, json } from './answer.server.ts';
import { requireMember } from './member.server.ts';
import type { Route } from './+types/inbox-search.ts';

const SEARCH_MAX_LENGTH = 100;

const searchQuery = v.object({
  text: field(SEARCH_MAX_LENGTH, 'Please search for less.'),
  createdAt: field(40),
  messageId: field(36),
});

const CURSOR = v.object({ createdAt: instant, messageId: uuid });
const SEARCH_LIMIT = { name: 'message-search', burst: 60, perMinute: 120 };

/** Messages with these words (`?text=`); `?createdAt=&messageId=` is the last hit of the page before. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, limits } = context.get(hostContext);
  return answer(async () => {
    const { member } = await requireMember(context, request);
    await limits.take(SEARCH_LIMIT, member.id);
    const query = readQuery(request, searchQuery);
    const text = query.text.trim().slice(0, SEARCH_MAX_LENGTH);
    const after = readCursor(query.createdAt, query.messageId);
    const hits = await searchMessages(db, member, { text, ...(after ? { after } : {}) });
    return json({ hits, hasMore: hits.length === HITS_PER_PAGE });
  });
}

function readCursor(createdAt: string, messageId: string) {
  if (createdAt === '' && messageId === '') return undefined;
  const place = v.safeParse(CURSOR, { createdAt, messageId });
  if (place.success) return place.output;
  throw new RefusedError(400, 'The page after that message does not exist.');
}
