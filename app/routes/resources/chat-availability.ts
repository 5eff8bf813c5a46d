import { hostContext } from '../../host.ts';
import { json } from './answer.server.ts';
import type { Route } from './+types/chat-availability.ts';

/** Asked by every page with a chat button; a few seconds late is as good. */
export const AVAILABILITY_CACHING = { 'Cache-Control': 'max-age=10' };

/** How the desk stands, and how long an answer takes. */
export async function loader({ context }: Route.LoaderArgs) {
  return json(await context.get(hostContext).availability.read(), AVAILABILITY_CACHING);
}
