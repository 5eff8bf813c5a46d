import { forVisitor } from '../protocol/views.ts';
import { hostContext } from '../../host.ts';
import { answer, json } from '../../http/answer.server.ts';
import { visitor } from '../../http/calls.server.ts';
import { postMessage } from './post-message.server.ts';
import { readNews } from '../../http/read-news.server.ts';
import { requireBrowser } from '../../http/visitor.server.ts';
import type { Route } from './+types/chat-messages.ts';

/** `?after=N` returns newer messages, and `&removedAfter=N` returns those that were unsent since. */
export const loader = visitor.read(async ({ host, id, request }) => {
  const { messages, removed, hasMore } = await readNews(host.db, id, request);
  return { messages: messages.map(forVisitor), removed: removed.map(forVisitor), hasMore };
});

/** Most messages come in through `server/message-handler.ts`, which applies the same checks. */
export async function action({ context, params, request }: Route.ActionArgs) {
  return answer(async () => {
    const viewer = await requireBrowser(context, request);
    const body = await request.text().catch(() => '');
    return json(await postMessage(context.get(hostContext), viewer, params.id, body));
  });
}
