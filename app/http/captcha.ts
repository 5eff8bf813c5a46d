import { hostContext } from '../host.ts';
import { json } from './answer.server.ts';
import type { Route } from './+types/captcha.ts';

export function loader({ context }: Route.LoaderArgs) {
  return json(context.get(hostContext).captcha.createChallenge());
}
