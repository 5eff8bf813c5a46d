import { accessToVisitor, NO_SUCH_CONVERSATION } from '../../conversation/access.server.ts';
import { readInboxEntry } from '../../conversation/read/read-inbox.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { teamAboutVisitor } from './calls.server.ts';

/** One line of the list, for a client that cannot work it out from its hints. */
export const loader = teamAboutVisitor.read(async ({ host: { db }, who, id }) => {
  const access = await accessToVisitor(db, who, id);
  const entry = access ? await readInboxEntry(db, id, who.id) : undefined;
  if (!entry) throw new RefusedError(404, NO_SUCH_CONVERSATION);
  return { entry };
});
