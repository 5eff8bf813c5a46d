import { languageNow, t } from '../../i18n/translate.ts';
import { useRef, useState, type ReactNode } from 'react';
import { inboxApi } from './inbox-api.ts';
import { MESSAGE_MAX_LENGTH } from '../protocol/rules.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { HandOverTargets, InboxEntry, TransferTarget } from '../protocol/views.ts';
import { useModal } from '../../ui/use-modal.ts';
import type { Writer } from './colleagues.ts';
import type { InboxStore } from './inbox-store.ts';

const SummaryDraft = lazyPart(async () => (await import('./draft/summary-draft.tsx')).default);

const NOBODY: HandOverTargets = { colleagues: [], teams: [] };

/** Loads the targets for a handover each time that the menu opens; null while loading. */
export function useHandOverTargets({ visitorId }: InboxEntry) {
  const [targets, setTargets] = useState<HandOverTargets | null>(null);
  const load = () => {
    inboxApi
      .get('/agentchat/visitors/:id/transfer', { id: visitorId })
      .then(setTargets, () => setTargets(NOBODY));
  };
  return { targets, load };
}

interface HandOverProps {
  readonly inboxEntry: InboxEntry;
  readonly targets: HandOverTargets | null;
  readonly hasDrafts: boolean;
  readonly note: string;
  readonly onNote: (note: string) => void;
  /** `draftId` identifies the draft that the note started from. */
  readonly onChoose: (to: TransferTarget, draftId?: string) => void;
}

/** Hands a visitor over to a person, a team or the queue, with a note (rule 137). */
export function HandOver(props: HandOverProps) {
  const { inboxEntry, targets, note, onNote } = props;
  const [asked, setAsked] = useState(0);
  const drafted = useRef<string>(undefined);
  const { conversationId } = inboxEntry;
  const onChoose = (to: TransferTarget) => props.onChoose(to, drafted.current);
  const colleagues = targets?.colleagues.filter(({ id }) => id !== inboxEntry.agentId) ?? [];
  const teams = targets?.teams ?? [];
  return (
    <>
      <label className="block px-3 pt-2 pb-1">
        <span className="text-[13.5px] font-semibold text-ink-2">
          {t('Note for the next agent (optional)')}
        </span>
        <textarea
          dir="auto"
          rows={2}
          value={note}
          maxLength={MESSAGE_MAX_LENGTH}
          onChange={(event) => onNote(event.target.value)}
          className="field mt-1.5 block resize-none py-2 text-[15px]"
        />
      </label>
      {props.hasDrafts && conversationId !== null && (
        <div className="px-3 pb-1">
          {asked > 0 && (
            <SummaryDraft
              conversationId={conversationId}
              asked={asked}
              note={note}
              onNote={onNote}
              onDrafted={(draftId) => {
                drafted.current = draftId;
              }}
            />
          )}
          {asked === 0 && (
            <button
              type="button"
              className="min-h-9 rounded-chip px-3 text-[14px] font-semibold text-ink ring-1 ring-line hover:bg-sunken"
              onClick={() => setAsked(1)}
            >
              {t('Draft a summary')}
            </button>
          )}
        </div>
      )}
      <Group title={t('Hand over to')}>
        {!targets && (
          <Skeleton rows={3} height={44}>
            {t('Loading...')}
          </Skeleton>
        )}
        {targets && colleagues.length === 0 && (
          <p className="px-3 py-2 text-ink-2">{t('There are no other agents.')}</p>
        )}
        {colleagues.map(({ id, fullName, isConnected }) => (
          <Target
            key={id}
            name={fullName}
            isThere={isConnected}
            statusText={isConnected ? t('Online') : t('Offline')}
            onChoose={() => onChoose({ kind: 'agent', id })}
          />
        ))}
      </Group>
      {teams.length > 0 && (
        <Group title={t('Teams')}>
          {teams.map(({ id, name, connectedCount }) => (
            <Target
              key={id}
              name={name}
              isThere={connectedCount > 0}
              statusText={
                connectedCount > 0 ? t('{connectedCount} online', { connectedCount }) : t('Offline')
              }
              onChoose={() => onChoose({ kind: 'team', id })}
            />
          ))}
        </Group>
      )}
      {inboxEntry.agentId !== null && inboxEntry.state !== 'resolved' && (
        <div className="mt-1 border-t border-line pt-1">
          <Target name={t('Return to queue')} onChoose={() => onChoose({ kind: 'queue' })} />
        </div>
      )}
    </>
  );
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div role="group" aria-label={title}>
      <p
        dir="auto"
        aria-hidden="true"
        className="px-3 pt-2 pb-1 text-[13.5px] font-semibold text-ink-3"
      >
        {title}
      </p>
      {children}
    </div>
  );
}

interface TargetProps {
  readonly name: string;
  readonly isThere?: boolean;
  readonly statusText?: string;
  readonly onChoose: () => void;
}

function Target({ name, isThere = false, statusText, onChoose }: TargetProps) {
  return (
    <button
      type="button"
      className="flex min-h-11 w-full items-center gap-3 rounded-[10px] px-3 text-left hover:bg-sunken"
      popoverTarget="thread-menu"
      popoverTargetAction="hide"
      onClick={onChoose}
    >
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {name}
      </span>
      {statusText && (
        <span className={`text-[13px] ${isThere ? 'text-success' : 'text-ink-3'}`}>
          {statusText}
        </span>
      )}
    </button>
  );
}

interface TakeOverDialogProps {
  readonly writers: readonly Writer[];
  readonly store: InboxStore;
}

/** Asks for confirmation before visitors are taken from agents who are writing to them (rule 139). */
export function TakeOverDialog({ writers, store }: TakeOverDialogProps) {
  const isOne = writers.length === 1;
  const name = new Intl.ListFormat(languageNow()).format(writers.map((writer) => writer.name));
  const { ref, keepFocusInside } = useModal();
  return (
    <dialog
      ref={ref}
      aria-labelledby="take-over-title"
      className="m-auto w-[min(420px,calc(100vw-40px))] rounded-panel bg-surface p-6 text-ink shadow-overlay ring-1 ring-line backdrop:bg-night/60"
      onKeyDown={keepFocusInside}
      onCancel={(event) => {
        event.preventDefault();
        store.dropTakeOver();
      }}
    >
      <h2
        id="take-over-title"
        className="font-display text-[22px] leading-tight font-bold tracking-[-0.03em]"
      >
        {isOne
          ? t('{name} is writing. Take over?', { name })
          : t('{name} are writing. Take over?', { name })}
      </h2>
      <p className="mt-3 text-ink-2">
        {isOne
          ? t('{name} keeps the text written so far but can no longer send it.', { name })
          : t('They keep the texts written so far but can no longer send them.')}
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <button
          type="button"
          className="button button-line button-small"
          onClick={() => store.dropTakeOver()}
        >
          {t('Cancel')}
        </button>
        <button
          type="button"
          className="button button-primary button-small"
          onClick={() => void store.confirmTakeOver()}
        >
          {t('Take over')}
        </button>
      </div>
    </dialog>
  );
}
