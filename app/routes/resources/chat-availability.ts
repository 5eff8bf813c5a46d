import { readAvailability } from '../../conversation/read/read-desk.server.ts';
import { hostContext } from '../../host.ts';

import { json } from './answer.server.ts';
import type { Route } from './+types/chat-availability.ts';

/** How the desk stands, and how long an answer takes. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, clock, settings } = context.get(hostContext);
  return json(await readAvailability(db, clock, settings.chatHours), {
    // Asked by every page with a chat button; a few seconds late is as good.
    'Cache-Control': 'max-age=10',
  });
}
