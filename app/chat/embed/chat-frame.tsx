import { useCallback, useEffect, useMemo, useRef, useState, type ComponentType } from 'react';
import type { ChatWords } from '../protocol/chat-words.ts';
import { systemClock } from '../../platform/clock.ts';
import { say } from '../../platform/say.ts';
import { PartLoader } from '../../ui/part-loader.ts';
import { learnChatWords } from '../client/learn-words.ts';
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
import { openHostLine, type FrameSays } from './host-line.ts';
import { OpenElsewhere } from './open-elsewhere.tsx';

const panel = new PartLoader(async () => {
  const [{ ChatPanel }] = await Promise.all([import('../widget/chat-panel.tsx'), learnChatWords()]);
  return ChatPanel;
});

export interface ChatFrameProps extends Pick<
  ChatPanelProps,
  'brandName' | 'words' | 'service' | 'servicePicture'
> {
  /** The origin of the embedding page, which the browser has verified. */
  readonly host: string;
  readonly topicId: string | null;
  readonly section: string | null;
  readonly shopPath: string;
}

/** Renders the chat for an iframe on another site. The frame stays empty until the embedding page sends a message. */
export function ChatFrame(props: ChatFrameProps) {
  const { host, brandName, words, topicId, section, service, servicePicture, shopPath } = props;
  const [Panel, setPanel] = useState<ComponentType<ChatPanelProps> | null>(null);
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const identity = useRef<string | null>(null);
  const tell = useRef<(said: FrameSays) => void>(() => undefined);
  const keeping = useMemo(() => (typeof document === 'undefined' ? 'cookie' : findKeeping()), []);

  useEffect(() => {
    // Opened directly, the page would wait forever for a message from an embedding page.
    if (window.parent === window) {
      setFailed(true);
      return undefined;
    }
    let isOver = false;
    let isFirst = true;
    const line = openHostLine(host, (said) => {
      identity.current = said.identity;
      const show = () => setOpen(said.type === 'open');
      if (!isFirst) {
        show();
        return;
      }
      isFirst = false;
      // If the request fails, the chat of a previous visitor might still be open, so none is shown.
      leaveChatOfAnother(said.identity, keeping).then(
        () => {
          const isRemembered = readStoredChat(storageOf(keeping), systemClock.now()) !== null;
          line.tell({ type: 'chat', isKept: isRemembered });
          show();
        },
        () => setFailed(true),
      );
    });
    tell.current = line.tell;
    void panel.whenLoaded().then((loaded) => {
      if (isOver) return;
      setPanel(() => loaded);
      line.tell({ type: 'ready' });
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
        onStarted: () => tell.current({ type: 'chat', isKept: keeping !== 'page' }),
      }),
    [host, section, topicId, keeping],
  );
  const close = useCallback(() => {
    setOpen(false);
    tell.current({ type: 'close' });
  }, []);
  const tellUnread = useCallback((count: number) => tell.current({ type: 'unread', count }), []);

  if (hasFailed) return <OpenElsewhere path={shopPath} />;
  if (!Panel || isOpen === null) return null;
  return (
    <ChatBoundary onFault={() => setFailed(true)}>
      <Panel
        isOpen={isOpen}
        brandName={brandName}
        words={words}
        service={service}
        servicePicture={servicePicture}
        tools={tools}
        warning={
          keeping === 'cookie' ? undefined : <NothingKept keeping={keeping} path={shopPath} />
        }
        onClose={close}
        onUnread={tellUnread}
      />
    </ChatBoundary>
  );
}

function NothingKept({ keeping, path }: { readonly keeping: Keeping; readonly path: string }) {
  return (
    <p className="border-b border-line bg-amber-tint px-4 py-2.5 text-[13.5px] leading-[1.45] text-ink">
      {keeping === 'tab'
        ? say(
            'Your browser keeps no cookies for this chat here: it ends when you close this tab, and files cannot be added or opened.',
          )
        : say(
            'Your browser keeps nothing for this chat here: it ends when you leave this page, and files cannot be added or opened.',
          )}{' '}
      <a href={path} className="link">
        {say('Open it in a window')}
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
