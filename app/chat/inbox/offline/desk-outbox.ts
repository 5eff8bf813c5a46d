import { localOutbox, type Outbox } from '../../client/outbox.ts';
import type { PendingMessage } from '../../client/message-list.ts';
import { findWorker } from '../worker.ts';
import { SYNC_TAG, type WithSync } from '../service-worker/contract.ts';
import { withDatabase, type PersistedReply } from './offline-database.ts';

/**
 * Copies an agent's outbox to a store that the service worker can read, so that the worker can send messages
 * while no page is open. Another agent who signs in neither sees nor sends these messages.
 */
export function deskOutbox(storage: Storage, author: string): Outbox {
  const local = localOutbox(storage);
  const isTheirs = (message: PendingMessage) => (message.author ?? author) === author;
  return {
    ...local,
    load: (conversationId) => local.load(conversationId).filter(isTheirs),
    put(conversationId, message) {
      local.put(conversationId, { ...message, author });
      const reply = toReply(conversationId, message, author);
      void withDatabase((database) => database.put('replies', reply)).then(
        () => (message.canRetry ? sendLater() : undefined),
        () => {},
      );
    },
    remove(conversationId, clientId) {
      local.remove(conversationId, clientId);
      void withDatabase((database) => database.delete('replies', clientId)).catch(() => {});
    },
  };
}

/**
 * Loads replies that were typed into notifications or are known only to the worker; returns the ids of their
 * conversations.
 */
export async function takeReplies(storage: Storage, author: string): Promise<readonly string[]> {
  const local = localOutbox(storage);
  const conversations = new Set<string>();
  const replies = await withDatabase((database) => database.getAll('replies')).catch(() => []);
  for (const reply of replies) {
    const { conversationId, clientId } = reply;
    if (reply.author !== author || reply.hasFiles) continue;
    const held = local.load(conversationId).find((message) => message.clientId === clientId);
    const isKnown = held && (held.state === 'failed' || reply.state === 'waiting');
    if (isKnown) continue;
    local.put(conversationId, { ...toPending(reply), author });
    conversations.add(conversationId);
  }
  return [...conversations];
}

function toReply(
  conversationId: string,
  { clientId, text, writtenAt, state, canRetry, reason, files }: PendingMessage,
  author: string,
): PersistedReply {
  return {
    clientId,
    conversationId,
    author,
    text,
    writtenAt,
    state: state === 'sending' || canRetry ? 'waiting' : 'refused',
    ...(reason === undefined ? {} : { reason }),
    hasFiles: (files?.length ?? 0) > 0,
  };
}

function toPending({ clientId, text, writtenAt, state, reason }: PersistedReply): PendingMessage {
  return {
    clientId,
    text,
    writtenAt,
    state: state === 'waiting' ? 'sending' : 'failed',
    ...(reason === undefined ? {} : { reason }),
  };
}

/** Background sync wakes the worker when the network returns, even if every page is closed. */
async function sendLater(): Promise<void> {
  const registration: WithSync | undefined = await findWorker();
  await registration?.sync?.register(SYNC_TAG);
}
