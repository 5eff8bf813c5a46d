import { readConversation } from '../../conversation/read/read-conversation.server.ts';
import { hostContext } from '../../host.ts';
import { answer, json } from './answer.server.ts';
import { requireVisitor } from './visitor.server.ts';
import type { Route } from './+types/chat-conversation.ts';

/** What a visitor may know of their conversation: for restoring and after a reconnect. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  return answer(async () => {
    await requireVisitor(context, request, params.id);
    return json({ conversation: await readConversation(context.get(hostContext).db, params.id) });
  });
}
