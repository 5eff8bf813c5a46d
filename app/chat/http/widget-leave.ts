import * as v from 'valibot';
import { forgetFrame } from '../server/messages/visitor-browser.server.ts';
import { answer, json } from '../../http/answer.server.ts';
import { readJson } from '../../http/read-request.server.ts';
import type { Route } from './+types/widget-leave.ts';

/**
 * Another person uses the embedding site now, so the cookie that opens the previous person's chat is deleted. The
 * chat itself stays, and its owner can continue it from the emails.
 */
export function action({ request }: Route.ActionArgs) {
  return answer(async () => {
    await readJson(request, v.object({}));
    return json({ left: true }, { 'Set-Cookie': forgetFrame() });
  });
}
