import * as v from 'valibot';
import { text, uuid } from '../../platform/fields.ts';
import { MESSAGE_MAX_LENGTH, MESSAGE_TOO_LONG } from '../../conversation/wire/rules.ts';
import { accessToConversation, NO_SUCH_CONVERSATION } from '../../conversation/access.server.ts';
import {
  MESSAGES_PER_PAGE,
  readMessagesAfter,
  readMessagesBefore,
} from '../../conversation/read/read-messages.server.ts';
import { sendMessage } from '../../conversation/say/send-message.server.ts';
import { hostContext } from '../../host.ts';
import { RefusedError } from '../../platform/errors.ts';
import { answer, json, readJson, readNumber } from './answer.server.ts';
import { requireMember } from './member.server.ts';
import type { Route } from './+types/inbox-messages.ts';

const MESSAGE_LIMIT = { name: 'agent-message', burst: 60, perMinute: 120 };

const body = v.object({ clientId: uuid, text: text(MESSAGE_MAX_LENGTH, MESSAGE_TOO_LONG) });

/** What came after `?after=N`, or the page before `?before=N`, for the team. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  return answer(async () => {
    const { member } = await requireMember(context, request);
    const { db } = context.get(hostContext);
    if (!(await accessToConversation(db, { kind: 'member', member }, params.id))) {
      throw new RefusedError(404, NO_SUCH_CONVERSATION);
    }
    const before = readNumber(request, 'before');
    const messages =
      before > 0
        ? await readMessagesBefore(db, params.id, before)
        : await readMessagesAfter(db, params.id, readNumber(request, 'after'));
    return json({ messages, hasMore: messages.length === MESSAGES_PER_PAGE });
  });
}

/** An agent's answer, or the welcome. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const host = context.get(hostContext);
  return answer(async () => {
    const { member } = await requireMember(context, request);
    await host.limits.take(MESSAGE_LIMIT, member.id);
    const { clientId, text: typed } = await readJson(request, body);
    const message = await sendMessage(
      host,
      { kind: 'member', member },
      { conversationId: params.id, clientId, text: typed },
    );
    return json({ message });
  });
}
