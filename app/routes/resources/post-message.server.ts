import * as v from 'valibot';
import { text, uuid } from '../../platform/fields.ts';
import { MESSAGE_MAX_LENGTH, MESSAGE_TOO_LONG } from '../../conversation/wire/rules.ts';
import { sendMessage } from '../../conversation/say/send-message.server.ts';
import { forVisitor } from '../../conversation/wire/views.ts';
import type { Host } from '../../host.ts';
import { checkJson } from './answer.server.ts';
import type { VisitorViewer } from './visitor.server.ts';

const MESSAGE_LIMIT = { name: 'message', burst: 30, perMinute: 60 };

const message = v.object({ clientId: uuid, text: text(MESSAGE_MAX_LENGTH, MESSAGE_TOO_LONG) });

/**
 * A visitor's message, from the request's text to what is answered once it is committed. Whether the
 * conversation is theirs is asked under its lock, with the saving. Throws what `sendMessage` throws,
 * and RefusedError 400 for a bad body, 429 for one too many.
 */
export async function postMessage(
  host: Host,
  viewer: VisitorViewer,
  conversationId: string,
  body: string,
) {
  await host.limits.take(MESSAGE_LIMIT, viewer.browserId);
  const { clientId, text: typed } = checkJson(body, message);
  const saved = await sendMessage(host, viewer, {
    conversationId,
    clientId,
    text: typed,
  });
  return { message: forVisitor(saved) };
}
