import { sayCount } from '../../platform/say-count.ts';
import { LanguageMark } from './visitor-language.tsx';
import { say } from '../../platform/say.ts';
import { useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { Stars } from '../../ui/stars.tsx';
import type { InboxEntry } from '../protocol/views.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { closeThread } from './close-thread.ts';
import { HandOver, useHandOverTargets } from './hand-over.tsx';
import { IdentityMarks } from './identity-marks.tsx';
import type { InboxStore } from './inbox-store.ts';
import { NeedsResponse } from './needs-response.tsx';
import type { PanelSwitch } from './panel/use-panel.ts';
import { LocalTime } from './local-time.tsx';
import { sayUntil } from './snooze-times.ts';
import { offersWelcome, SmallThreadActions, ThreadActions } from './thread-actions.tsx';
import { VisitorName } from './visitor-name.tsx';

interface ThreadHeaderProps {
  readonly entry: InboxEntry;
  readonly isVisitorOnline: boolean;
  readonly isReadOnly: boolean;
  /** This agent may no longer see the visitor's status, so the header must not show the outdated one. */
  readonly wasHandedOver: boolean;
  readonly holder: string;
  readonly hasDrafts: boolean;
  readonly panel: PanelSwitch;
  readonly store: InboxStore;
  readonly onWelcome: () => void;
}

export function ThreadHeader(props: ThreadHeaderProps) {
  const { entry, isReadOnly, panel, store, onWelcome } = props;
  // After a handover the conversation stays on the screen, but this agent cannot act on it.
  const mayTake = isReadOnly && (entry.agentId ? store.hears('all') : store.hears('queue'));
  const isResolved = entry.state === 'resolved';
  const mayReassign = !isReadOnly || store.hears('all');
  return (
    <header className="flex min-h-20 items-center gap-3 border-b max-md:gap-1 border-line bg-surface px-3 py-2 md:px-7">
      <button
        type="button"
        aria-label={say('Back to the list')}
        className="icon-button md:hidden"
        onClick={() => closeThread(store)}
      >
        <Icon name="arrow-left" />
      </button>
      <span className="max-md:hidden">
        <Avatar name={entry.identity.name ?? entry.email} />
      </span>
      <div className="min-w-0 flex-1">
        {/* Only the name shares its line with the buttons; the visitor's data has its own line. */}
        <div
          className={`flex items-center gap-3 max-md:gap-1 ${mayTake ? 'max-md:flex-wrap max-md:pb-2' : ''}`}
        >
          {/* On a phone the name gets its own line above the button, so that it can be read before taking
              the visitor. */}
          <h2
            className={`min-w-0 flex-1 truncate text-[19px] tracking-[-0.02em] ${mayTake ? 'max-md:basis-full' : ''}`}
          >
            <VisitorName entry={entry} />
          </h2>
          {!isReadOnly && offersWelcome(entry) && (
            <button
              type="button"
              className="button button-primary button-small shrink-0 @max-3xl:hidden"
              onClick={onWelcome}
            >
              {say('Send Welcome')}
            </button>
          )}
          {mayTake && !isResolved && (
            <button
              type="button"
              className={`button button-small shrink-0 ${entry.agentId ? 'button-line' : 'button-primary'}`}
              onClick={() => void store.visitor.take()}
            >
              {entry.agentId ? say('Take over') : say('Take')}
            </button>
          )}
          {!props.wasHandedOver && (
            <button
              type="button"
              className="icon-button shrink-0"
              aria-label={say('About this visitor')}
              aria-expanded={panel.isOpen}
              title={say('About this visitor')}
              onClick={panel.toggle}
            >
              <Icon name="sidebar-simple" className="-scale-x-100" />
            </button>
          )}
          {mayTake && isResolved && (
            <button
              type="button"
              className="button button-line button-small shrink-0"
              onClick={() => void store.visitor.takeAndReopen()}
            >
              {say('Reopen')}
            </button>
          )}
          {!isReadOnly && entry.conversationId && <ThreadActions entry={entry} store={store} />}
          {mayReassign && entry.conversationId && (
            <ThreadMenu
              entry={entry}
              isReadOnly={isReadOnly}
              hasDrafts={props.hasDrafts}
              store={store}
            />
          )}
        </div>
        {!props.wasHandedOver && <VisitorLines {...props} />}
      </div>
    </header>
  );
}

function VisitorLines({ entry, isVisitorOnline, isReadOnly, holder }: ThreadHeaderProps) {
  return (
    <>
      <p className="-mt-0.5 flex items-center gap-x-4 text-[14px] whitespace-nowrap text-ink-2 tabular-nums @max-3xl:flex-wrap @max-3xl:gap-x-3 max-md:gap-x-2">
        <span className={`font-semibold ${isVisitorOnline ? 'text-success' : 'text-ink-3'}`}>
          <span
            aria-hidden="true"
            className={`${entry.waitingSince ? 'md:mr-2' : 'mr-2'} inline-block size-2 rounded-full border-[1.5px] border-current align-middle ${isVisitorOnline ? 'bg-current' : ''}`}
          />
          <span className={entry.waitingSince ? 'max-md:sr-only' : ''}>
            {isVisitorOnline ? say('Online') : say('Offline')}
          </span>
        </span>
        {entry.waitingSince && (
          <span className="flex items-center gap-x-2">
            <NeedsResponse entry={entry} />
          </span>
        )}
        {entry.state === 'resolved' && (
          <span className="font-semibold text-ink">{say('Resolved')}</span>
        )}
        {entry.snoozedUntil && (
          <span className="truncate">
            {say('Snoozed until')} <LocalTime at={entry.snoozedUntil} say={sayUntil} />
          </span>
        )}
        <span>{sayCount({ noun: 'message', number: entry.messageCount })}</span>
        {entry.topic && (
          <span dir="auto" className="min-w-12 truncate" title={entry.topic}>
            {entry.topic}
          </span>
        )}
        <LanguageMark language={entry.language} />
        <IdentityMarks identity={entry.identity} />
        <span>{sayCount({ noun: 'conversation', number: entry.conversationCount })}</span>
        {isReadOnly ? (
          <span dir="auto" className="truncate">
            {holder}
          </span>
        ) : (
          <span>{say('{unreadCount} unread', { unreadCount: entry.unreadCount })}</span>
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
    </>
  );
}

type ThreadMenuProps = Pick<ThreadHeaderProps, 'entry' | 'isReadOnly' | 'hasDrafts' | 'store'>;

function ThreadMenu({ entry, isReadOnly, hasDrafts, store }: ThreadMenuProps) {
  const [note, setNote] = useState('');
  const { targets, load } = useHandOverTargets(entry);
  return (
    <>
      <button
        type="button"
        className="icon-button [anchor-name:--thread-menu]"
        aria-label={say('More')}
        popoverTarget="thread-menu"
      >
        <Icon name="dots-three-vertical-bold" />
      </button>
      <div
        id="thread-menu"
        popover="auto"
        onToggle={(event) => {
          if (event.newState === 'open') load();
        }}
        className="fixed inset-auto mt-1 max-h-[70dvh] w-[300px] overflow-y-auto rounded-[16px] bg-surface p-2 text-ink shadow-overlay ring-1 ring-line [position-anchor:--thread-menu] [position-area:bottom_span-left]"
      >
        {!isReadOnly && <SmallThreadActions entry={entry} store={store} />}
        <HandOver
          entry={entry}
          hasDrafts={hasDrafts}
          targets={targets}
          note={note}
          onNote={setNote}
          onChoose={(to, draftId) => {
            void store.visitor.transfer(to, note, draftId).then((isDone) => isDone && setNote(''));
          }}
        />
      </div>
    </>
  );
}
