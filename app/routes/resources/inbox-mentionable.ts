import { readMentionable } from '../../conversation/say/mention.server.ts';
import { team } from './calls.server.ts';

export const loader = team.read(async ({ host, who }) => ({
  people: await readMentionable(host.db, who),
}));
