import { readUnread } from '../../conversation/read/read-unread.server.ts';
import { hostContext } from '../../host.ts';
import { answer, json } from './answer.server.ts';
import { requireMember } from './member.server.ts';
import type { Route } from './+types/inbox-unread.ts';

/** How many messages whoever is signed in has not read, in all of their conversations. */
export async function loader({ context, request }: Route.LoaderArgs) {
  return answer(async () => {
    const { member } = await requireMember(context, request);
    return json({ unread: await readUnread(context.get(hostContext).db, member.id) });
  });
}
