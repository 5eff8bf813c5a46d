import * as v from 'valibot';
import { drainQueue } from '../../conversation/hold/drain-queue.server.ts';
import { hostContext } from '../../host.ts';
import { setAcceptsChats } from '../../team/members/availability.server.ts';
import { answer, json, readJson } from './answer.server.ts';
import { requireMember } from './member.server.ts';
import type { Route } from './+types/inbox-availability.ts';

const body = v.object({ acceptsChats: v.boolean() });

/** The accepting/away switch. Whoever starts accepting takes what waits. */
export async function action({ context, request }: Route.ActionArgs) {
  const { db, chat } = context.get(hostContext);
  return answer(async () => {
    const { member } = await requireMember(context, request);
    const { acceptsChats } = await readJson(request, body);
    await setAcceptsChats(db, member.id, acceptsChats);
    chat.deskChanged();
    if (acceptsChats) await drainQueue(db, chat);
    return json({ acceptsChats });
  });
}
