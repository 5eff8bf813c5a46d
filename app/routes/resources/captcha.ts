import { hostContext } from '../../host.ts';
import type { Route } from './+types/captcha.ts';

/** A fresh proof-of-work challenge. */
export function loader({ context }: Route.LoaderArgs) {
  return Response.json(context.get(hostContext).captcha.createChallenge());
}
