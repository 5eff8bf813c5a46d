import { say } from '../../platform/say.ts';
import type { InboxEntry } from '../protocol/views.ts';
import { Icon } from '../../ui/icon.tsx';
import type { InboxStore } from './inbox-store.ts';
import { SnoozeButton, SnoozeRows } from './snooze-rows.tsx';

/** rule 162 alone decides about 'Send Welcome', in open conversations (rule 162). */
export function offersWelcome({ needsWelcome, state }: InboxEntry): boolean {
  return needsWelcome && state !== 'resolved';
}

interface ThreadActionsProps {
  readonly entry: InboxEntry;
  readonly store: InboxStore;
}

export function ThreadActions({ entry, store }: ThreadActionsProps) {
  const isResolved = entry.state === 'resolved';
  const word = isResolved ? say('Reopen') : say('Resolve');
  return (
    <>
      {entry.state === 'waiting' && (
        <button
          type="button"
          className="button button-line button-small shrink-0 @max-4xl:hidden"
          onClick={() => void store.visitor.needNoAnswer()}
        >
          {say('No answer needed')}
        </button>
      )}
      {!isResolved && <SnoozeButton entry={entry} store={store} />}
      <button
        type="button"
        aria-label={word}
        className="button button-line button-small shrink-0 @max-lg:px-3"
        onClick={() => void store.visitor.toggleResolved()}
      >
        <Icon
          name={isResolved ? 'clock-counter-clockwise' : 'check'}
          size={18}
          className="@lg:hidden"
        />
        <span className="@max-lg:hidden">{word}</span>
      </button>
    </>
  );
}

const ROW = 'flex min-h-11 w-full items-center gap-3 rounded-[10px] px-3 text-left hover:bg-sunken';

/** Renders the same actions as menu rows for narrow screens. */
export function SmallThreadActions({ entry, store }: ThreadActionsProps) {
  return (
    <>
      {entry.state === 'waiting' && (
        <button
          type="button"
          className={`${ROW} @4xl:hidden`}
          popoverTarget="thread-menu"
          popoverTargetAction="hide"
          onClick={() => void store.visitor.needNoAnswer()}
        >
          {say('No answer needed')}
        </button>
      )}
      {entry.state !== 'resolved' && (
        <div className="border-b border-line @lg:hidden">
          <SnoozeRows entry={entry} store={store} menuId="thread-menu" />
        </div>
      )}
    </>
  );
}
