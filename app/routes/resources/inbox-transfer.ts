import { field, id } from '../../platform/fields.ts';
import { MESSAGE_MAX_LENGTH, MESSAGE_TOO_LONG } from '../../conversation/wire/rules.ts';
import * as v from 'valibot';
import { NO_SUCH_CONVERSATION } from '../../conversation/access.server.ts';
import { transferVisitor } from '../../conversation/hold/transfer-visitor.server.ts';
import { hostContext } from '../../host.ts';
import { RefusedError } from '../../platform/errors.ts';
import { readColleagues } from '../../conversation/read/read-colleagues.server.ts';
import { answer, json, readJson } from './answer.server.ts';
import { isUuid, requireMember } from './member.server.ts';
import type { Route } from './+types/inbox-transfer.ts';

const body = v.object({
  agentId: id,
  note: field(MESSAGE_MAX_LENGTH, MESSAGE_TOO_LONG),
});

/** Who a visitor can be handed to. */
export async function loader({ context, request }: Route.LoaderArgs) {
  return answer(async () => {
    const { member } = await requireMember(context, request);
    const colleagues = await readColleagues(context.get(hostContext).db);
    return json({ colleagues: colleagues.filter(({ id }) => id !== member.id) });
  });
}

/** Hands the visitor over, with a note for the next agent. */
export async function action({ context, params, request }: Route.ActionArgs) {
  return answer(async () => {
    const { member } = await requireMember(context, request);
    if (!isUuid(params.id)) throw new RefusedError(404, NO_SUCH_CONVERSATION);
    const { agentId, note } = await readJson(request, body);
    await transferVisitor(context.get(hostContext), member, {
      visitorId: params.id,
      toAgentId: agentId,
      note,
    });
    return json({ ok: true });
  });
}
