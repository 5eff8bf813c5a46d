import { say } from '../../platform/say.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useNavigate, type NavigateFunction } from 'react-router';
import { systemClock } from '../../platform/clock.ts';
import type { DeskMember, InboxEntry, InboxScope } from '../protocol/views.ts';
import type { Figures } from './inbox-figures.ts';
import type { InboxQuery } from './inbox-query.ts';
import { InboxStore } from './inbox-store.ts';
import type { ViewList } from './inbox-views.ts';
import { useAfterPaint } from '../../ui/use-after-paint.ts';
import { useCommands } from '../../ui/command/command-sources.ts';
import { deskCommands, type Desk } from './desk-commands.ts';
import type { DeskContext } from './desk-context.ts';
import { WaitRulesProvider } from './needs-response.tsx';
import { usePanel } from './panel/use-panel.ts';
import { VisitorPanel } from './panel/visitor-panel.tsx';
import { KeptDesk } from './offline/kept-desk.ts';
import { forgetDesk } from './offline/forget-desk.ts';
import { DeskWordsProvider } from './desk-words.tsx';
import { useShared } from './shared-files.tsx';
import { Sidebar } from './sidebar.tsx';
import { Thread } from './thread.tsx';
import { Toasts } from './toasts.tsx';
import { useAgentApp } from './use-agent-app.ts';
import { useDeskAddress } from './use-desk-address.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { useStoreOnPage } from './use-store-on-page.ts';
import './dashboard.css';

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
  const [store] = useState(
    () =>
      new InboxStore({
        ...page,
        clock: systemClock,
        agentId: member.id,
        ...(canKeep() ? { kept: new KeptDesk(member.id) } : {}),
        // A reload keeps the drafts and rebuilds navigation, lists and permissions for the new role.
        onRoleChanged: () => location.reload(),
        onSignedOut: () => {
          // Several responses may report the sign-out, the last of them after the page has been left.
          if (location.pathname !== '/agentchat') return;
          void forgetDesk();
          void leave(navigate);
        },
      }),
  );
  const state = useSyncExternalStore(store.subscribe, store.getState, store.getState);
  const { unread } = state;
  const entry = store.thread.entry();
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
          {unread > 0 ? say('({unread}) Agent Dashboard', { unread }) : say('Agent Dashboard')}
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
          {entry && isShown && !state.thread?.wasHandedOver && (
            <VisitorPanel
              key={`panel of ${entry.visitorId}`}
              panel={panel}
              entry={entry}
              member={member}
              store={store}
            />
          )}
        </div>
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
