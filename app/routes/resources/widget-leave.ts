import * as v from 'valibot';
import { forgetFrame } from '../../conversation/say/visitor-browser.server.ts';
import { answer, json } from './answer.server.ts';
import { readJson } from './read-request.server.ts';
import type { Route } from './+types/widget-leave.ts';

/**
 * The site around a frame has somebody else in front of it: the cookie that opens the chat of the one
 * before goes. The chat itself stays, and who has its mails can go on with it.
 */
export function action({ request }: Route.ActionArgs) {
  return answer(async () => {
    await readJson(request, v.object({}));
    return json({ left: true }, { 'Set-Cookie': forgetFrame() });
  });
}
