import { useState } from 'react';
import { Form } from 'react-router';
import type { Member } from '../../team/member.ts';
import { Icon } from '../../ui/icon.tsx';
import { Mark } from '../../ui/mark.tsx';
import { displayName } from '../views.ts';
import { Avatar } from './avatar.tsx';
import { InboxItem } from './inbox-item.tsx';
import type { InboxState } from './inbox-store.ts';

interface SidebarProps {
  readonly member: Member;
  readonly state: InboxState;
  readonly unread: number;
  readonly onOpen: (visitorId: string) => void;
}

/** 'Agent Dashboard': who is signed in, and the visitors assigned to them. */
export function Sidebar({ member, state, unread, onOpen }: SidebarProps) {
  const [filter, setFilter] = useState('');
  const wanted = filter.trim().toLowerCase();
  const shown = state.entries.filter((entry) => entry.email.includes(wanted));
  const name = displayName(member.fullName, member.email);

  return (
    <aside
      aria-label="Conversations"
      className={`flex min-h-0 flex-col border-r border-line bg-sunken ${state.openVisitorId ? 'max-md:hidden' : ''}`}
    >
      <div className="flex items-center gap-2.5 px-5 pt-5 pb-3">
        <Mark size={28} />
        <h1 className="text-[19px] tracking-[-0.02em]">Agent Dashboard</h1>
        {unread > 0 && (
          <span className="ml-auto rounded-chip bg-badge px-2.5 py-1 text-[14px] font-bold text-on-badge tabular-nums">
            {unread}
            <span className="sr-only"> unread messages</span>
          </span>
        )}
      </div>
      <div className="mx-3 flex items-center gap-3 rounded-card bg-surface p-3 ring-1 ring-line">
        <Avatar name={name} />
        <div className="min-w-0 flex-1">
          <p className="truncate font-[650]">{name}</p>
          <p className="truncate text-[13.5px] text-ink-2">{member.email}</p>
        </div>
        <Form method="post" action="/sign-out">
          <button type="submit" className="icon-button" aria-label="Logout" title="Logout">
            <Icon name="sign-out" />
          </button>
        </Form>
      </div>
      <div className="px-3 pt-3">
        <input
          type="search"
          className="field"
          aria-label="Search conversations"
          placeholder="Search conversations..."
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
      </div>
      <h2 className="px-5 pt-4 pb-2 text-[15px] tracking-normal [font-family:inherit]">
        Visitor Conversations <span className="text-ink-3">{shown.length}</span>
      </h2>
      {shown.length === 0 ? (
        <div className="px-5 py-8 text-center">
          <p className="font-semibold">
            {state.isLoading ? 'Loading...' : 'No conversations assigned yet'}
          </p>
          <p className="mt-1 text-sm text-ink-2">New conversations appear here automatically.</p>
        </div>
      ) : (
        <ul className="flex-1 overflow-y-auto px-3 pb-4">
          {shown.map((entry) => (
            <InboxItem
              key={entry.visitorId}
              entry={entry}
              isOpen={entry.visitorId === state.openVisitorId}
              onOpen={() => onOpen(entry.visitorId)}
            />
          ))}
        </ul>
      )}
    </aside>
  );
}
