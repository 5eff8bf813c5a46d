import * as v from 'valibot';
import { setCompleted } from '../../conversation/end/complete-conversation.server.ts';
import { hostContext } from '../../host.ts';
import { answer, json, readJson } from './answer.server.ts';
import { requireMember } from './member.server.ts';
import type { Route } from './+types/inbox-completed.ts';

const body = v.object({ isCompleted: v.boolean() });

/** The agent resolves a conversation, or opens it again. */
export async function action({ context, params, request }: Route.ActionArgs) {
  return answer(async () => {
    const { member } = await requireMember(context, request);
    const { isCompleted } = await readJson(request, body);
    await setCompleted(context.get(hostContext), member, params.id, isCompleted);
    return json({ ok: true });
  });
}
