import { forgetFrame } from '../../conversation/say/visitor-browser.server.ts';
import { answer, json } from './answer.server.ts';

/**
 * The site around a frame has somebody else in front of it: the cookie that opens the chat of the one
 * before goes. The chat itself stays, and who has its mails can go on with it.
 */
export function action() {
  return answer(() => Promise.resolve(json({ left: true }, { 'Set-Cookie': forgetFrame() })));
}
