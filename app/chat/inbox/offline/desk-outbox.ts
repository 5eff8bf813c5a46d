import { localOutbox, type Outbox } from '../../client/outbox.ts';
import type { PendingMessage } from '../../client/message-list.ts';
import { findWorker } from '../worker.ts';
import { askKept } from './kept-database.ts';

/** An agent's unsent message in the form that the service worker reads. */
export interface KeptReply {
  readonly clientId: string;
  readonly conversationId: string;
  /** The message is never sent with another agent's session. */
  readonly author: string;
  readonly text: string;
  readonly writtenAt: string;
  /** 'refused' means that the server rejected the message; its author decides about a retry. */
  readonly state: 'waiting' | 'refused';
  readonly reason?: string;
  /** Only a page can send files, so the worker leaves such messages to it. */
  readonly hasFiles: boolean;
}

export interface KeptReplies {
  all(): Promise<KeptReply[]>;
  put(reply: KeptReply): Promise<void>;
  remove(clientId: string): Promise<void>;
}

/**
 * Copies an agent's outbox to a store that the service worker can read, so that the worker can send messages
 * while no page is open. Another agent who signs in neither sees nor sends these messages.
 */
export function deskOutbox(
  storage: Storage,
  author: string,
  replies: KeptReplies = browserReplies,
): Outbox {
  const local = localOutbox(storage);
  const isTheirs = (message: PendingMessage) => (message.author ?? author) === author;
  return {
    ...local,
    load: (conversationId) => local.load(conversationId).filter(isTheirs),
    put(conversationId, message) {
      local.put(conversationId, { ...message, author });
      void replies.put(toReply(conversationId, message, author)).then(
        () => (message.canRetry ? sendLater() : undefined),
        () => {},
      );
    },
    remove(conversationId, clientId) {
      local.remove(conversationId, clientId);
      void replies.remove(clientId).catch(() => {});
    },
  };
}

/**
 * Loads replies that were typed into notifications or are known only to the worker; returns the ids of their
 * conversations.
 */
export async function takeReplies(
  storage: Storage,
  author: string,
  replies: KeptReplies = browserReplies,
): Promise<readonly string[]> {
  const local = localOutbox(storage);
  const conversations = new Set<string>();
  for (const reply of await replies.all().catch(() => [])) {
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
): KeptReply {
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

function toPending({ clientId, text, writtenAt, state, reason }: KeptReply): PendingMessage {
  return {
    clientId,
    text,
    writtenAt,
    state: state === 'waiting' ? 'sending' : 'failed',
    ...(reason === undefined ? {} : { reason }),
  };
}

/** Some browsers have no background sync. */
interface Syncing extends ServiceWorkerRegistration {
  readonly sync?: { register(tag: string): Promise<void> };
}

/** Background sync wakes the worker when the network returns, even if every page is closed. */
async function sendLater(): Promise<void> {
  const registration: Syncing | undefined = await findWorker();
  await registration?.sync?.register('replies');
}

const browserReplies: KeptReplies = {
  all: () => askKept('replies', 'readonly', (store) => store.getAll() as IDBRequest<KeptReply[]>),
  async put(reply) {
    await askKept('replies', 'readwrite', (store) => store.put(reply));
  },
  async remove(clientId) {
    await askKept('replies', 'readwrite', (store) => store.delete(clientId));
  },
};
