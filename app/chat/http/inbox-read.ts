import * as v from 'valibot';
import { accessToConversation, NO_SUCH_CONVERSATION } from '../server/access.server.ts';
import { markReadByMember } from '../server/messages/mark-read.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { team } from '../../http/calls.server.ts';

const body = v.object({ number: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1e9)) });

export const action = team.write(body, async ({ number }, { host, who, id }) => {
  if (!(await accessToConversation(host.db, { kind: 'member', member: who }, id))) {
    throw new RefusedError(404, NO_SUCH_CONVERSATION);
  }
  await markReadByMember(host, who, id, number);
});
