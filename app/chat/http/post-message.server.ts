import * as v from 'valibot';
import { text, uuid } from '../../platform/fields.ts';
import { MESSAGE_LIMIT, MESSAGE_MAX_LENGTH, MESSAGE_TOO_LONG } from '../protocol/rules.ts';
import { sendMessage } from '../server/messages/send-message.server.ts';
import { refuseTooManyFiles } from '../../files/server/open-files.server.ts';
import { forVisitor } from '../protocol/views.ts';
import type { AppContext } from '../../app-context.ts';
import { checkJson } from '../../http/read-request.server.ts';
import type { VisitorViewer } from '../../http/guards.server.ts';

const message = v.object({
  clientId: uuid,
  text: text(MESSAGE_MAX_LENGTH, MESSAGE_TOO_LONG),
  fileIds: v.optional(v.array(uuid)),
});

/**
 * The response is sent after the commit. Access to the conversation is checked under its lock, in the transaction
 * that saves. Throws what `sendMessage` throws, and RefusedError 400 for a bad body, 429 when the rate limit is
 * exceeded.
 */
export async function postMessage(
  appContext: AppContext,
  viewer: VisitorViewer,
  conversationId: string,
  body: string,
) {
  await appContext.limits.take(MESSAGE_LIMIT, viewer.browserId);
  const { clientId, text: typed, fileIds } = checkJson(body, message);
  refuseTooManyFiles(appContext.settings, fileIds);
  const saved = await sendMessage(appContext, viewer, {
    conversationId,
    clientId,
    text: typed,
    fileIds,
  });
  return { message: forVisitor(saved) };
}
