/** What the tabs of one browser tell each other, so that ten of them show one chat. */
export interface OtherTabs {
  /** Returns the function that stops listening. */
  listen(handlers: TabHandlers): () => void;
  tellRead(conversationId: string, number: number): void;
}

interface TabHandlers {
  /** Another tab wrote, changed or removed (null) something in local storage. */
  readonly onStored: (key: string, value: string | null) => void;
  /** Another tab has shown everything up to this number. */
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
      // A broadcast stays inside this origin; the rule means windows.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      channel?.postMessage(notice);
    },
  };
}

/** Where storage is blocked some browsers forbid channels, too. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel('chat');
  } catch {
    return null;
  }
}
