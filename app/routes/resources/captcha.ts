import { hostContext } from '../../host.ts';
import type { Route } from './+types/captcha.ts';

/** A fresh proof-of-work challenge. */
export async function loader({ context }: Route.LoaderArgs) {
  const challenge = await context.get(hostContext).captcha.createChallenge();
  return Response.json(challenge, { headers: { 'Cache-Control': 'no-store' } });
}
