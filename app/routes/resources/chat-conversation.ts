import { readConversation } from '../../conversation/read/read-conversation.server.ts';
import { visitor } from './calls.server.ts';

/** What a visitor may know of their conversation: for restoring and after a reconnect. */
export const loader = visitor.read(async ({ host, id }) => ({
  conversation: await readConversation(host.db, id),
}));
