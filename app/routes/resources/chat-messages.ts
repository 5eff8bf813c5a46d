import {
  MESSAGES_PER_PAGE,
  readMessagesAfter,
} from '../../conversation/read/read-messages.server.ts';
import { forVisitor } from '../../conversation/wire/views.ts';
import { hostContext } from '../../host.ts';
import { answer, json, readNumber } from './answer.server.ts';
import { visitor } from './calls.server.ts';
import { postMessage } from './post-message.server.ts';
import { requireBrowser } from './visitor.server.ts';
import type { Route } from './+types/chat-messages.ts';

/** What came after `?after=N`, for the visitor. */
export const loader = visitor.read(async ({ host, id, request }) => {
  const messages = await readMessagesAfter(host.db, id, readNumber(request, 'after'));
  return { messages: messages.map(forVisitor), hasMore: messages.length === MESSAGES_PER_PAGE };
});

/** A visitor's message; almost all come in through `server/message-door.ts`, which asks the same. */
export async function action({ context, params, request }: Route.ActionArgs) {
  return answer(async () => {
    const viewer = await requireBrowser(context, request);
    const body = await request.text().catch(() => '');
    return json(await postMessage(context.get(hostContext), viewer, params.id, body));
  });
}
