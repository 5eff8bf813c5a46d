import { limitsOf } from '../../files/server/open-files.server.ts';
import { hostContext } from '../../host.ts';
import { json } from '../../http/answer.server.ts';
import type { Route } from './+types/file-limits.ts';

/** The browser needs the limits to reject files before the upload. */
export function loader({ context }: Route.LoaderArgs) {
  return json(limitsOf(context.get(hostContext).settings));
}
