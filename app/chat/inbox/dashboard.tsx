import { t } from '../../i18n/translate.ts';
import {
  useEffect,
  useState,
  useSyncExternalStore,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import { useNavigate, type NavigateFunction, useLocation } from 'react-router';
import { systemClock } from '../../platform/clock.ts';
import type { DeskMember, InboxEntry, InboxScope } from '../protocol/views.ts';
import type { Figures } from '../protocol/inbox-figures.ts';
import { type InboxQuery, addressOf, readInboxQuery } from './inbox-query.ts';
import { InboxStore } from './inbox-store.ts';
import type { ViewList } from './inbox-entries.ts';
import { useAfterPaint } from '../../ui/use-after-paint.ts';
import { useCommands, openPalette } from '../../ui/command/command.ts';
import { deskCommands, type Desk, DESK_COMMANDS } from './desk-commands.ts';
import type { DeskContext } from './desk-context.ts';
import { WaitRulesProvider } from './needs-response.tsx';
import { usePanel } from './panel/use-panel.ts';
import { VisitorPanel } from './panel/visitor-panel.tsx';
import { TakeOverDialog } from './hand-over.tsx';
import { OfflineInbox } from './offline/offline-inbox.ts';
import { dropDraftsOfOthers } from './drop-drafts-of-others.ts';
import { forgetDesk } from './offline/forget-desk.ts';
import { DeskWordsProvider } from './desk-words.tsx';
import { useShared } from './shared-files.tsx';
import { Sidebar } from './sidebar.tsx';
import { Thread } from './thread.tsx';
import { Toasts } from './toasts.tsx';
import './dashboard.css';
import { openVisitorsWith } from './find-visitors.ts';
import { clearNotices, notify, onNoticeClicked } from './notify.ts';
import { readPreferences } from './preferences.tsx';
import { isComposing } from '../../ui/is-composing.ts';
import { whenIdle } from '../../ui/when-idle.ts';
import type { MessageToPage, MessageToWorker } from './service-worker/contract.ts';
import { findWorker, startWorker } from './worker.ts';
import type { Move } from './thread-on-screen.ts';

/** Stored in the history entry of a conversation opened from the list: closing it then goes back. */
interface StepState {
  readonly isFromList: boolean;
}

interface DashboardProps extends DeskContext {
  readonly member: DeskMember;
  readonly scopes: readonly InboxScope[];
  readonly query: InboxQuery;
  readonly list: ViewList;
  readonly figures: Figures;
  readonly opened: { readonly entry: InboxEntry; readonly conversationId: string } | null;
}

const hereNow = () => location.pathname + location.search;

/** Only a browser with service workers can show the page again without a network. */
const canKeep = () => typeof window !== 'undefined' && 'serviceWorker' in navigator;

/**
 * Redirects to the sign-in. If the router comes straight back, somebody else has signed in, and a reload
 * discards the previous agent's data.
 */
async function leave(navigate: NavigateFunction): Promise<void> {
  await navigate(`/login?next=${encodeURIComponent(hereNow())}`);
  if (location.pathname === '/agentchat') location.reload();
}

/** Renders /agentchat: the list, the open conversation and the visitor panel; one at a time on a phone. */
export function Dashboard({ member, isAway, setUnread, showShortcuts, ...page }: DashboardProps) {
  const navigate = useNavigate();
  const [store] = useState(() => {
    if (typeof window !== 'undefined') dropDraftsOfOthers(member.id);
    return new InboxStore({
      ...page,
      clock: systemClock,
      agentId: member.id,
      ...(canKeep() ? { offlineInbox: new OfflineInbox(member.id) } : {}),
      // A reload keeps the drafts and rebuilds navigation, lists and permissions for the new role.
      onRoleChanged: () => location.reload(),
      onSignedOut: () => {
        // Several responses may report the sign-out, the last of them after the page has been left.
        if (location.pathname !== '/agentchat') return;
        void forgetDesk();
        void leave(navigate);
      },
    });
  });
  const state = useSyncExternalStore(store.subscribe, store.getState, store.getState);
  const { unread } = state;
  const inboxEntry = store.thread.inboxEntry();
  const panel = usePanel();
  // Rendering a conversation takes a slow processor a while, so the pressed row is painted first.
  const paintedId = useAfterPaint(state.openVisitorId);
  const isShown = state.openVisitorId === null || state.openVisitorId === paintedId;

  useStoreOnPage(store, state.openVisitorId);
  useDeskAddress(store);
  useAgentApp(store, member.id);
  const shared = useShared();
  useEffect(() => setUnread(unread), [setUnread, unread]);
  const desk: Desk = {
    store,
    seesVisitors: member.seesVisitors,
    go: (path) => void navigate(path),
    showShortcuts,
    showPanel: panel.toggle,
  };
  useShortcuts(desk);
  useCommands(() => deskCommands(desk));

  return (
    <DeskWordsProvider words={state.words}>
      <WaitRulesProvider rules={state.waitRules}>
        <title>
          {unread > 0 ? t('({unread}) Agent Dashboard', { unread }) : t('Agent Dashboard')}
        </title>
        <div id="content" tabIndex={-1} className="dashboard outline-none">
          <Sidebar
            member={member}
            state={state}
            store={store}
            unread={unread}
            isAway={isAway}
            shared={shared}
          />
          {isShown ? (
            <Thread
              key={state.openVisitorId}
              member={member}
              state={state}
              store={store}
              unread={unread}
              panel={panel}
              shared={shared}
            />
          ) : (
            <main data-takes-screen className="bg-canvas" />
          )}
          {/* An agent who lost the visitor may neither read nor change the visitor's data. */}
          {inboxEntry && isShown && !state.thread?.wasHandedOver && (
            <VisitorPanel
              key={`panel of ${inboxEntry.visitorId}`}
              panel={panel}
              inboxEntry={inboxEntry}
              member={member}
              store={store}
            />
          )}
        </div>
        {state.takeOver && <TakeOverDialog writers={state.takeOver.writers} store={store} />}
        <Toasts
          toasts={state.toasts}
          isThreadOpen={state.openVisitorId !== null}
          onOpen={(toast) => void store.thread.open(toast.visitorId, toast.conversationId)}
          onUndo={(id) => void store.undo(id)}
          onDismiss={(id) => store.toasts.dismiss(id)}
        />
      </WaitRulesProvider>
    </DeskWordsProvider>
  );
}

function useStoreOnPage(store: InboxStore, shownId: string | null): void {
  useEffect(() => store.connect(), [store]);
  useEffect(
    () =>
      store.hints.onUnseen(
        (toast) => void notify(toast, () => void store.thread.open(toast.visitorId)),
      ),
    [store],
  );
  useEffect(() => openVisitorsWith((visitorId) => void store.thread.open(visitorId)), [store]);
  useEffect(() => onNoticeClicked((visitorId) => void store.thread.open(visitorId)), [store]);
  useEffect(() => {
    if (shownId) void clearNotices(shownId);
  }, [shownId]);
  useEffect(() => {
    const markRead = () => store.thread.markRead();
    document.addEventListener('visibilitychange', markRead);
    return () => document.removeEventListener('visibilitychange', markRead);
  }, [store]);
}

/** Handles the dashboard's shortcuts unless a field has the focus or a dialog is open. */
function useShortcuts(desk: Desk): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.altKey && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      void desk.store.step(event.key === 'ArrowDown' ? 1 : -1);
      return;
    }
    const command = DESK_COMMANDS.find(({ key }) => key === event.key);
    if (!command || event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event)) return;
    if (event.key !== 'Escape' && !readPreferences().hasShortcuts) return;
    event.preventDefault();
    if (!(command.isOffered?.(desk) ?? true)) return;
    const choices = command.choices?.(desk);
    if (choices) openPalette(choices);
    else command.run?.(desk);
  });
  // A layout effect registers the listener together with the first paint, not after it.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

/** Returns true for keys typed into a field or meant for an open menu or dialog. */
function isElsewhere({ target }: KeyboardEvent): boolean {
  const isField = target instanceof HTMLElement && target.matches('input, textarea, select');
  return isField || document.querySelector(':popover-open, dialog[open]') !== null;
}

/**
 * Starts the service worker of the agents' app and makes it cache this build's page and files and send
 * pending replies. The dashboard works without the worker, except offline.
 */
function useAgentApp(store: InboxStore, owner: string): void {
  useEffect(() => {
    // Development files have no hashed names, so cached copies would be stale.
    if (import.meta.env.DEV || !('serviceWorker' in navigator)) return undefined;
    const workers = navigator.serviceWorker;
    const receive = ({ data }: MessageEvent<MessageToPage | null>) => {
      if (data && 'replies' in data) void store.takeReplies();
    };
    const send = () => void notifyOthers({ kind: 'send' });
    workers.addEventListener('message', receive);
    window.addEventListener('online', send);
    void store.takeReplies();
    const callOff = whenIdle(() => {
      startWorker().then(
        async () => {
          if (await store.takeOverDevice()) {
            await notifyOthers({ kind: 'keep', build: buildNow(), owner, paths: loadedFiles() });
          }
          await notifyOthers({ kind: 'send' });
        },
        // Registration fails, for example, in a private window. The dashboard works without the worker.
        () => {},
      );
    });
    return () => {
      callOff();
      workers.removeEventListener('message', receive);
      window.removeEventListener('online', send);
    };
  }, [store, owner]);
}

async function notifyOthers(message: MessageToWorker): Promise<void> {
  (await findWorker())?.active?.postMessage(message);
}

/** The manifest's version is a hash of its content. */
function buildNow(): string {
  const { __reactRouterManifest: manifest } = globalThis as {
    __reactRouterManifest?: { readonly version?: string };
  };
  return manifest?.version ?? 'unknown';
}

/** Returns all files loaded so far, including those loaded on demand. */
function loadedFiles(): string[] {
  return performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin }) => origin === location.origin)
    .map(({ pathname }) => pathname);
}

/** Keeps the list and the open conversation in step with the URL, in both directions (rule 153). */
function useDeskAddress(store: InboxStore): void {
  const { search: address, state } = useLocation();
  const navigate = useNavigate();
  const params = new URLSearchParams(address);
  const query = readInboxQuery(params, store.scopes);
  const conversationId = params.get('c');
  const search = params.get('q') ?? '';
  /**
   * The search texts that this page wrote to the URL, latest last. While the user types, the URL lags behind
   * the field.
   */
  const written = useRef<readonly string[]>([]);

  const writeSearch = useEffectEvent(async (text: string) => {
    if (text === (written.current.at(-1) ?? search)) return;
    written.current = [...written.current, text];
    await navigate(addressOf(query, conversationId, text), {
      replace: true,
      preventScrollReset: true,
      state,
    });
  });
  const move = useEffectEvent(async (next: string | null, { replaces = false }: Move = {}) => {
    if (next === conversationId) return;
    const isFromList = (state as StepState | null)?.isFromList ?? false;
    if (next === null && isFromList) {
      await navigate(-1);
      return;
    }
    // The history entry being left must keep the search text typed a moment ago.
    const typed = store.getState().search.text.trim();
    await writeSearch(typed);
    await navigate(addressOf(query, next, typed), {
      // Back should not return to a conversation that was closed.
      replace: next === null || replaces,
      preventScrollReset: true,
      state: {
        isFromList: next !== null && (replaces ? isFromList : conversationId === null),
      } satisfies StepState,
    });
  });
  useEffect(() => store.onSearched((text) => void writeSearch(text)), [store]);
  useEffect(() => {
    const isOwn = written.current.includes(search);
    // The latest text has reached the URL, so no own navigation is pending.
    if (!isOwn || search === written.current.at(-1)) written.current = [];
    if (!isOwn && search !== store.getState().search.text) store.search.search(search);
  }, [store, search]);
  useEffect(() => store.thread.onMoved((next, how) => void move(next, how)), [store]);
  useEffect(() => void store.thread.follow(conversationId), [store, conversationId]);
  const { scope, view, order } = query;
  useEffect(() => void store.lists.show({ scope, view, order }), [store, scope, view, order]);
}
