import { useCallback, useEffect, useMemo, useRef, useState, type ComponentType } from 'react';
import type { ChatWords } from '../protocol/chat-words.ts';
import { systemClock } from '../../platform/clock.ts';
import { t } from '../../i18n/translate.ts';
import { PartLoader } from '../../ui/part-loader.ts';
import { loadMessages } from '../../i18n/load-messages.ts';
import { ChatBoundary } from '../widget/chat-boundary.tsx';
import type { ChatPanelProps } from '../widget/chat-panel.tsx';
import { readStoredChat } from '../widget/stored-chat.ts';
import {
  findKeeping,
  frameTools,
  leaveChatOfAnother,
  storageOf,
  type Keeping,
} from './frame-tools.ts';
import { OpenElsewhere } from './open-elsewhere.tsx';

/** The version of the messages between the frame and the embedding page. `public/widget/3.js` is the other end. */
const VERSION = 1;

/** Longer values cannot be a signed token. */
const IDENTITY_MAX_LENGTH = 4096;

export interface EmbeddingPageMessage {
  readonly type: 'open' | 'close';
  /** A token signed by the site; null if the site does not identify its visitor. */
  readonly identity: string | null;
}

/** A message to the embedding page, which never contains the visitor's identity or any chat text. */
type FrameMessage =
  | { readonly type: 'ready' | 'close' }
  | { readonly type: 'unread'; readonly count: number }
  | { readonly type: 'chat'; readonly isKept: boolean };

interface Line {
  readonly notify: (words: FrameMessage) => void;
  readonly close: () => void;
}

interface Talkers {
  readonly self: Pick<Window, 'addEventListener'>;
  readonly parent: Pick<Window, 'postMessage'>;
}

const panel = new PartLoader(async () => {
  const [{ ChatPanel }] = await Promise.all([
    import('../widget/chat-panel.tsx'),
    loadMessages('chat', 'chat-protocol', 'orders-protocol'),
  ]);
  return ChatPanel;
});

export interface ChatFrameProps extends Pick<
  ChatPanelProps,
  'brandName' | 'words' | 'service' | 'logo'
> {
  /** The origin of the embedding page, which the browser has verified. */
  readonly host: string;
  readonly topicId: string | null;
  readonly section: string | null;
  readonly shopPath: string;
}

/** Renders the chat for an iframe on another site. The frame stays empty until the embedding page sends a message. */
export function ChatFrame(props: ChatFrameProps) {
  const { host, brandName, words, topicId, section, service, logo, shopPath } = props;
  const [Panel, setPanel] = useState<ComponentType<ChatPanelProps> | null>(null);
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const identity = useRef<string | null>(null);
  const notify = useRef<(said: FrameMessage) => void>(() => undefined);
  const keeping = useMemo(() => (typeof document === 'undefined' ? 'cookie' : findKeeping()), []);

  useEffect(() => {
    // Opened directly, the page would wait forever for a message from an embedding page.
    if (window.parent === window) {
      setFailed(true);
      return undefined;
    }
    let isOver = false;
    let isWanted = false;
    let leaving: Promise<void> | undefined;
    const line = openFrameChannel(host, (said) => {
      identity.current = said.identity;
      // The visitor may click before the request ends: the last message counts.
      isWanted = said.type === 'open';
      leaving ??= leaveChatOfAnother(said.identity, keeping).then(() => {
        const stored = readStoredChat(storageOf(keeping), systemClock.now());
        line.notify({ type: 'chat', isKept: Boolean(stored?.conversationId) });
      });
      // If the request fails, the chat of a previous visitor might still be open, so none is shown.
      leaving.then(
        () => setOpen(isWanted),
        () => setFailed(true),
      );
    });
    notify.current = line.notify;
    void panel.whenLoaded().then((loaded) => {
      if (isOver) return;
      setPanel(() => loaded);
      line.notify({ type: 'ready' });
    });
    const leave = openLinksOutside();
    return () => {
      isOver = true;
      leave();
      line.close();
    };
  }, [host, keeping]);

  const tools = useCallback(
    (shownWords: ChatWords) =>
      frameTools(shownWords, {
        host,
        section,
        topicId,
        identity: () => identity.current,
        keeping,
        onStarted: () => notify.current({ type: 'chat', isKept: keeping !== 'page' }),
      }),
    [host, section, topicId, keeping],
  );
  const close = useCallback(() => {
    setOpen(false);
    notify.current({ type: 'close' });
  }, []);
  const notifyUnread = useCallback(
    (count: number) => notify.current({ type: 'unread', count }),
    [],
  );

  if (hasFailed) return <OpenElsewhere path={shopPath} />;
  if (!Panel || isOpen === null) return null;
  return (
    <ChatBoundary onFault={() => setFailed(true)}>
      <Panel
        isOpen={isOpen}
        brandName={brandName}
        words={words}
        service={service}
        logo={logo}
        tools={tools}
        warning={
          keeping === 'cookie' ? undefined : <NothingSaved keeping={keeping} path={shopPath} />
        }
        onClose={close}
        onUnread={notifyUnread}
      />
    </ChatBoundary>
  );
}

function NothingSaved({ keeping, path }: { readonly keeping: Keeping; readonly path: string }) {
  return (
    <p className="border-b border-line bg-amber-tint px-4 py-2.5 text-[13.5px] leading-[1.45] text-ink">
      {keeping === 'tab'
        ? t(
            "Your browser blocks cookies for this chat here. The chat ends when you close this tab, and you can't add or open files.",
          )
        : t(
            "Your browser can't save anything for this chat here. The chat ends when you leave this page, and you can't add or open files.",
          )}{' '}
      <a href={path} className="link">
        {t('Open in a window')}
      </a>
    </p>
  );
}

/** None of our other pages may be framed, so links open in a new window. */
function openLinksOutside(): () => void {
  const onClick = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (!(link instanceof HTMLAnchorElement) || link.hasAttribute('download')) return;
    link.target = '_blank';
    link.rel = 'noopener';
    // The router would open the link inside the frame.
    event.stopPropagation();
  };
  window.addEventListener('click', onClick, true);
  return () => window.removeEventListener('click', onClick, true);
}

/**
 * Exchanges messages with the embedding page. `host` is the only origin that the browser allows to embed this
 * frame. Messages from other windows or origins, or with another shape, are ignored.
 */
export function openFrameChannel(
  host: string,
  onSaid: (words: EmbeddingPageMessage) => void,
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
    notify: (words) => parent.postMessage({ embarka: VERSION, ...words }, host),
    close: () => ending.abort(),
  };
}

function readWords(data: unknown): EmbeddingPageMessage | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { embarka, type, identity } = data as Readonly<Record<string, unknown>>;
  if (embarka !== VERSION || (type !== 'open' && type !== 'close')) return undefined;
  const isToken =
    typeof identity === 'string' && identity !== '' && identity.length <= IDENTITY_MAX_LENGTH;
  return { type, identity: isToken ? identity : null };
}
