import { limitsOf } from '../../files/open-files.server.ts';
import { hostContext } from '../../host.ts';
import { json } from './answer.server.ts';
import type { Route } from './+types/file-limits.ts';

/** What one file, and one message, can have: said before anybody sends more. */
export function loader({ context }: Route.LoaderArgs) {
  return json(limitsOf(context.get(hostContext).settings));
}
