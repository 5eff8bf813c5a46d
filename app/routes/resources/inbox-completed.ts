import * as v from 'valibot';
import { setCompleted } from '../../conversation/end/complete-conversation.server.ts';
import { team } from './calls.server.ts';

const body = v.object({ isCompleted: v.boolean() });

/** The agent resolves a conversation, or opens it again. */
export const action = team.write(body, ({ isCompleted }, { host, who, id }) =>
  setCompleted(host, who, id, isCompleted),
);
