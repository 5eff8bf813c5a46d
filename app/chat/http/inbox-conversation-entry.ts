import { accessToConversation, NO_SUCH_CONVERSATION } from '../server/access.server.ts';
import { readConversationOwner } from '../server/read/read-conversation.server.ts';
import { readInboxEntry } from '../server/read/read-inbox.server.ts';
import { readLostConversation } from '../server/read/read-holder.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { team } from '../../http/calls.server.ts';

/**
 * An address may name a conversation (rule 153). If a colleague has taken its visitor over, the response names
 * the new agent.
 */
export const loader = team.read(async ({ host: { db }, who, id }) => {
  const access = await accessToConversation(db, { kind: 'member', member: who }, id);
  const owner = access ? await readConversationOwner(db, id) : undefined;
  const entry = owner && (await readInboxEntry(db, owner.visitorId, who.id));
  if (entry) return { entry };
  const lost = await readLostConversation(db, who, id);
  if (!lost) throw new RefusedError(404, NO_SUCH_CONVERSATION);
  return { lost };
});
