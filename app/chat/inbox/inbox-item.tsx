import { t, type Sentence, msg } from '../../i18n/translate.ts';
import { memo, useSyncExternalStore, useRef, useState, type PointerEvent } from 'react';
import { Icon } from '../../ui/icon.tsx';
import type { EntryState } from '../protocol/entry-state.ts';
import type { InboxEntry } from '../protocol/views.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Tag } from '../../ui/chip.tsx';
import { ShortTopic } from './desk-words.tsx';
import { IdentityMarks, LanguageMark, VisitorName, LocalTime } from './visitor-marks.tsx';
import { NeedsResponse } from './needs-response.tsx';
import { canonicalPath, useServiceCard } from '../protocol/service-cards.ts';
import { neverChanges } from '../../ui/use-hydrated.ts';
import { formatCount } from '../../platform/format-count.ts';
import { dateFormat, formatClock } from '../../platform/formats.ts';
import { dayOf } from '../client/log-rows.ts';

/** Swipes from the screen edges belong to the system, which uses them for Back. */
const EDGE_PX = 28;

/** A shorter movement may be a tap or the start of scrolling. */
const BEGINS_PX = 12;

/** The share of the row's width that triggers the action. */
const MEANT = 0.35;

const CLICK_MS = 300;

interface Swipe {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  isSideways: boolean;
}

const WEEKDAY = dateFormat({ weekday: 'long' });
const SHORT_DATE = dateFormat({ month: 'short', day: 'numeric' });
const WEEK_DAYS = 7;

interface InboxItemProps {
  readonly inboxEntry: InboxEntry;
  readonly isOpen: boolean;
  /** The agent of the visitor, shown in lists of other agents' visitors. Unread counts are hidden there. */
  readonly holder?: string | null;
  readonly onOpen: (visitorId: string) => void;
  /** Handles a swipe that resolves the conversation; undefined where the agent may not resolve it. */
  readonly onResolve?: (inboxEntry: InboxEntry) => void;
  readonly isChosen?: boolean | undefined;
  /** `isRange` is true with Shift held: everything up to this entry is selected. */
  readonly onChoose?: (inboxEntry: InboxEntry, isRange: boolean) => void;
}

/** rule 151: the badge shows '9+' above nine. */
const BADGE_LIMIT = 9;

const formatTimeInList = (time: Date) => formatListTime(time, new Date());

/** Memoized, because a list may have thousands of items. */
export const InboxItem = memo(function InboxItem({
  inboxEntry,
  isOpen,
  holder,
  onOpen,
  onResolve,
  isChosen,
  onChoose,
}: InboxItemProps) {
  const isChoice = isChosen !== undefined;
  const unreadCount = holder === undefined ? inboxEntry.unreadCount : 0;
  // The second line is then full with the waiting time.
  const isHeldAbove = holder !== undefined && inboxEntry.waitingSince !== null;
  const swipe = useResolveSwipe(onResolve && !isChoice ? () => onResolve(inboxEntry) : undefined);
  return (
    <div
      role="listitem"
      className="relative -mx-3 touch-pan-y overflow-x-clip px-3"
      {...swipe.handlers}
    >
      {swipe.offset < 0 && <Pushed isMeant={swipe.isMeant} />}
      {inboxEntry.waitingSince && (
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
          if (isChoice) onChoose?.(inboxEntry, event.shiftKey);
          else onOpen(inboxEntry.visitorId);
        }}
        style={swipe.offset < 0 ? { transform: `translateX(${swipe.offset}px)` } : undefined}
        className="relative flex h-14 w-full items-center gap-2.5 rounded-[12px] px-3 text-left -outline-offset-2 hover:bg-surface aria-[current=true]:bg-surface aria-[current=true]:shadow-raised"
      >
        <span className="relative">
          {isChoice ? (
            <ChoiceBox isChosen={isChosen} />
          ) : (
            <Avatar name={inboxEntry.identity.name ?? inboxEntry.email} size="small" />
          )}
          {unreadCount > 0 && !isChoice && (
            <span className="absolute -top-2 -right-1.5 rounded-[10px] border-2 border-sunken bg-badge px-1.5 text-[12.5px] leading-[18px] font-bold text-on-badge tabular-nums">
              <span aria-hidden="true">
                {unreadCount > BADGE_LIMIT ? `${BADGE_LIMIT}+` : unreadCount}
              </span>
              <span className="sr-only">
                {t('{count, plural, one {# unread message} other {# unread messages}}', {
                  count: unreadCount,
                })}
              </span>
            </span>
          )}
        </span>
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-2">
            <span className="min-w-0 flex-1 truncate text-[15px] leading-5 font-[650]">
              <VisitorName inboxEntry={inboxEntry} />
            </span>
            <LanguageMark language={inboxEntry.language} />
            <IdentityMarks identity={inboxEntry.identity} isShort />
            {isHeldAbove && <Holder name={holder} state={inboxEntry.state} />}
            {/* The agent's name and a warning take precedence over the counts. */}
            {inboxEntry.waitingSince && (
              <span
                className={isHeldAbove || inboxEntry.identity.isNewBrowser ? 'sr-only' : 'shrink-0'}
              >
                <EntryCounts inboxEntry={inboxEntry} />
              </span>
            )}
            {inboxEntry.lastMessageAt && (
              <LocalTime
                at={inboxEntry.lastMessageAt}
                say={formatTimeInList}
                className="shrink-0 text-[13px] text-ink-3 tabular-nums"
              />
            )}
          </span>
          {/* The fixed height hides parts that wrap onto a second line, so that no text is cut in the
              middle of a letter. */}
          <span className="mt-0.5 flex h-6 flex-wrap items-center gap-x-1.5 overflow-hidden text-[13.5px] leading-5">
            <NeedsResponse inboxEntry={inboxEntry} />
            {inboxEntry.topic && <ShortTopic id={inboxEntry.topicId} name={inboxEntry.topic} />}
            {holder !== undefined && !isHeldAbove && (
              <Holder name={holder} state={inboxEntry.state} />
            )}
            <span
              data-testid="last-message"
              dir="auto"
              className={`min-w-12 flex-1 truncate ${unreadCount > 0 ? 'font-semibold' : 'text-ink-2'}`}
            >
              <LastSaid text={inboxEntry.lastMessageText} />
            </span>
            <EntryLabels labels={inboxEntry.labels} />
            {!inboxEntry.waitingSince && <EntryCounts inboxEntry={inboxEntry} />}
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
      <Icon name="check" size={18} /> {t('Resolve')}
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
  waiting: msg('Waiting'),
  open: msg('In the queue'),
  snoozed: msg('No agent'),
};

function wordWithoutAgent(state: EntryState): string | undefined {
  const word = WITHOUT_AGENT[state];
  return word && t(word);
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

function EntryCounts({ inboxEntry }: { inboxEntry: InboxEntry }) {
  const { visitorMessageCount, conversationCount } = inboxEntry;
  return (
    <span className="flex shrink-0 items-center gap-2 text-[12.5px] text-ink-3 tabular-nums">
      <span className="flex items-center gap-0.5">
        <Icon name="chat-circle" size={14} />
        <span aria-hidden="true">{visitorMessageCount}</span>
        <span className="sr-only">
          {formatCount({ noun: 'message', number: visitorMessageCount })}
        </span>
      </span>
      {conversationCount > 1 && (
        <span className="flex items-center gap-0.5">
          <Icon name="stack" size={14} />
          <span aria-hidden="true">{conversationCount}</span>
          <span className="sr-only">
            {formatCount({ noun: 'conversation', number: conversationCount })}
          </span>
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

/** Shows a service card by its title instead of its address. */
export function LastSaid({ text }: { readonly text: string | null }) {
  // Server rendering knows no titles, so the address is shown as sent.
  const origin = useSyncExternalStore(
    neverChanges,
    () => location.origin,
    () => undefined,
  );
  const address = /https?:\/\/\S+|^\/services\/\S+$/m.exec(text ?? '')?.[0];
  const path =
    address === undefined || origin === undefined ? undefined : canonicalPath(address, origin);
  const card = useServiceCard(path?.startsWith('/services/') ? path : undefined);
  if (text === null) return t('No messages yet');
  const shown =
    card && address !== undefined ? text.replace(address, () => card.service.title) : text;
  return shown
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' · ');
}

/** Returns '10:44' today, 'Yesterday', 'Monday' within a week, then 'Nov 3'. */
export function formatListTime(time: Date, now: Date): string {
  const days = dayOf(now) - dayOf(time);
  if (days === 0) return formatClock(time);
  if (days === 1) return t('Yesterday');
  return days < WEEK_DAYS ? WEEKDAY.format(time) : SHORT_DATE.format(time);
}

/**
 * Calls `onSwiped` when a row is swiped far enough to the left by touch. Vertical scrolling stays with the
 * browser (`touch-action: pan-y`); mouse and pen are ignored.
 */
function useResolveSwipe(onSwiped: (() => void) | undefined) {
  const swipe = useRef<Swipe | null>(null);
  const wasSwipe = useRef(false);
  const [offset, setOffset] = useState(0);
  const [isMeant, setMeant] = useState(false);

  function end(event: PointerEvent<HTMLElement>, isCalledOff: boolean) {
    if (swipe.current?.id !== event.pointerId) return;
    swipe.current = null;
    setOffset(0);
    setMeant(false);
    // The click of this touch follows immediately; a later click is independent of the swipe.
    setTimeout(() => {
      if (!swipe.current) wasSwipe.current = false;
    }, CLICK_MS);
    if (isMeant && !isCalledOff) onSwiped?.();
  }

  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      wasSwipe.current = false;
      const { clientX: x, clientY: y, pointerId: id } = event;
      if (event.pointerType !== 'touch' || !event.isPrimary) return;
      if (x < EDGE_PX || x > window.innerWidth - EDGE_PX) return;
      swipe.current = { id, x, y, isSideways: false };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const begun = swipe.current;
      if (begun?.id !== event.pointerId) return;
      const far = event.clientX - begun.x;
      if (!begun.isSideways) {
        const isDownwards = Math.abs(event.clientY - begun.y) > Math.abs(far);
        if (Math.abs(far) < BEGINS_PX && !isDownwards) return;
        if (isDownwards || far > 0) {
          swipe.current = null;
          return;
        }
        begun.isSideways = true;
        wasSwipe.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
      }
      setOffset(Math.min(far, 0));
      setMeant(-far > event.currentTarget.clientWidth * MEANT);
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => end(event, false),
    onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event, true),
  };
  return {
    offset,
    isMeant,
    wasSwipe: () => wasSwipe.current,
    handlers: onSwiped ? handlers : {},
  };
}
