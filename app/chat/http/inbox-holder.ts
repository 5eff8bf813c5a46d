import { readHolder } from '../server/read/read-holder.server.ts';
import { teamAboutVisitor } from '../../http/calls.server.ts';

/** The previous agent learns who has the visitor now. */
export const loader = teamAboutVisitor.read(async ({ host, who, id }) => ({
  name: await readHolder(host.db, who, id),
}));
