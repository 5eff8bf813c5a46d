import * as v from 'valibot';
import { setAvailability } from '../../conversation/hold/set-availability.server.ts';
import { hostContext } from '../../host.ts';
import { answer, json, readJson } from './answer.server.ts';
import { requireMember } from './member.server.ts';
import type { Route } from './+types/inbox-availability.ts';

const body = v.object({ acceptsChats: v.boolean() });

/** The accepting/away switch. Whoever starts accepting takes what waits. */
export async function action({ context, request }: Route.ActionArgs) {
  return answer(async () => {
    const { member } = await requireMember(context, request);
    const { acceptsChats } = await readJson(request, body);
    await setAvailability(context.get(hostContext), member.id, acceptsChats);
    return json({ acceptsChats });
  });
}
