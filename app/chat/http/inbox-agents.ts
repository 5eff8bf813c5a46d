import { readAgents } from '../server/read/read-desk.server.ts';
import { refuseUnless } from '../../http/member.server.ts';
import { team } from '../../http/calls.server.ts';

export const loader = team.read(async ({ host, who }) => {
  refuseUnless(who, 'see-every-conversation');
  return { agents: await readAgents(host.db) };
});
