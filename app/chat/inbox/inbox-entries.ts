import type { MessageEvent } from '../events.ts';
import type { InboxEntry } from '../views.ts';

/** The agent's list as events change it. Pure; newest message first (SPEC §4). */

export function putEntry(entries: readonly InboxEntry[], entry: InboxEntry): InboxEntry[] {
  return sorted([...removeEntry(entries, entry.visitorId), entry]);
}

export function removeEntry(entries: readonly InboxEntry[], visitorId: string): InboxEntry[] {
  return entries.filter((entry) => entry.visitorId !== visitorId);
}

export function clearUnread(entries: readonly InboxEntry[], visitorId: string): InboxEntry[] {
  return entries.map((entry) =>
    entry.visitorId === visitorId ? { ...entry, unreadCount: 0 } : entry,
  );
}

/** Counts a message into its visitor's entry; a visitor who is not in the list is left alone. */
export function applyMessage(
  entries: readonly InboxEntry[],
  { visitorId, conversationId, message }: MessageEvent,
  { agentId, isOpen }: { readonly agentId: string; readonly isOpen: boolean },
): InboxEntry[] {
  return sorted(
    entries.map((entry) => {
      if (entry.visitorId !== visitorId) return entry;
      const fromVisitor = message.isAgent ? 0 : 1;
      return {
        ...entry,
        conversationId: message.isAgent ? entry.conversationId : conversationId,
        isCompleted: message.isAgent && entry.isCompleted,
        lastMessageAt: message.createdAt,
        lastMessageText: message.text,
        messageCount: entry.messageCount + 1,
        visitorMessageCount: entry.visitorMessageCount + fromVisitor,
        unreadCount: isOpen ? 0 : entry.unreadCount + fromVisitor,
        needsWelcome: message.isAgent
          ? entry.needsWelcome && message.agentId !== agentId
          : entry.needsWelcome || entry.messageCount === entry.visitorMessageCount,
      };
    }),
  );
}

function sorted(entries: readonly InboxEntry[]): InboxEntry[] {
  return [...entries].sort((a, b) => (b.lastMessageAt ?? '').localeCompare(a.lastMessageAt ?? ''));
}
