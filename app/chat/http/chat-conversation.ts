import { readConversation } from '../server/read/read-conversation.server.ts';
import { visitor } from '../../http/calls.server.ts';

/** The widget requests this to restore a conversation and after a reconnect. */
export const loader = visitor.read(async ({ host, id }) => ({
  conversation: await readConversation(host.db, id),
}));
