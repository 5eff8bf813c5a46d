import { t } from '../../i18n/translate.ts';
import type { InboxEntry } from '../protocol/views.ts';
import { Icon } from '../../ui/icon.tsx';
import type { InboxStore } from './inbox-store.ts';
import { SnoozeButton, SnoozeRows } from './snooze.tsx';

/** rule 162 alone decides about 'Send Welcome', in open conversations (rule 162). */
export function offersWelcome({ needsWelcome, state }: InboxEntry): boolean {
  return needsWelcome && state !== 'resolved';
}

interface ThreadActionsProps {
  readonly inboxEntry: InboxEntry;
  readonly store: InboxStore;
}

export function ThreadActions({ inboxEntry, store }: ThreadActionsProps) {
  const isResolved = inboxEntry.state === 'resolved';
  const word = isResolved ? t('Reopen') : t('Resolve');
  return (
    <>
      {inboxEntry.state === 'waiting' && (
        <button
          type="button"
          className="button button-line button-small shrink-0 @max-4xl:hidden"
          onClick={() => void store.visitor.needNoAnswer()}
        >
          {t('No answer needed')}
        </button>
      )}
      {!isResolved && <SnoozeButton inboxEntry={inboxEntry} store={store} />}
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
export function SmallThreadActions({ inboxEntry, store }: ThreadActionsProps) {
  return (
    <>
      {inboxEntry.state === 'waiting' && (
        <button
          type="button"
          className={`${ROW} @4xl:hidden`}
          popoverTarget="thread-menu"
          popoverTargetAction="hide"
          onClick={() => void store.visitor.needNoAnswer()}
        >
          {t('No answer needed')}
        </button>
      )}
      {inboxEntry.state !== 'resolved' && (
        <div className="border-b border-line @lg:hidden">
          <SnoozeRows inboxEntry={inboxEntry} store={store} menuId="thread-menu" />
        </div>
      )}
    </>
  );
}

/** Closes the conversation and moves the focus to its row in the list, because the focused element disappears. */
export function closeThread(store: InboxStore): void {
  const row = document.querySelector<HTMLElement>('aside [role="listitem"] [aria-current="true"]');
  const { activeElement } = document;
  const isInside =
    activeElement !== document.body && !row?.closest('aside')?.contains(activeElement);
  store.thread.close();
  // On a phone the list is visible only after the conversation has closed.
  if (row && isInside) requestAnimationFrame(() => row.focus());
}
