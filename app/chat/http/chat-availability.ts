import { hostContext } from '../../host.ts';
import { json } from '../../http/answer.server.ts';
import type { Route } from './+types/chat-availability.ts';

/** Every page with a chat button requests this. A delay of a few seconds is acceptable. */
export const AVAILABILITY_CACHING = { 'Cache-Control': 'max-age=10' };

export async function loader({ context }: Route.LoaderArgs) {
  return json(await context.get(hostContext).availability.read(), AVAILABILITY_CACHING);
}
