import * as v from 'valibot';
import { takeVisitor } from '../server/assignment/take-visitor.server.ts';
import { id as memberId } from '../../platform/fields.ts';
import { teamAboutVisitor } from '../../http/calls.server.ts';

/** The agent whom the member saw reveals a race between two members. Null means the queue. */
const body = v.object({ fromAgentId: v.nullable(memberId) });

export const action = teamAboutVisitor.write(body, async ({ fromAgentId }, { host, who, id }) => {
  await takeVisitor(host, who, id, fromAgentId);
});
