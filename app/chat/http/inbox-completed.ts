import * as v from 'valibot';
import {
  reopenConversations,
  resolveVisitor,
} from '../server/resolution/complete-conversation.server.ts';
import { CONVERSATION_ID } from '../protocol/rules.ts';
import { team } from '../../http/calls.server.ts';

/** No visitor has so many open conversations. */
const CONVERSATIONS_AT_MOST = 100;

const body = v.object({
  isCompleted: v.boolean(),
  /** These conversations are reopened when resolving is undone. */
  undo: v.optional(
    v.pipe(
      v.array(v.pipe(v.string(), v.regex(CONVERSATION_ID))),
      v.minLength(1),
      v.maxLength(CONVERSATIONS_AT_MOST),
    ),
  ),
});

export const action = team.write(body, async ({ isCompleted, undo }, { host, who, id }) => {
  if (isCompleted) return { completed: await resolveVisitor(host, who, id) };
  await reopenConversations(host, who, undo ?? [id], { isUndo: undo !== undefined });
  return {};
});
