import * as v from 'valibot';
import { accessToConversation, NO_SUCH_CONVERSATION } from '../../conversation/access.server.ts';
import { markReadByMember } from '../../conversation/say/mark-read.server.ts';
import { hostContext } from '../../host.ts';
import { RefusedError } from '../../platform/errors.ts';
import { answer, json, readJson } from './answer.server.ts';
import { requireMember } from './member.server.ts';
import type { Route } from './+types/inbox-read.ts';

const body = v.object({ number: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1e9)) });

/** How far whoever is signed in has read. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const host = context.get(hostContext);
  return answer(async () => {
    const { member } = await requireMember(context, request);
    const { number } = await readJson(request, body);
    if (!(await accessToConversation(host.db, { kind: 'member', member }, params.id))) {
      throw new RefusedError(404, NO_SUCH_CONVERSATION);
    }
    await markReadByMember(host, member, params.id, number);
    return json({ ok: true });
  });
}
