import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { systemClock } from '../../platform/clock.ts';
import type { DeskMember, InboxView } from '../../conversation/wire/views.ts';
import { InboxStore } from './inbox-store.ts';
import type { ViewList } from './inbox-views.ts';
import { clearNotices, notify, onNoticeClicked } from './notify.ts';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { Sidebar } from './sidebar.tsx';
import { Thread } from './thread.tsx';
import { Toasts } from './toasts.tsx';
import { unreadIn } from './unread-total.ts';
import { useShortcuts } from './use-shortcuts.ts';

interface DashboardProps {
  readonly member: DeskMember;
  readonly acceptsChats: boolean;
  readonly views: readonly InboxView[];
  readonly mine: ViewList;
  /** In all own conversations, also on pages of the list that are not loaded. */
  readonly unread: number;
  /** Whose thread a link asked for. */
  readonly openVisitorId: string | null;
}

/** /agentchat: the list on the left, the open thread on the right; one of the two on a phone. */
export function Dashboard({
  member,
  acceptsChats,
  views,
  mine,
  unread: counted,
  openVisitorId,
}: DashboardProps) {
  const navigate = useNavigate();
  const sheet = useRef<HTMLDialogElement>(null);
  const [store] = useState(
    () =>
      new InboxStore({
        clock: systemClock,
        agentId: member.id,
        views,
        mine,
        unread: counted,
        acceptsChats,
        onSignedOut: () => void navigate('/login?next=%2Fagentchat'),
      }),
  );
  const state = useSyncExternalStore(store.subscribe, store.getState, store.getState);
  const unread = unreadIn(state.lists.mine, state.unread);

  useStoreOnPage(store, state.openVisitorId, openVisitorId);
  useShortcuts(store, () => sheet.current?.showModal());

  return (
    <>
      <title>{unread > 0 ? `(${unread}) Agent Dashboard` : 'Agent Dashboard'}</title>
      <div className="grid h-dvh grid-cols-1 md:grid-cols-[372px_minmax(0,1fr)]">
        <Sidebar
          member={member}
          state={state}
          store={store}
          unread={unread}
          onShowShortcuts={() => sheet.current?.showModal()}
        />
        <Thread
          key={state.openVisitorId}
          member={member}
          state={state}
          store={store}
          unread={unread}
        />
      </div>
      <Toasts
        toasts={state.toasts}
        isThreadOpen={state.openVisitorId !== null}
        onOpen={(toast) => void store.open(toast.visitorId)}
        onDismiss={(id) => store.dismissToast(id)}
      />
      <ShortcutSheet ref={sheet} />
    </>
  );
}

/** Joins the store to the browser: its notices, its address, and whether it is looked at. */
function useStoreOnPage(store: InboxStore, shownId: string | null, askedId: string | null) {
  const navigate = useNavigate();
  useEffect(() => store.connect(), [store]);
  useEffect(
    () => store.onUnseen((toast) => void notify(toast, () => void store.open(toast.visitorId))),
    [store],
  );
  useEffect(() => onNoticeClicked((visitorId) => void store.open(visitorId)), [store]);
  useEffect(() => {
    if (!askedId) return;
    void store.open(askedId);
    // Whoever reloads later has perhaps gone on to another visitor.
    void navigate('/agentchat', { replace: true });
  }, [store, askedId, navigate]);
  useEffect(() => {
    if (shownId) void clearNotices(shownId);
  }, [shownId]);
  useEffect(() => {
    const markRead = () => store.markRead();
    document.addEventListener('visibilitychange', markRead);
    return () => document.removeEventListener('visibilitychange', markRead);
  }, [store]);
}
