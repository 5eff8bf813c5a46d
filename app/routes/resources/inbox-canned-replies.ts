import { readCannedReplies } from '../../conversation/say/canned-replies.server.ts';
import { hostContext } from '../../host.ts';
import { answer, json } from './answer.server.ts';
import { requireMember } from './member.server.ts';
import type { Route } from './+types/inbox-canned-replies.ts';

/** What the picker of the reply box offers to whoever is signed in. */
export async function loader({ context, request }: Route.LoaderArgs) {
  return answer(async () => {
    const { member } = await requireMember(context, request);
    return json({ replies: await readCannedReplies(context.get(hostContext).db, member) });
  });
}
