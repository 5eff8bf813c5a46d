import { memo } from 'react';
import { Icon } from '../../ui/icon.tsx';
import type { InboxEntry } from '../../conversation/wire/views.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { formatListTime } from './list-time.ts';

interface InboxItemProps {
  readonly entry: InboxEntry;
  readonly isOpen: boolean;
  /** In lists of other people's visitors: whose this one is. Their unread messages are not ours. */
  readonly holder?: string | null;
  readonly onOpen: (visitorId: string) => void;
}

/** SPEC §9: the badge says '9+' above nine. */
const BADGE_LIMIT = 9;

/** One of perhaps thousands: drawn again only when it changes. */
export const InboxItem = memo(function InboxItem({
  entry,
  isOpen,
  holder,
  onOpen,
}: InboxItemProps) {
  const unreadCount = holder === undefined ? entry.unreadCount : 0;
  return (
    <div role="listitem" className="relative -mx-3 px-3">
      {entry.needsWelcome && (
        <span
          aria-hidden="true"
          className="absolute inset-y-3 left-3 w-1 rounded-full bg-[#f5a623]"
        />
      )}
      <button
        type="button"
        aria-current={isOpen ? 'true' : undefined}
        onClick={() => onOpen(entry.visitorId)}
        className="flex w-full gap-3 rounded-[16px] p-3 text-left -outline-offset-2 hover:bg-surface aria-[current=true]:bg-surface aria-[current=true]:shadow-raised"
      >
        <span className="relative">
          <Avatar name={entry.email} />
          {unreadCount > 0 && (
            <span className="absolute -top-1.5 -right-1.5 rounded-[10px] border-2 border-sunken bg-badge px-1.5 text-[12.5px] leading-[18px] font-bold text-on-badge tabular-nums">
              {unreadCount > BADGE_LIMIT ? `${BADGE_LIMIT}+` : unreadCount}
              <span className="sr-only"> unread</span>
            </span>
          )}
        </span>
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span className="truncate font-[650]">{entry.email}</span>
            {entry.lastMessageAt && (
              <time
                dateTime={entry.lastMessageAt}
                className="ml-auto shrink-0 text-[13px] text-ink-3 tabular-nums"
              >
                {formatListTime(new Date(entry.lastMessageAt), new Date())}
              </time>
            )}
          </span>
          <span
            className={`block truncate text-[14px] ${unreadCount > 0 ? 'font-semibold' : 'text-ink-2'}`}
          >
            {entry.lastMessageText ?? 'No messages yet'}
          </span>
          <EntryFacts entry={entry} holder={holder} />
        </span>
      </button>
    </div>
  );
});

/** The line of small things: what is due, how much there was, and whose it is. */
function EntryFacts({ entry, holder }: { entry: InboxEntry; holder: string | null | undefined }) {
  const { needsWelcome, conversationCount } = entry;
  return (
    <span className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-[13px] text-ink-3 tabular-nums">
      {needsWelcome && (
        <span className="rounded-[7px] bg-amber-tint px-1.5 py-0.5 font-semibold text-amber">
          Needs response
        </span>
      )}
      <span className="flex items-center gap-1">
        <Icon name="chat-circle" size={15} /> {entry.visitorMessageCount}
        <span className="sr-only"> messages</span>
      </span>
      {conversationCount > 1 && (
        <span className="flex items-center gap-1">
          <Icon name="stack" size={15} /> {conversationCount}
          <span className="sr-only"> conversations</span>
        </span>
      )}
      {holder !== undefined && (
        <span className="flex min-w-0 items-center gap-1">
          <Icon name={holder ? 'user' : 'clock'} size={15} />
          <span className="truncate">{holder ?? 'Waiting'}</span>
        </span>
      )}
    </span>
  );
}
