import { readAgents } from '../../conversation/read/read-desk.server.ts';
import { hostContext } from '../../host.ts';
import { answer, json } from './answer.server.ts';
import { requirePermission } from './member.server.ts';
import type { Route } from './+types/inbox-agents.ts';

/** Who is there and how much they have to do, for those who see every conversation. */
export async function loader({ context, request }: Route.LoaderArgs) {
  return answer(async () => {
    await requirePermission(context, request, 'see-every-conversation');
    return json({ agents: await readAgents(context.get(hostContext).db) });
  });
}
