import * as v from 'valibot';
import { NO_SUCH_CONVERSATION } from '../../conversation/access.server.ts';
import { takeVisitor } from '../../conversation/hold/take-visitor.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { id as memberId } from '../../platform/fields.ts';
import { team } from './calls.server.ts';
import { isUuid } from './member.server.ts';

/** Whom the taker saw having the visitor; null for the queue. */
const body = v.object({ fromAgentId: v.nullable(memberId) });

/** Takes a visitor out of the queue, or over from a colleague. */
export const action = team.write(body, async ({ fromAgentId }, { host, who, id }) => {
  if (!isUuid(id)) throw new RefusedError(404, NO_SUCH_CONVERSATION);
  await takeVisitor(host, who, id, fromAgentId);
});
