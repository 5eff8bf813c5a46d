import type { PendingMessage } from './message-list.ts';

/**
 * Unsent messages, kept where a reload does not lose them. One entry a conversation; storage that
 * is forbidden or full only means that a reload loses what was not sent yet.
 */
export interface Outbox {
  load(conversationId: string): PendingMessage[];
  save(conversationId: string, pending: readonly PendingMessage[]): void;
}

const PREFIX = 'chat_outbox:';

export function localOutbox(storage: Storage): Outbox {
  return {
    load(conversationId) {
      try {
        const stored: unknown = JSON.parse(storage.getItem(PREFIX + conversationId) ?? '[]');
        return Array.isArray(stored) ? stored.filter(isPending) : [];
      } catch {
        return [];
      }
    },
    save(conversationId, pending) {
      try {
        if (pending.length === 0) storage.removeItem(PREFIX + conversationId);
        else storage.setItem(PREFIX + conversationId, JSON.stringify(pending));
      } catch {
        // See above: nothing that is sent depends on it.
      }
    },
  };
}

function isPending(value: unknown): value is PendingMessage {
  const { clientId, text, writtenAt } = (value ?? {}) as Partial<PendingMessage>;
  return typeof clientId === 'string' && typeof text === 'string' && typeof writtenAt === 'string';
}
