/** The version of the messages between the frame and the embedding page. `public/widget/2.js` is the other end. */
const VERSION = 1;
/** Longer values cannot be a signed token. */
const IDENTITY_MAX_LENGTH = 4096;

export interface HostSays {
  readonly type: 'open' | 'close';
  /** A token signed by the site; null if the site does not identify its visitor. */
  readonly identity: string | null;
}

/** A message to the embedding page, which never contains the visitor's identity or any chat text. */
export type FrameSays =
  | { readonly type: 'ready' | 'close' }
  | { readonly type: 'unread'; readonly count: number }
  | { readonly type: 'chat'; readonly isKept: boolean };

interface Line {
  readonly tell: (words: FrameSays) => void;
  readonly close: () => void;
}

interface Talkers {
  readonly self: Pick<Window, 'addEventListener'>;
  readonly parent: Pick<Window, 'postMessage'>;
}

/**
 * Exchanges messages with the embedding page. `host` is the only origin that the browser allows to embed this
 * frame. Messages from other windows or origins, or with another shape, are ignored.
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
    // The target origin is explicit, so that a page that replaced the host receives nothing.
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
