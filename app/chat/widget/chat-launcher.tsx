import {
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type RefObject,
} from 'react';
import { afterPaint, whenIdle } from '../../ui/when-idle.ts';
import { browserStorage } from '../../ui/browser-storage.ts';
import { Icon } from '../../ui/icon.tsx';
import { deskDotOf, isStaffed, type DeskDot } from '../protocol/desk-state.ts';
import type { ServiceContext } from '../protocol/views.ts';
import { askAvailability, ONLINE_LABEL } from './availability.ts';
import type { ChatPanelProps } from './chat-panel.tsx';
import { ChatBoundary } from './chat-boundary.tsx';
import { onOpenChat } from './open-chat.ts';
import { readStoredChat } from './stored-chat.ts';
import { PartLoader } from '../../ui/part-loader.ts';
import { isSavingData } from '../../ui/saving-data.ts';
import { languageNow, t } from '../../i18n/translate.ts';
import { loadMessages } from '../../i18n/load-messages.ts';
import { SOURCE_LANGUAGE } from '../../platform/languages.ts';

type ChatLauncherProps = Pick<ChatPanelProps, 'brandName' | 'words' | 'logo'>;

/** The panel has 24 KB, which a slow phone loads too late if the download starts on the click. */
const panel = new PartLoader(async () => {
  const [{ ChatPanel }] = await Promise.all([
    import('./chat-panel.tsx'),
    loadMessages('chat', 'chat-protocol', 'orders-protocol'),
  ]);
  return ChatPanel;
});

/**
 * Renders the round button at the bottom right. Until the visitor reaches for the button, or this browser has
 * a stored chat, there is no cookie and no socket. The panel's scripts load when the page is idle after
 * hydration.
 */
export function ChatLauncher({ brandName, words, logo }: ChatLauncherProps) {
  const button = useRef<HTMLButtonElement>(null);
  const opener = useRef<Element | null>(null);
  const [isPressed, setPressed] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [Panel, setPanel] = useState<ComponentType<ChatPanelProps> | null>(null);
  const [isFaulty, setFaulty] = useState(false);
  const panelState = useSyncExternalStore(panel.subscribe, panel.getState, () => 'idle');
  const hasFailed = isFaulty || panelState === 'failed';
  const [service, setService] = useState<ServiceContext | null>(null);
  const [dot, setDot] = useState<DeskDot | null>(null);
  const [unread, setUnread] = useState(0);
  const [agent, setAgent] = useState<string | null>(null);

  function load() {
    setFaulty(false);
    panel.start();
    void panel.whenLoaded().then((loaded) => setPanel(() => loaded));
  }

  function giveUp() {
    setPanel(null);
    setFaulty(true);
  }

  function open() {
    opener.current = document.activeElement;
    load();
    setPressed(true);
    // A slow phone needs time to render the panel, so the pressed state is painted first.
    afterPaint(() => {
      setPressed(false);
      setOpen(true);
    });
  }

  // The focus returns to its previous element once the button is visible again.
  useEffect(() => {
    const back = opener.current;
    if (isOpen || !back) return;
    opener.current = null;
    if (back instanceof HTMLElement && back !== document.body) back.focus();
    if (document.activeElement === document.body) button.current?.focus();
  }, [isOpen]);

  useEffect(
    () =>
      onOpenChat((context) => {
        // A copy, so that the same service is offered again after the visitor left it out.
        setService(context && { ...context });
        open();
      }),
    [],
  );
  useEffect(
    () =>
      whenIdle(() => {
        if (readStoredChat(browserStorage(), new Date())?.conversationId) load();
        // The panel is preloaded unless Data Saver is on. If that fails, a click shows the error.
        else if (!isSavingData()) panel.start();
        void askAvailability().then((answer) =>
          setDot(answer !== null && isStaffed(answer.state) ? deskDotOf(answer.state) : null),
        );
      }),
    [],
  );

  return (
    <>
      {Panel && (
        <ChatBoundary onFault={giveUp}>
          <Panel
            isOpen={isOpen}
            brandName={brandName}
            words={words}
            service={service}
            logo={logo}
            onClose={() => setOpen(false)}
            onUnread={setUnread}
            onAgent={setAgent}
          />
        </ChatBoundary>
      )}
      {isOpen && hasFailed && (
        <p
          role="alert"
          className="fixed end-4 bottom-24 z-40 max-w-64 rounded-card bg-surface p-4 text-sm text-error shadow-overlay ring-1 ring-line md:end-7 md:bottom-28"
        >
          {t("Couldn't load the chat. Check your connection and try again.")}
        </p>
      )}
      <LauncherButton
        ref={button}
        isExpanded={isOpen && Panel !== null}
        isLoading={isPressed || (isOpen && !Panel && !hasFailed)}
        unread={unread}
        agent={agent}
        dot={dot}
        onReach={load}
        onOpen={open}
      />
    </>
  );
}

interface LauncherButtonProps {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly isExpanded: boolean;
  readonly isLoading: boolean;
  readonly unread: number;
  readonly agent: string | null;
  /** Null if no agent accepts chats, or until known. */
  readonly dot: DeskDot | null;
  readonly onReach: () => void;
  readonly onOpen: () => void;
}

function LauncherButton(props: LauncherButtonProps) {
  const { ref, isExpanded, isLoading, unread, agent, dot, onReach, onOpen } = props;
  return (
    <button
      ref={ref}
      type="button"
      data-chat-launcher
      data-online-label={languageNow() === SOURCE_LANGUAGE ? undefined : t(ONLINE_LABEL)}
      aria-label={labelOf(unread, dot !== null)}
      suppressHydrationWarning
      aria-expanded={isExpanded}
      aria-busy={isLoading}
      hidden={isExpanded}
      onPointerEnter={onReach}
      onFocus={onReach}
      onClick={onOpen}
      className="chat-launcher needs-script"
    >
      {agent && !isLoading ? (
        // The initial is drawn by CSS, so that it is not part of the button's text.
        <span
          aria-hidden="true"
          data-initial={agent.trim()[0]?.toUpperCase()}
          className="launcher-face"
        />
      ) : (
        <Icon
          name={isLoading ? 'spinner-gap' : 'chat-circle-dots-fill'}
          size={28}
          className={isLoading ? 'animate-spin' : ''}
        />
      )}
      {unread > 0 ? (
        <span className="launcher-count tabular-nums">{unread > 9 ? '9+' : unread}</span>
      ) : (
        <span
          data-online
          data-dot={dot ?? ''}
          hidden={dot === null}
          suppressHydrationWarning
          className="launcher-dot bg-online data-[dot=away]:bg-away"
        />
      )}
    </button>
  );
}

function labelOf(unread: number, isOnline: boolean): string {
  if (unread > 0) {
    return t('Open chat, {count, plural, one {# unread message} other {# unread messages}}', {
      count: unread,
    });
  }
  return isOnline ? t(ONLINE_LABEL) : t('Open chat');
}
