import { useState } from 'react';
import { Link } from 'react-router';
import { getJson } from '../../platform/api-client.ts';
import type { Colleague } from '../../conversation/wire/views.ts';
import { Icon } from '../../ui/icon.tsx';
import { Stars } from '../../ui/stars.tsx';
import { MESSAGE_MAX_LENGTH } from '../../conversation/wire/rules.ts';
import type { InboxEntry } from '../../conversation/wire/views.ts';
import { Avatar } from '../../ui/avatar.tsx';
import type { InboxStore } from './inbox-store.ts';

interface ThreadHeaderProps {
  readonly entry: InboxEntry;
  readonly isVisitorOnline: boolean;
  readonly isReadOnly: boolean;
  /** Whose the visitor is, for whoever only reads. */
  readonly holder: string | null;
  /** Managers and admins: what is held about the visitor, and blocking. */
  readonly canSeeVisitor: boolean;
  readonly store: InboxStore;
  readonly onWelcome: () => void;
}

export function ThreadHeader(props: ThreadHeaderProps) {
  const { entry, isReadOnly, canSeeVisitor, store, onWelcome } = props;
  // A thread that was handed away is still on the screen, but nobody's to act on from here.
  const mayTake = isReadOnly && (entry.agentId ? store.hears('all') : store.hears('queue'));
  const mayReassign = !isReadOnly || store.hears('all');
  return (
    <header className="flex min-h-20 items-center gap-3 border-b border-line bg-surface px-3 py-3 md:px-7">
      <button
        type="button"
        aria-label="Back to the list"
        className="icon-button md:hidden"
        onClick={() => store.close()}
      >
        <Icon name="arrow-left" />
      </button>
      <span className="max-md:hidden">
        <Avatar name={entry.email} />
      </span>
      <VisitorLines {...props} />
      {!isReadOnly && entry.needsWelcome && (
        <button
          type="button"
          className="button button-primary button-small shrink-0 max-md:hidden"
          onClick={onWelcome}
        >
          Send Welcome
        </button>
      )}
      {mayTake && (
        <button
          type="button"
          className={`button button-small shrink-0 ${entry.agentId ? 'button-line' : 'button-primary'}`}
          onClick={() => void store.take()}
        >
          {entry.agentId ? 'Take over' : 'Take'}
        </button>
      )}
      {canSeeVisitor && (
        <Link
          to={`/team/visitors?visitor=${entry.visitorId}`}
          className="icon-button shrink-0"
          aria-label="Visitor’s data and blocking"
          title="Visitor’s data and blocking"
        >
          <Icon name="user" />
        </Link>
      )}
      {!isReadOnly && entry.conversationId && (
        <button
          type="button"
          className="button button-line button-small shrink-0 max-lg:hidden"
          onClick={() => void store.setCompleted(!entry.isCompleted)}
        >
          {entry.isCompleted ? 'Reopen' : 'Resolve'}
        </button>
      )}
      {mayReassign && entry.conversationId && (
        <ThreadMenu entry={entry} isReadOnly={isReadOnly} store={store} />
      )}
    </header>
  );
}

/** Who it is, whether they are here, and what there has been. */
function VisitorLines({ entry, isVisitorOnline, isReadOnly, holder }: ThreadHeaderProps) {
  return (
    <div className="min-w-0 flex-1">
      <h2 className="truncate text-[19px] tracking-[-0.02em]">{entry.email}</h2>
      <p className="mt-0.5 flex flex-wrap gap-x-4 text-[14px] text-ink-2 tabular-nums">
        <span className={`font-semibold ${isVisitorOnline ? 'text-success' : 'text-ink-3'}`}>
          <span
            aria-hidden="true"
            className={`mr-2 inline-block size-2 rounded-full border-[1.5px] border-current align-middle ${isVisitorOnline ? 'bg-current' : ''}`}
          />
          {isVisitorOnline ? 'Online' : 'Offline'}
        </span>
        <span>{plural(entry.messageCount, 'message')}</span>
        <span className="max-md:hidden">{plural(entry.conversationCount, 'conversation')}</span>
        {isReadOnly ? (
          <span className="truncate">{holder}</span>
        ) : (
          <span className="max-md:hidden">{entry.unreadCount} unread</span>
        )}
      </p>
      {entry.rating && (
        <p className="mt-0.5 flex min-w-0 items-center gap-2 text-[14px] text-ink-2">
          <Stars rating={entry.rating.score} size={15} />
          {entry.rating.comment && (
            <span className="min-w-0 truncate" title={entry.rating.comment}>
              “<bdi>{entry.rating.comment}</bdi>”
            </span>
          )}
        </p>
      )}
    </div>
  );
}

const ROW = 'flex min-h-11 w-full items-center gap-3 rounded-[10px] px-3 text-left hover:bg-sunken';

interface ThreadMenuProps {
  readonly entry: InboxEntry;
  readonly isReadOnly: boolean;
  readonly store: InboxStore;
}

function ThreadMenu({ entry, isReadOnly, store }: ThreadMenuProps) {
  const [note, setNote] = useState('');
  const [colleagues, setColleagues] = useState<readonly Colleague[] | null>(null);
  async function load() {
    const answer = await getJson<{ colleagues: Colleague[] }>(
      `/agentchat/visitors/${entry.visitorId}/transfer`,
    );
    setColleagues(answer.colleagues);
  }
  return (
    <>
      <button
        type="button"
        className="icon-button [anchor-name:--thread-menu]"
        aria-label="More"
        popoverTarget="thread-menu"
      >
        <Icon name="dots-three-vertical-bold" />
      </button>
      <div
        id="thread-menu"
        popover="auto"
        onToggle={(event) => {
          if (event.newState === 'open') load().catch(() => setColleagues([]));
        }}
        className="fixed inset-auto mt-1 max-h-[70dvh] w-[300px] overflow-y-auto rounded-[16px] bg-surface p-2 text-ink shadow-overlay ring-1 ring-line [position-anchor:--thread-menu] [position-area:bottom_span-left]"
      >
        {!isReadOnly && (
          <button
            type="button"
            className={`${ROW} lg:hidden`}
            popoverTarget="thread-menu"
            popoverTargetAction="hide"
            onClick={() => void store.setCompleted(!entry.isCompleted)}
          >
            {entry.isCompleted ? 'Reopen' : 'Resolve'}
          </button>
        )}
        <HandOver
          note={note}
          colleagues={colleagues?.filter(({ id }) => id !== entry.agentId)}
          onNote={setNote}
          onChoose={(id) => {
            void store.transfer(id, note).then((isDone) => isDone && setNote(''));
          }}
        />
      </div>
    </>
  );
}

interface HandOverProps {
  readonly note: string;
  /** Nothing while they are read. */
  readonly colleagues: readonly Colleague[] | undefined;
  readonly onNote: (note: string) => void;
  readonly onChoose: (colleagueId: string) => void;
}

function HandOver({ note, colleagues, onNote, onChoose }: HandOverProps) {
  return (
    <>
      <label className="block px-3 pt-2 pb-1">
        <span className="text-[13.5px] font-semibold text-ink-2">
          Note for the next agent, if any
        </span>
        <textarea
          rows={2}
          value={note}
          maxLength={MESSAGE_MAX_LENGTH}
          onChange={(event) => onNote(event.target.value)}
          className="field mt-1.5 block resize-none py-2 text-[15px]"
        />
      </label>
      <p className="px-3 pt-2 pb-1 text-[13.5px] font-semibold text-ink-3">Hand over to</p>
      {!colleagues && <p className="px-3 py-2 text-ink-2">Loading...</p>}
      {colleagues?.length === 0 && <p className="px-3 py-2 text-ink-2">Nobody else is there.</p>}
      {colleagues?.map((colleague) => (
        <button
          key={colleague.id}
          type="button"
          className={ROW}
          popoverTarget="thread-menu"
          popoverTargetAction="hide"
          onClick={() => onChoose(colleague.id)}
        >
          <span className="min-w-0 flex-1 truncate">{colleague.fullName}</span>
          <span className={`text-[13px] ${colleague.isConnected ? 'text-success' : 'text-ink-3'}`}>
            {colleague.isConnected ? 'Online' : 'Offline'}
          </span>
        </button>
      ))}
    </>
  );
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
