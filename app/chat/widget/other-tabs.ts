/** Synchronizes the tabs of one browser, so that they all show the same chat. */
export interface OtherTabs {
  /** Returns a function that removes the listeners. */
  listen(handlers: TabHandlers): () => void;
  tellRead(conversationId: string, number: number): void;
}

interface TabHandlers {
  /** Another tab wrote, changed or removed (null) a value in local storage. */
  readonly onStored: (key: string, value: string | null) => void;
  /** Another tab has shown all messages up to this number. */
  readonly onRead: (conversationId: string, number: number) => void;
}

interface ReadNotice {
  readonly conversationId: string;
  readonly number: number;
}

export function otherTabs(): OtherTabs {
  const channel = openChannel();
  return {
    listen({ onStored, onRead }) {
      const stored = ({ key, newValue }: StorageEvent) => {
        if (key !== null) onStored(key, newValue);
      };
      const read = ({ data }: MessageEvent<ReadNotice>) => onRead(data.conversationId, data.number);
      const ending = new AbortController();
      window.addEventListener('storage', stored, ending);
      channel?.addEventListener('message', read, ending);
      return () => ending.abort();
    },
    tellRead(conversationId, number) {
      const notice: ReadNotice = { conversationId, number };
      // A broadcast channel stays inside this origin; the rule is about windows.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      channel?.postMessage(notice);
    },
  };
}

/** Some browsers that block storage also block channels. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel('chat');
  } catch {
    return null;
  }
}
