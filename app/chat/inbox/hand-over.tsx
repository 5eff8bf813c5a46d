import { say } from '../../platform/say.ts';
import { useRef, useState, type ReactNode } from 'react';
import { getJson } from '../../platform/api-client.ts';
import { MESSAGE_MAX_LENGTH } from '../protocol/rules.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { HandOverTargets, InboxEntry, TransferTarget } from '../protocol/views.ts';

const SummaryDraft = lazyPart(async () => (await import('./draft/summary-draft.tsx')).default);

const NOBODY: HandOverTargets = { colleagues: [], teams: [] };

/** Loads the targets for a handover each time that the menu opens; null while loading. */
export function useHandOverTargets({ visitorId }: InboxEntry) {
  const [targets, setTargets] = useState<HandOverTargets | null>(null);
  const load = () => {
    getJson<HandOverTargets>(`/agentchat/visitors/${visitorId}/transfer`).then(setTargets, () =>
      setTargets(NOBODY),
    );
  };
  return { targets, load };
}

interface HandOverProps {
  readonly entry: InboxEntry;
  readonly targets: HandOverTargets | null;
  readonly hasDrafts: boolean;
  readonly note: string;
  readonly onNote: (note: string) => void;
  /** `draftId` identifies the draft that the note started from. */
  readonly onChoose: (to: TransferTarget, draftId?: string) => void;
}

/** Hands a visitor over to a person, a team or the queue, with a note (rule 137). */
export function HandOver(props: HandOverProps) {
  const { entry, targets, note, onNote } = props;
  const [asked, setAsked] = useState(0);
  const drafted = useRef<string>(undefined);
  const { conversationId } = entry;
  const onChoose = (to: TransferTarget) => props.onChoose(to, drafted.current);
  const colleagues = targets?.colleagues.filter(({ id }) => id !== entry.agentId) ?? [];
  const teams = targets?.teams ?? [];
  return (
    <>
      <label className="block px-3 pt-2 pb-1">
        <span className="text-[13.5px] font-semibold text-ink-2">
          {say('Note for the next agent, if any')}
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
              {say('Draft a summary')}
            </button>
          )}
        </div>
      )}
      <Group title={say('Hand over to')}>
        {!targets && (
          <Skeleton rows={3} height={44}>
            {say('Loading...')}
          </Skeleton>
        )}
        {targets && colleagues.length === 0 && (
          <p className="px-3 py-2 text-ink-2">{say('Nobody else is there.')}</p>
        )}
        {colleagues.map(({ id, fullName, isConnected }) => (
          <Target
            key={id}
            name={fullName}
            isThere={isConnected}
            standing={isConnected ? say('Online') : say('Offline')}
            onChoose={() => onChoose({ kind: 'agent', id })}
          />
        ))}
      </Group>
      {teams.length > 0 && (
        <Group title={say('Teams')}>
          {teams.map(({ id, name, connectedCount }) => (
            <Target
              key={id}
              name={name}
              isThere={connectedCount > 0}
              standing={
                connectedCount > 0
                  ? say('{connectedCount} online', { connectedCount })
                  : say('Offline')
              }
              onChoose={() => onChoose({ kind: 'team', id })}
            />
          ))}
        </Group>
      )}
      {entry.agentId !== null && entry.state !== 'resolved' && (
        <div className="mt-1 border-t border-line pt-1">
          <Target name={say('Back to the queue')} onChoose={() => onChoose({ kind: 'queue' })} />
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
  readonly standing?: string;
  readonly onChoose: () => void;
}

function Target({ name, isThere = false, standing, onChoose }: TargetProps) {
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
      {standing && (
        <span className={`text-[13px] ${isThere ? 'text-success' : 'text-ink-3'}`}>{standing}</span>
      )}
    </button>
  );
}
