import * as v from 'valibot';
import {
  reopenConversations,
  resolveVisitor,
} from '../../conversation/end/complete-conversation.server.ts';
import { CONVERSATION_ID } from '../../conversation/wire/rules.ts';
import { team } from './calls.server.ts';

/** More than this nobody has open at once. */
const CONVERSATIONS_AT_MOST = 100;

const body = v.object({
  isCompleted: v.boolean(),
  /** To take resolving back: what it completed. */
  undo: v.optional(
    v.pipe(
      v.array(v.pipe(v.string(), v.regex(CONVERSATION_ID))),
      v.minLength(1),
      v.maxLength(CONVERSATIONS_AT_MOST),
    ),
  ),
});

/** The agent resolves a visitor, opens a conversation again, or takes resolving back. */
export const action = team.write(body, async ({ isCompleted, undo }, { host, who, id }) => {
  if (isCompleted) return { completed: await resolveVisitor(host, who, id) };
  await reopenConversations(host, who, undo ?? [id], { isUndo: undo !== undefined });
  return {};
});
