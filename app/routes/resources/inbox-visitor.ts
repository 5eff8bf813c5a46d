import { CONVERSATION_ID } from '../../conversation/wire/rules.ts';
import { NO_SUCH_CONVERSATION } from '../../conversation/access.server.ts';
import { readThread } from '../../conversation/read/read-thread.server.ts';
import { hostContext } from '../../host.ts';
import { RefusedError } from '../../platform/errors.ts';
import { answer, json } from './answer.server.ts';
import { isUuid, requireMember } from './member.server.ts';
import type { Route } from './+types/inbox-visitor.ts';

/** One visitor's thread; `?conversation=` is part of it however long ago it was. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  return answer(async () => {
    const { member } = await requireMember(context, request);
    const { db, isAnybodyIn } = context.get(hostContext);
    const asked = new URL(request.url).searchParams.get('conversation') ?? '';
    // What cannot be a conversation is none, as for whoever follows an old link.
    const including = CONVERSATION_ID.test(asked) ? asked : undefined;
    const thread = isUuid(params.id)
      ? await readThread(db, member, params.id, isAnybodyIn, including)
      : undefined;
    if (!thread) throw new RefusedError(404, NO_SUCH_CONVERSATION);
    return json({ thread });
  });
}
