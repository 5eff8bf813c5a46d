import * as v from 'valibot';
import { transferVisitor } from '../../conversation/hold/transfer-visitor.server.ts';
import { readColleagues } from '../../conversation/read/read-colleagues.server.ts';
import { MESSAGE_MAX_LENGTH, MESSAGE_TOO_LONG } from '../../conversation/wire/rules.ts';
import { field, id as memberId } from '../../platform/fields.ts';
import { team, teamAboutVisitor } from './calls.server.ts';

const body = v.object({
  agentId: memberId,
  note: field(MESSAGE_MAX_LENGTH, MESSAGE_TOO_LONG),
});

/** Who a visitor can be handed to. */
export const loader = team.read(async ({ host, who }) => {
  const colleagues = await readColleagues(host.db);
  return { colleagues: colleagues.filter(({ id }) => id !== who.id) };
});

/** Hands the visitor over, with a note for the next agent. */
export const action = teamAboutVisitor.write(body, async ({ agentId, note }, { host, who, id }) => {
  await transferVisitor(host, who, { visitorId: id, toAgentId: agentId, note });
});
