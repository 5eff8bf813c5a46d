import { useEffect, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { systemClock } from '../../platform/clock.ts';
import type { Member } from '../../team/member.ts';
import type { InboxEntry } from '../views.ts';
import { InboxStore } from './inbox-store.ts';
import { Sidebar } from './sidebar.tsx';
import { Thread } from './thread.tsx';
import { Toasts } from './toasts.tsx';

interface DashboardProps {
  readonly member: Member;
  readonly entries: readonly InboxEntry[];
}

/** /agentchat: the list on the left, the open thread on the right; one of the two on a phone. */
export function Dashboard({ member, entries }: DashboardProps) {
  const navigate = useNavigate();
  const [store] = useState(() => new InboxStore(systemClock, member.id, entries));
  const state = useSyncExternalStore(store.subscribe, store.getState, store.getState);
  const unread = state.entries.reduce((sum, entry) => sum + entry.unreadCount, 0);

  useEffect(
    () => store.connect(() => void navigate('/login?next=%2Fagentchat')),
    [store, navigate],
  );

  return (
    <>
      <title>{unread > 0 ? `(${unread}) Agent Dashboard` : 'Agent Dashboard'}</title>
      <div className="grid h-dvh md:grid-cols-[372px_1fr]">
        <Sidebar
          member={member}
          state={state}
          unread={unread}
          onOpen={(visitorId) => void store.open(visitorId)}
        />
        <Thread
          key={state.openVisitorId}
          member={member}
          state={state}
          unread={unread}
          onSend={(text) => store.send(text)}
          onRetry={(conversationId, clientId) => store.retry(conversationId, clientId)}
          onTyping={() => store.typing()}
          onBack={() => store.close()}
        />
      </div>
      <Toasts
        toasts={state.toasts}
        onOpen={(toast) => {
          store.dismissToast(toast.id);
          void store.open(toast.visitorId);
        }}
        onDismiss={(id) => store.dismissToast(id)}
      />
    </>
  );
}
