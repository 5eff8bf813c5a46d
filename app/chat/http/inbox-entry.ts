import { accessToVisitor, NO_SUCH_CONVERSATION } from '../server/access.server.ts';
import { readInboxEntry } from '../server/read/read-inbox.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { teamAboutVisitor } from '../../http/calls.server.ts';

/** Some clients cannot derive a row of the inbox from live events and request it here. */
export const loader = teamAboutVisitor.read(async ({ host: { db }, who, id }) => {
  const access = await accessToVisitor(db, who, id);
  const entry = access ? await readInboxEntry(db, id, who.id) : undefined;
  if (!entry) throw new RefusedError(404, NO_SUCH_CONVERSATION);
  return { entry };
});
