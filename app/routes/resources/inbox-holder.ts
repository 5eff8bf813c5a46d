import { readHolder } from '../../conversation/read/read-holder.server.ts';
import { teamAboutVisitor } from './calls.server.ts';

/** Who has the visitor now, for whoever had them before. */
export const loader = teamAboutVisitor.read(async ({ host, who, id }) => ({
  name: await readHolder(host.db, who, id),
}));
