import * as v from 'valibot';
import { takeVisitor } from '../../conversation/hold/take-visitor.server.ts';
import { id as memberId } from '../../platform/fields.ts';
import { teamAboutVisitor } from './calls.server.ts';

/** Whom the taker saw having the visitor; null for the queue. */
const body = v.object({ fromAgentId: v.nullable(memberId) });

/** Takes a visitor out of the queue, or over from a colleague. */
export const action = teamAboutVisitor.write(body, async ({ fromAgentId }, { host, who, id }) => {
  await takeVisitor(host, who, id, fromAgentId);
});
