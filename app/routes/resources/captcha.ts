import { hostContext } from '../../host.ts';
import type { Route } from './+types/captcha.ts';

/** A fresh proof-of-work challenge. */
export async function loader({ context }: Route.LoaderArgs) {
  return Response.json(await context.get(hostContext).captcha.createChallenge());
}
