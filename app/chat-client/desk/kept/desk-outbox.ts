import { localOutbox, type Outbox } from '../../outbox.ts';
import type { PendingMessage } from '../../message-list.ts';
import { findWorker } from '../worker.ts';
import { askKept } from './kept-database.ts';

/** A message of the team's that is not sent yet, as the worker finds it. */
export interface KeptReply {
  readonly clientId: string;
  readonly conversationId: string;
  /** Nobody else sends it, whoever is signed in. */
  readonly author: string;
  readonly text: string;
  readonly writtenAt: string;
  /** 'refused': the server said no, and its author decides. */
  readonly state: 'waiting' | 'refused';
  readonly reason?: string;
  /** Files are sent by a page: the worker waits for it. */
  readonly hasFiles: boolean;
}

/** Where the worker looks; a test has one of its own. */
export interface KeptReplies {
  all(): Promise<KeptReply[]>;
  put(reply: KeptReply): Promise<void>;
  remove(clientId: string): Promise<void>;
}

/**
 * The outbox of somebody of the team: what they wrote is laid beside for the worker, too, which sends it when
 * no page is open. Whoever signs in after them neither sees nor sends it.
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

/** What was written on notifications, or is only known to the worker, comes into the threads; the keys of those. */
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

/** Not every browser has background sync. */
interface Syncing extends ServiceWorkerRegistration {
  readonly sync?: { register(tag: string): Promise<void> };
}

/** Browsers that know it wake the worker when the network is back, also when every page is closed. */
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
