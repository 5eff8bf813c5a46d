/** The version of messages between a frame and the page around it; `public/widget/2.js` is the other end. */
const VERSION = 1;
/** A signature is never as long. */
const IDENTITY_MAX_LENGTH = 4096;

/** What the page around the frame says. */
export interface HostSays {
  readonly type: 'open' | 'close';
  /** A token that it signed; null where it does not say who its visitor is. */
  readonly identity: string | null;
}

/** What the frame says: never who the visitor is, or what anybody wrote. */
export type FrameSays =
  | { readonly type: 'ready' | 'close' }
  | { readonly type: 'unread'; readonly count: number }
  | { readonly type: 'chat'; readonly isKept: boolean };

interface Line {
  readonly tell: (words: FrameSays) => void;
  readonly close: () => void;
}

/** The windows that talk, as far as this needs them. */
interface Talkers {
  readonly self: Pick<Window, 'addEventListener'>;
  readonly parent: Pick<Window, 'postMessage'>;
}

/**
 * Talks with the page around the frame, and with nobody else: `host` is the one site that the browser
 * lets show this frame. What comes from any other window or origin, or has another shape, is not heard.
 */
export function openHostLine(
  host: string,
  onSaid: (words: HostSays) => void,
  { self, parent }: Talkers = { self: window, parent: window.parent },
): Line {
  const ending = new AbortController();
  self.addEventListener(
    'message',
    (event) => {
      const { source, origin, data } = event as MessageEvent<unknown>;
      if (source !== parent || origin !== host) return;
      const words = readWords(data);
      if (words) onSaid(words);
    },
    { signal: ending.signal },
  );
  return {
    // Named, so that a page that took the place of the host hears nothing.
    tell: (words) => parent.postMessage({ embarka: VERSION, ...words }, host),
    close: () => ending.abort(),
  };
}

function readWords(data: unknown): HostSays | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { embarka, type, identity } = data as Readonly<Record<string, unknown>>;
  if (embarka !== VERSION || (type !== 'open' && type !== 'close')) return undefined;
  const isToken =
    typeof identity === 'string' && identity !== '' && identity.length <= IDENTITY_MAX_LENGTH;
  return { type, identity: isToken ? identity : null };
}
