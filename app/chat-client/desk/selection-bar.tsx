import { say } from '../../platform/say.ts';
import { getJson } from '../../platform/api-client.ts';
import type { LabelView } from '../../conversation/wire/labels.ts';
import type { HandOverTargets } from '../../conversation/wire/views.ts';
import type { Command } from '../../ui/command/command.ts';
import { openPalette } from '../../ui/command/open-palette.ts';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import type { InboxSelection, SelectionState } from './inbox-selection.ts';
import { sayUntil, snoozeTimes } from './snooze-times.ts';

interface SelectionBarProps {
  readonly state: SelectionState;
  readonly selection: InboxSelection;
  /** Whether whoever is signed in hands over what is not theirs. */
  readonly mayAssign: boolean;
}

/** What can be done with all that is selected. */
export function SelectionBar({ state, selection, mayAssign }: SelectionBarProps) {
  const { chosen, isBusy, refused, problem } = state;
  const isEmpty = chosen.size === 0 || isBusy;
  return (
    <div role="group" aria-label={say('Selected conversations')} className="px-3 pt-4">
      <div className="rounded-[12px] bg-surface p-2 shadow-raised">
        <div className="flex items-center gap-2 px-1.5">
          <p role="status" className="min-w-0 flex-1 text-[14px] font-semibold tabular-nums">
            {isBusy ? say('Working...') : say('{size} selected', { size: chosen.size })}
          </p>
          <button
            type="button"
            className="min-h-9 rounded-chip px-2 text-[13.5px] font-semibold text-ink-2 hover:text-ink"
            onClick={() => selection.all()}
          >
            {say('All shown')}
          </button>
          <button
            type="button"
            className="min-h-9 rounded-chip px-2 text-[13.5px] font-semibold text-ink-2 hover:text-ink"
            onClick={() => selection.end()}
          >
            {say('Done')}
          </button>
        </div>
        <div className="mt-1 grid grid-cols-4 gap-1">
          <Act icon="check" isOff={isEmpty} onClick={() => void selection.resolve()}>
            {say('Resolve')}
          </Act>
          <Act icon="moon-stars" isOff={isEmpty} onClick={() => chooseTime(selection)}>
            {say('Snooze')}
          </Act>
          <Act
            icon="users"
            isOff={isEmpty}
            onClick={() => chooseHolder(selection, state, mayAssign)}
          >
            {say('Assign')}
          </Act>
          <Act icon="tag" isOff={isEmpty} onClick={() => chooseLabel(selection)}>
            {say('Label')}
          </Act>
        </div>
      </div>
      {problem && <p className="px-1.5 pt-2 text-[13.5px] text-ink-2">{problem}</p>}
      {refused.length > 0 && (
        <div role="alert" className="px-1.5 pt-2 text-[13.5px] text-error">
          <p className="font-semibold">
            {refused.length === 1
              ? say('One was not done:')
              : say('{length} were not done:', { length: refused.length })}
          </p>
          <ul className="mt-1 grid gap-1">
            {refused.map(({ email, why }) => (
              <li key={email} className="[overflow-wrap:anywhere]">
                {email}: {why}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

interface ActProps {
  readonly icon: IconName;
  readonly isOff: boolean;
  readonly onClick: () => void;
  readonly children: string;
}

function Act({ icon, isOff, onClick, children }: ActProps) {
  return (
    <button
      type="button"
      disabled={isOff}
      onClick={onClick}
      className="grid min-h-13 place-items-center content-center gap-0.5 rounded-[10px] px-1 text-[13px] leading-[18px] font-semibold hover:bg-sunken disabled:text-ink-3"
    >
      <Icon name={icon} size={16} />
      {children}
    </button>
  );
}

function chooseTime(selection: InboxSelection): void {
  openPalette({
    ask: say('Snooze until'),
    read: () =>
      snoozeTimes(new Date()).map(({ name, until }): Command => ({
        id: name,
        name,
        note: sayUntil(until),
        icon: 'moon-stars',
        run: () => selection.snooze(until),
      })),
  });
}

function chooseHolder(
  selection: InboxSelection,
  { chosen }: SelectionState,
  mayAssign: boolean,
): void {
  const [first] = chosen.keys();
  const me: Command = {
    id: 'me',
    name: say('Assign to me'),
    icon: 'user',
    run: () => selection.act({ kind: 'take' }),
  };
  openPalette({
    ask: say('Assign to'),
    async read() {
      const { colleagues, teams } = await getJson<HandOverTargets>(
        `/agentchat/visitors/${first}/transfer`,
      );
      const people = colleagues.map(({ id, fullName, isConnected }): Command => ({
        id,
        name: fullName,
        note: isConnected ? say('Online') : say('Offline'),
        icon: 'user',
        run: () => selection.act({ kind: 'assign', to: { kind: 'agent', id } }),
      }));
      const groups = teams.map(({ id, name, connectedCount }): Command => ({
        id,
        name,
        note:
          connectedCount > 0 ? say('{connectedCount} online', { connectedCount }) : say('Offline'),
        icon: 'users',
        run: () => selection.act({ kind: 'assign', to: { kind: 'team', id } }),
      }));
      const queue: Command = {
        id: 'queue',
        name: say('Back to the queue'),
        icon: 'tray',
        run: () => selection.act({ kind: 'assign', to: { kind: 'queue' } }),
      };
      return [...(mayAssign ? [me] : []), ...people, ...groups, queue];
    },
  });
}

function chooseLabel(selection: InboxSelection): void {
  openPalette({
    ask: say('Label the visitors'),
    async read() {
      const { labels } = await getJson<{ labels: LabelView[] }>('/agentchat/labels');
      const command = ({ id: labelId, name }: LabelView, isOn: boolean): Command => ({
        id: `${labelId} ${isOn}`,
        name: isOn ? name : say('Take off {name}', { name }),
        icon: isOn ? 'tag' : 'x',
        run: () => selection.act({ kind: 'label', labelId, isOn }),
      });
      return [
        ...labels.map((label) => command(label, true)),
        ...labels.map((label) => command(label, false)),
      ];
    },
  });
}
