import { inOneTab } from '../../ui/in-one-tab.ts';
import { loadJson, saveText } from '../../ui/browser-storage.ts';
import type { PickedFile } from './files/picked-file.ts';
import type { PendingMessage } from './message-list.ts';

/**
 * Stores unsent messages where they survive a reload and other tabs see them. If storage is forbidden or
 * full, the messages stay in memory, and a reload loses them.
 */
export interface Outbox {
  /** Returns all unsent messages of the conversation in the order written. */
  load(conversationId: string): PendingMessage[];
  put(conversationId: string, message: PendingMessage): void;
  remove(conversationId: string, clientId: string): void;
  /** Runs `work` while no other tab of this browser sends in the conversation. */
  exclusively(conversationId: string, work: () => Promise<void>): Promise<void>;
}

/** Each message has its own key in local storage, so that tabs never overwrite each other's messages. */
export function outboxPrefix(conversationId: string): string {
  return `chat_outbox:${conversationId}:`;
}

export function localOutbox(storage: Storage): Outbox {
  const unstored = new Map<string, PendingMessage>();
  return {
    load(conversationId) {
      const prefix = outboxPrefix(conversationId);
      const messages = [...readStored(storage, prefix)];
      for (const [key, message] of unstored) if (key.startsWith(prefix)) messages.push(message);
      return messages.sort((a, b) => a.writtenAt.localeCompare(b.writtenAt));
    },
    put(conversationId, message) {
      const key = outboxPrefix(conversationId) + message.clientId;
      try {
        storage.setItem(key, JSON.stringify(message));
        unstored.delete(key);
      } catch {
        unstored.set(key, message);
      }
    },
    remove(conversationId, clientId) {
      const key = outboxPrefix(conversationId) + clientId;
      unstored.delete(key);
      saveText(storage, key, '');
    },
    exclusively(conversationId, work) {
      // Without locks two tabs may send the same message; the server stores it once and answers both.
      return inOneTab(outboxPrefix(conversationId), work);
    },
  };
}

function* readStored(storage: Storage, prefix: string): Generator<PendingMessage> {
  try {
    for (let index = 0; index < storage.length; index += 1) {
      const key = storage.key(index);
      const value = key?.startsWith(prefix) ? loadJson(storage, key) : null;
      if (isPending(value)) yield value;
    }
  } catch {
    // Messages that storage cannot return are in memory.
  }
}

function isPending(value: unknown): value is PendingMessage {
  const { clientId, text, writtenAt, files = [] } = (value ?? {}) as Partial<PendingMessage>;
  const isMessage =
    typeof clientId === 'string' && typeof text === 'string' && typeof writtenAt === 'string';
  return isMessage && Array.isArray(files) && files.every(isPickedFile);
}

function isPickedFile(value: unknown): value is PickedFile {
  const { id, name, size } = (value ?? {}) as Partial<PickedFile>;
  return typeof id === 'string' && typeof name === 'string' && typeof size === 'number';
}
