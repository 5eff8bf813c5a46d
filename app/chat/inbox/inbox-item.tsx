import { say, type Sentence, sayAny } from '../../platform/say.ts';
import { memo } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { LastSaid } from './last-said.tsx';
import type { EntryState } from '../protocol/entry-state.ts';
import type { InboxEntry } from '../protocol/views.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Tag } from '../../ui/tag.tsx';
import { ShortTopic } from './desk-words.tsx';
import { IdentityMarks } from './identity-marks.tsx';
import { formatListTime } from './list-time.ts';
import { LocalTime } from './local-time.tsx';
import { NeedsResponse } from './needs-response.tsx';
import { LanguageMark } from './visitor-language.tsx';
import { useResolveSwipe } from './use-resolve-swipe.ts';
import { VisitorName } from './visitor-name.tsx';

interface InboxItemProps {
  readonly entry: InboxEntry;
  readonly isOpen: boolean;
  /** The agent of the visitor, shown in lists of other agents' visitors. Unread counts are hidden there. */
  readonly holder?: string | null;
  readonly onOpen: (visitorId: string) => void;
  /** Handles a swipe that resolves the conversation; undefined where the agent may not resolve it. */
  readonly onResolve?: (entry: InboxEntry) => void;
  readonly isChosen?: boolean | undefined;
  /** `isRange` is true with Shift held: everything up to this entry is selected. */
  readonly onChoose?: (entry: InboxEntry, isRange: boolean) => void;
}

/** rule 151: the badge shows '9+' above nine. */
const BADGE_LIMIT = 9;

const sayListTime = (time: Date) => formatListTime(time, new Date());

/** Memoized, because a list may have thousands of items. */
export const InboxItem = memo(function InboxItem({
  entry,
  isOpen,
  holder,
  onOpen,
  onResolve,
  isChosen,
  onChoose,
}: InboxItemProps) {
  const isChoice = isChosen !== undefined;
  const unreadCount = holder === undefined ? entry.unreadCount : 0;
  // The second line is then full with the waiting time.
  const isHeldAbove = holder !== undefined && entry.waitingSince !== null;
  const swipe = useResolveSwipe(onResolve && !isChoice ? () => onResolve(entry) : undefined);
  return (
    <div
      role="listitem"
      className="relative -mx-3 touch-pan-y overflow-x-clip px-3"
      {...swipe.handlers}
    >
      {swipe.offset < 0 && <Pushed isMeant={swipe.isMeant} />}
      {entry.waitingSince && (
        <span
          aria-hidden="true"
          // The mark lies above the row, because an open row has its own background.
          className="pointer-events-none absolute inset-y-2 left-3 z-1 w-1 rounded-full bg-[#f5a623]"
        />
      )}
      <button
        type="button"
        role={isChoice ? 'checkbox' : undefined}
        aria-checked={isChosen}
        aria-current={isOpen ? 'true' : undefined}
        onClick={(event) => {
          if (swipe.wasSwipe()) return;
          if (isChoice) onChoose?.(entry, event.shiftKey);
          else onOpen(entry.visitorId);
        }}
        style={swipe.offset < 0 ? { transform: `translateX(${swipe.offset}px)` } : undefined}
        className="relative flex h-14 w-full items-center gap-2.5 rounded-[12px] px-3 text-left -outline-offset-2 hover:bg-surface aria-[current=true]:bg-surface aria-[current=true]:shadow-raised"
      >
        <span className="relative">
          {isChoice ? (
            <ChoiceBox isChosen={isChosen} />
          ) : (
            <Avatar name={entry.identity.name ?? entry.email} size="small" />
          )}
          {unreadCount > 0 && !isChoice && (
            <span className="absolute -top-2 -right-1.5 rounded-[10px] border-2 border-sunken bg-badge px-1.5 text-[12.5px] leading-[18px] font-bold text-on-badge tabular-nums">
              {unreadCount > BADGE_LIMIT ? `${BADGE_LIMIT}+` : unreadCount}
              <span className="sr-only"> {say('unread')}</span>
            </span>
          )}
        </span>
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-2">
            <span className="min-w-0 flex-1 truncate text-[15px] leading-5 font-[650]">
              <VisitorName entry={entry} />
            </span>
            <LanguageMark language={entry.language} />
            <IdentityMarks identity={entry.identity} isShort />
            {isHeldAbove && <Holder name={holder} state={entry.state} />}
            {/* The agent's name and a warning take precedence over the counts. */}
            {entry.waitingSince && (
              <span className={isHeldAbove || entry.identity.isNewBrowser ? 'sr-only' : 'shrink-0'}>
                <EntryCounts entry={entry} />
              </span>
            )}
            {entry.lastMessageAt && (
              <LocalTime
                at={entry.lastMessageAt}
                say={sayListTime}
                className="shrink-0 text-[13px] text-ink-3 tabular-nums"
              />
            )}
          </span>
          {/* The fixed height hides parts that wrap onto a second line, so that no text is cut in the
              middle of a letter. */}
          <span className="mt-0.5 flex h-6 flex-wrap items-center gap-x-1.5 overflow-hidden text-[13.5px] leading-5">
            <NeedsResponse entry={entry} />
            {entry.topic && <ShortTopic id={entry.topicId} name={entry.topic} />}
            {holder !== undefined && !isHeldAbove && <Holder name={holder} state={entry.state} />}
            <span
              dir="auto"
              className={`min-w-12 flex-1 truncate ${unreadCount > 0 ? 'font-semibold' : 'text-ink-2'}`}
            >
              <LastSaid text={entry.lastMessageText} />
            </span>
            <EntryLabels labels={entry.labels} />
            {!entry.waitingSince && <EntryCounts entry={entry} />}
          </span>
        </span>
      </button>
    </div>
  );
});

function Pushed({ isMeant }: { isMeant: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={`absolute inset-y-0 right-3 left-3 flex items-center justify-end gap-2 rounded-[12px] px-4 text-[14px] font-[650] ${isMeant ? 'bg-primary text-on-primary' : 'bg-surface text-ink-2'}`}
    >
      <Icon name="check" size={18} /> {say('Resolve')}
    </span>
  );
}

function ChoiceBox({ isChosen }: { isChosen: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={`m-1.5 grid size-6 place-items-center rounded-[7px] border-[1.5px] ${isChosen ? 'border-primary bg-primary text-on-primary' : 'border-line-strong bg-surface'}`}
    >
      {isChosen && <Icon name="check" size={16} />}
    </span>
  );
}

/** Labels for visitors without an agent; states that need no agent have no label. */
const WITHOUT_AGENT: Readonly<Partial<Record<EntryState, Sentence>>> = {
  waiting: 'Waiting',
  open: 'In the queue',
  snoozed: 'No agent',
};

function wordWithoutAgent(state: EntryState): string | undefined {
  const word = WITHOUT_AGENT[state];
  return word && sayAny(word);
}

interface HolderProps {
  readonly name: string | null;
  readonly state: EntryState;
}

function Holder({ name, state }: HolderProps) {
  if (name === null && wordWithoutAgent(state) === undefined) return null;
  return (
    <span className="flex max-w-[34%] shrink-0 items-center gap-1 text-[13px] text-ink-3">
      <Icon name={name ? 'user' : 'clock'} size={14} />
      {name ? (
        <>
          {/* Only the first name fits; screen readers get the full name. */}
          <span dir="auto" className="truncate" title={name} aria-hidden="true">
            {name.split(' ', 1)[0]}
          </span>
          <span dir="auto" className="sr-only">
            {name}
          </span>
        </>
      ) : (
        <span dir="auto" className="truncate">
          {wordWithoutAgent(state)}
        </span>
      )}
    </span>
  );
}

function EntryCounts({ entry }: { entry: InboxEntry }) {
  const { visitorMessageCount, conversationCount } = entry;
  return (
    <span className="flex shrink-0 items-center gap-2 text-[12.5px] text-ink-3 tabular-nums">
      <span className="flex items-center gap-0.5">
        <Icon name="chat-circle" size={14} /> {visitorMessageCount}
        <span className="sr-only"> {say('messages')}</span>
      </span>
      {conversationCount > 1 && (
        <span className="flex items-center gap-0.5">
          <Icon name="stack" size={14} /> {conversationCount}
          <span className="sr-only"> {say('conversations')}</span>
        </span>
      )}
    </span>
  );
}

/** More labels would leave no room for the last message. */
const LABELS_SHOWN = 2;

function EntryLabels({ labels }: { labels: InboxEntry['labels'] }) {
  return labels.slice(0, LABELS_SHOWN).map(({ id, name, colour }) => (
    <Tag key={id} tone={colour} isShort>
      {name}
    </Tag>
  ));
}
