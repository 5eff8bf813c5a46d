import { inOneTab } from '../ui/in-one-tab.ts';
import { loadJson, saveText } from '../ui/browser-storage.ts';
import type { PickedFile } from './files/picked-file.ts';
import type { PendingMessage } from './message-list.ts';

/**
 * Unsent messages, kept where a reload does not lose them and other tabs see them. Where storage
 * is forbidden or full they live in memory: only a reload loses what was not sent yet.
 */
export interface Outbox {
  /** Everything unsent in the conversation, in the order written. */
  load(conversationId: string): PendingMessage[];
  put(conversationId: string, message: PendingMessage): void;
  remove(conversationId: string, clientId: string): void;
  /** Runs `work` while no other tab of this browser sends in the conversation. */
  exclusively(conversationId: string, work: () => Promise<void>): Promise<void>;
}

/** The keys of a conversation's messages in local storage, one each: tabs never overwrite. */
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
      // Without locks two tabs may send the same message, which the server answers twice and stores once.
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
    // See above: what storage does not give back is in memory.
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
