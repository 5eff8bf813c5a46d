import { readThread } from '../../chat/read-thread.server.ts';
import { NO_SUCH_CONVERSATION } from '../../chat/send-message.server.ts';
import { hostContext } from '../../host.ts';
import { RefusedError } from '../../platform/errors.ts';
import { answer, json } from './answer.server.ts';
import { requireMember } from './member.server.ts';
import type { Route } from './+types/inbox-visitor.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** One visitor's thread. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  return answer(async () => {
    const { member } = await requireMember(context, request);
    const { db } = context.get(hostContext);
    const thread = UUID.test(params.id) ? await readThread(db, member, params.id) : undefined;
    if (!thread) throw new RefusedError(404, NO_SUCH_CONVERSATION);
    return json({ thread });
  });
}
