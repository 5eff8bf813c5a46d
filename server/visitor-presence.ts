import { readNewestConversations } from '../app/chat/server/read/read-conversation.server.ts';
import { readListenersOf } from '../app/chat/server/read/read-listeners.server.ts';
import type { Database } from '../app/platform/db/database.server.ts';
import type { ProcessAnswers } from './ask-processes.ts';
import { watching, type LiveServer } from './live-rooms.ts';

interface PresenceSources {
  readonly db: Database;
  readonly io: LiveServer;
  readonly processes: Pick<ProcessAnswers, 'isAnybodyIn'>;
}

/**
 * Tells the agent whether a visitor is online. Called after a page connects or disconnects; a
 * reconnecting page causes both at once, perhaps on two processes, so the check repeats until the
 * announced state is still true.
 */
export async function notifyPresence(
  { db, io, processes }: PresenceSources,
  conversationId: string,
): Promise<void> {
  /** Also true with another conversation of the visitor open in another tab. */
  const isHere = async (visitorId: string) =>
    (await processes.isAnybodyIn([conversationId])) ||
    processes.isAnybodyIn(await readNewestConversations(db, visitorId));
  let told: boolean | undefined;
  for (;;) {
    const listeners = await readListenersOf(db, conversationId);
    if (!listeners) return;
    const isOnline = await isHere(listeners.visitorId);
    if (isOnline === told) return;
    io.to(watching(listeners.agentId)).emit('presence', { conversationId, isOnline });
    told = isOnline;
  }
}
