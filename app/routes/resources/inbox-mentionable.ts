import { readMentionable } from '../../conversation/say/mention.server.ts';
import { team } from './calls.server.ts';

/** Who can be named in a note. */
export const loader = team.read(async ({ host, who }) => ({
  people: await readMentionable(host.db, who),
}));
