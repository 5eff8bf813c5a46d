import { readAgents } from '../../conversation/read/read-desk.server.ts';
import { refuseUnless } from './member.server.ts';
import { team } from './calls.server.ts';

export const loader = team.read(async ({ host, who }) => {
  refuseUnless(who, 'see-every-conversation');
  return { agents: await readAgents(host.db) };
});
