import { readHolder } from '../../conversation/read/read-holder.server.ts';
import { teamAboutVisitor } from './calls.server.ts';

/** The previous agent learns who has the visitor now. */
export const loader = teamAboutVisitor.read(async ({ host, who, id }) => ({
  name: await readHolder(host.db, who, id),
}));
