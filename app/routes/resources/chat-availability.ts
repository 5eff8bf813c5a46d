import { hostContext } from '../../host.ts';
import { readAvailability } from '../../team/availability.server.ts';
import { json } from './answer.server.ts';
import type { Route } from './+types/chat-availability.ts';

/** Whether somebody could answer, and whether somebody is there to. */
export async function loader({ context }: Route.LoaderArgs) {
  return json(await readAvailability(context.get(hostContext).db), {
    // Asked by every page with a chat button; a few seconds late is as good.
    'Cache-Control': 'max-age=10',
  });
}
