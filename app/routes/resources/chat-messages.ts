import * as v from 'valibot';
import { MESSAGES_PER_PAGE, readMessagesAfter } from '../../chat/read-messages.server.ts';
import { sendMessage } from '../../chat/send-message.server.ts';
import { forVisitor } from '../../chat/views.ts';
import { hostContext } from '../../host.ts';
import { answer, json, readJson, readNumber } from './answer.server.ts';
import { requireBrowser, requireVisitor } from './visitor.server.ts';
import type { Route } from './+types/chat-messages.ts';

const MESSAGE_LIMIT = { name: 'message', burst: 30, perMinute: 60 };

const body = v.object({ clientId: v.pipe(v.string(), v.uuid()), text: v.string() });

/** What came after `?after=N`, for the visitor. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  return answer(async () => {
    await requireVisitor(context, request, params.id);
    const after = readNumber(request, 'after');
    const messages = await readMessagesAfter(context.get(hostContext).db, params.id, after);
    return json({
      messages: messages.map(forVisitor),
      hasMore: messages.length === MESSAGES_PER_PAGE,
    });
  });
}

/** A visitor's message. Answered when it is committed. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { db, clock, chat, limits, webhooks } = context.get(hostContext);
  return answer(async () => {
    // Whether the conversation is theirs is asked under its lock, with the saving.
    const viewer = await requireBrowser(context, request);
    await limits.take(MESSAGE_LIMIT, viewer.browserId);
    const { clientId, text } = await readJson(request, body);
    const message = await sendMessage(db, clock, chat, viewer, {
      conversationId: params.id,
      clientId,
      text,
    });
    webhooks.nudge();
    return json({ message: forVisitor(message) });
  });
}
