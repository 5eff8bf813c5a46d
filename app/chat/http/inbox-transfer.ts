import * as v from 'valibot';
import { transferVisitor } from '../server/assignment/transfer-visitor.server.ts';
import { readColleagues } from '../server/read/read-colleagues.server.ts';
import { readTeamTargets } from '../server/teams/read-teams.server.ts';
import { MESSAGE_MAX_LENGTH, MESSAGE_TOO_LONG } from '../protocol/rules.ts';
import type { HandOverTargets } from '../protocol/views.ts';
import { requestContext } from '../../host.ts';
import { field, id as memberId, uuid } from '../../platform/fields.ts';
import { settleQuietly } from '../../http/settle-quietly.server.ts';
import { team, teamAboutVisitor } from '../../http/calls.server.ts';

const body = v.object({
  to: v.variant('kind', [
    v.object({ kind: v.literal('agent'), id: memberId }),
    v.object({ kind: v.literal('team'), id: uuid }),
    v.object({ kind: v.literal('queue') }),
  ]),
  note: field(MESSAGE_MAX_LENGTH, MESSAGE_TOO_LONG),
  /** The note is based on this draft of a model. */
  draftId: v.optional(uuid),
});

export const loader = team.read(async ({ host, who }): Promise<HandOverTargets> => {
  const [colleagues, teams] = await Promise.all([
    readColleagues(host.db),
    readTeamTargets(host.db, who.id),
  ]);
  return { colleagues: colleagues.filter(({ id }) => id !== who.id), teams };
});

export const action = teamAboutVisitor.write(body, async ({ to, note, draftId }, call) => {
  const { host, who, id, context } = call;
  const trace = { member: who, requestId: context.get(requestContext).id };
  await transferVisitor(host, trace, who, { visitorId: id, to, note });
  if (draftId) await settleQuietly(host, who, draftId, note);
});
