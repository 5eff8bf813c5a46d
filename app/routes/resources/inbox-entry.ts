import { accessToVisitor, NO_SUCH_CONVERSATION } from '../../conversation/access.server.ts';
import { readInboxEntry } from '../../conversation/read/read-inbox.server.ts';
import { hostContext } from '../../host.ts';
import { RefusedError } from '../../platform/errors.ts';
import { answer, json } from './answer.server.ts';
import { isUuid, requireMember } from './member.server.ts';
import type { Route } from './+types/inbox-entry.ts';

/** One line of the list, for a client that cannot work it out from its hints. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  return answer(async () => {
    const { member } = await requireMember(context, request);
    const { db } = context.get(hostContext);
    const access = isUuid(params.id) && (await accessToVisitor(db, member, params.id));
    const entry = access ? await readInboxEntry(db, params.id, member.id) : undefined;
    if (!entry) throw new RefusedError(404, NO_SUCH_CONVERSATION);
    return json({ entry });
  });
}
