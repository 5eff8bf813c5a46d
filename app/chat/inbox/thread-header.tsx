import { formatCount } from '../../platform/format-count.ts';
import { LanguageMark, IdentityMarks, VisitorName, LocalTime } from './visitor-marks.tsx';
import { t } from '../../i18n/translate.ts';
import { useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { Stars } from '../../ui/stars.tsx';
import type { InboxEntry } from '../protocol/views.ts';
import { Avatar } from '../../ui/avatar.tsx';
import {
  closeThread,
  offersWelcome,
  SmallThreadActions,
  ThreadActions,
} from './thread-actions.tsx';
import { HandOver, useHandOverTargets } from './hand-over.tsx';
import type { InboxStore } from './inbox-store.ts';
import { NeedsResponse } from './needs-response.tsx';
import type { PanelSwitch } from './panel/use-panel.ts';
import { formatUntil } from './snooze.tsx';

interface ThreadHeaderProps {
  readonly inboxEntry: InboxEntry;
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
  const { inboxEntry, isReadOnly, panel, store, onWelcome } = props;
  // After a handover the conversation stays on the screen, but this agent cannot act on it.
  const mayTake = isReadOnly && (inboxEntry.agentId ? store.hears('all') : store.hears('queue'));
  const isResolved = inboxEntry.state === 'resolved';
  const mayReassign = !isReadOnly || store.hears('all');
  return (
    <header className="flex min-h-20 items-center gap-3 border-b max-md:gap-1 border-line bg-surface px-3 py-2 md:px-7">
      <button
        type="button"
        aria-label={t('Back to the list')}
        className="icon-button md:hidden"
        onClick={() => closeThread(store)}
      >
        <Icon name="arrow-left" />
      </button>
      <span className="max-md:hidden">
        <Avatar name={inboxEntry.identity.name ?? inboxEntry.email} />
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
            <VisitorName inboxEntry={inboxEntry} />
          </h2>
          {!isReadOnly && offersWelcome(inboxEntry) && (
            <button
              type="button"
              className="button button-primary button-small shrink-0 @max-3xl:hidden"
              onClick={onWelcome}
            >
              {t('Send Welcome')}
            </button>
          )}
          {mayTake && !isResolved && (
            <button
              type="button"
              className={`button button-small shrink-0 ${inboxEntry.agentId ? 'button-line' : 'button-primary'}`}
              onClick={() => void store.visitor.take()}
            >
              {inboxEntry.agentId ? t('Take over') : t('Take')}
            </button>
          )}
          {!props.wasHandedOver && (
            <button
              type="button"
              className="icon-button shrink-0"
              aria-label={t('About this visitor')}
              aria-expanded={panel.isOpen}
              title={t('About this visitor')}
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
              {t('Reopen')}
            </button>
          )}
          {!isReadOnly && inboxEntry.conversationId && (
            <ThreadActions inboxEntry={inboxEntry} store={store} />
          )}
          {mayReassign && inboxEntry.conversationId && (
            <ThreadMenu
              inboxEntry={inboxEntry}
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

function VisitorLines({ inboxEntry, isVisitorOnline, isReadOnly, holder }: ThreadHeaderProps) {
  return (
    <>
      <p className="-mt-0.5 flex items-center gap-x-4 text-[14px] whitespace-nowrap text-ink-2 tabular-nums @max-3xl:flex-wrap @max-3xl:gap-x-3 max-md:gap-x-2">
        <span className={`font-semibold ${isVisitorOnline ? 'text-success' : 'text-ink-3'}`}>
          <span
            aria-hidden="true"
            className={`${inboxEntry.waitingSince ? 'md:mr-2' : 'mr-2'} inline-block size-2 rounded-full border-[1.5px] border-current align-middle ${isVisitorOnline ? 'bg-current' : ''}`}
          />
          <span className={inboxEntry.waitingSince ? 'max-md:sr-only' : ''}>
            {isVisitorOnline ? t('Online') : t('Offline')}
          </span>
        </span>
        {inboxEntry.waitingSince && (
          <span className="flex items-center gap-x-2">
            <NeedsResponse inboxEntry={inboxEntry} />
          </span>
        )}
        {inboxEntry.state === 'resolved' && (
          <span className="font-semibold text-ink">{t('Resolved')}</span>
        )}
        {inboxEntry.snoozedUntil && (
          <span className="truncate">
            {t('Snoozed until')} <LocalTime at={inboxEntry.snoozedUntil} say={formatUntil} />
          </span>
        )}
        <span>{formatCount({ noun: 'message', number: inboxEntry.messageCount })}</span>
        {inboxEntry.topic && (
          <span dir="auto" className="min-w-12 truncate" title={inboxEntry.topic}>
            {inboxEntry.topic}
          </span>
        )}
        <LanguageMark language={inboxEntry.language} />
        <IdentityMarks identity={inboxEntry.identity} />
        <span>{formatCount({ noun: 'conversation', number: inboxEntry.conversationCount })}</span>
        {isReadOnly ? (
          <span dir="auto" className="truncate">
            {holder}
          </span>
        ) : (
          <span>{t('{unreadCount} unread', { unreadCount: inboxEntry.unreadCount })}</span>
        )}
      </p>
      {inboxEntry.rating && (
        <p className="mt-0.5 flex min-w-0 items-center gap-2 text-[14px] text-ink-2">
          <Stars rating={inboxEntry.rating.score} size={15} />
          {inboxEntry.rating.comment && (
            <span className="min-w-0 truncate" title={inboxEntry.rating.comment}>
              “<bdi>{inboxEntry.rating.comment}</bdi>”
            </span>
          )}
        </p>
      )}
    </>
  );
}

type ThreadMenuProps = Pick<ThreadHeaderProps, 'inboxEntry' | 'isReadOnly' | 'hasDrafts' | 'store'>;

function ThreadMenu({ inboxEntry, isReadOnly, hasDrafts, store }: ThreadMenuProps) {
  const [note, setNote] = useState('');
  const { targets, load } = useHandOverTargets(inboxEntry);
  return (
    <>
      <button
        type="button"
        className="icon-button [anchor-name:--thread-menu]"
        aria-label={t('More')}
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
        {!isReadOnly && <SmallThreadActions inboxEntry={inboxEntry} store={store} />}
        <HandOver
          inboxEntry={inboxEntry}
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
