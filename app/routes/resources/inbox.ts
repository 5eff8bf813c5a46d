import { ENTRIES_PER_PAGE, readInbox } from '../../chat/read-conversations.server.ts';
import { hostContext } from '../../host.ts';
import { answer, json } from './answer.server.ts';
import { requireMember } from './member.server.ts';
import type { Route } from './+types/inbox.ts';

/** The visitors assigned to whoever is signed in. */
export async function loader({ context, request }: Route.LoaderArgs) {
  return answer(async () => {
    const { member } = await requireMember(context, request);
    const entries = await readInbox(context.get(hostContext).db, member.id);
    return json({ entries, hasMore: entries.length === ENTRIES_PER_PAGE });
  });
}
