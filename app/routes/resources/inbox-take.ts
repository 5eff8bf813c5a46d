import { id } from '../../platform/fields.ts';
import * as v from 'valibot';
import { NO_SUCH_CONVERSATION } from '../../conversation/access.server.ts';
import { takeVisitor } from '../../conversation/hold/take-visitor.server.ts';
import { hostContext } from '../../host.ts';
import { RefusedError } from '../../platform/errors.ts';
import { answer, json, readJson } from './answer.server.ts';
import { isUuid, requireMember } from './member.server.ts';
import type { Route } from './+types/inbox-take.ts';

/** Whom the taker saw having the visitor; null for the queue. */
const body = v.object({ fromAgentId: v.nullable(id) });

/** Takes a visitor out of the queue, or over from a colleague. */
export async function action({ context, params, request }: Route.ActionArgs) {
  return answer(async () => {
    const { member } = await requireMember(context, request);
    const { fromAgentId } = await readJson(request, body);
    if (!isUuid(params.id)) throw new RefusedError(404, NO_SUCH_CONVERSATION);
    await takeVisitor(context.get(hostContext), member, params.id, fromAgentId);
    return json({ ok: true });
  });
}
