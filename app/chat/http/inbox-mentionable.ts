import { readMentionable } from '../server/messages/mention.server.ts';
import { team } from '../../http/calls.server.ts';

export const loader = team.read(async ({ host, who }) => ({
  people: await readMentionable(host.db, who),
}));
