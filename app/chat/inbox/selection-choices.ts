import { t } from '../../i18n/translate.ts';
import { inboxApi } from './inbox-api.ts';
import type { LabelView } from '../protocol/labels.ts';
import type { TransferTarget } from '../protocol/views.ts';
import type { Choices, Command } from '../../ui/command/command.ts';
import type { InboxSelection, SelectionState } from './inbox-selection.ts';
import type { InboxStore } from './inbox-store.ts';
import { personApi } from './panel/person.ts';
import { formatSnoozeTime, snoozeTimes } from './snooze.tsx';

export function timesFor(selection: InboxSelection): Choices {
  return {
    ask: t('Snooze until'),
    read: () =>
      snoozeTimes(new Date()).map((time): Command => ({
        id: time.name,
        name: time.name,
        note: formatSnoozeTime(time),
        icon: 'moon-stars',
        run: () => selection.snooze(time.until),
      })),
  };
}

export function holdersFor(
  selection: InboxSelection,
  { chosen }: SelectionState,
  mayAssign: boolean,
): Choices {
  const [first] = chosen.keys();
  const me: Command = {
    id: 'me',
    name: t('Assign to me'),
    icon: 'user',
    run: () => selection.act({ kind: 'take' }),
  };
  return {
    ask: t('Assign to'),
    async read() {
      const { people, groups, queue } = await readHolders(first, (to) =>
        selection.act({ kind: 'assign', to }),
      );
      return [...(mayAssign ? [me] : []), ...people, ...groups, queue];
    },
  };
}

export async function readHolders(
  visitorId: string | undefined,
  give: (to: TransferTarget) => unknown,
) {
  const { colleagues, teams } = await inboxApi.get('/agentchat/visitors/:id/transfer', {
    id: visitorId ?? '',
  });
  const people = colleagues.map(({ id, fullName, isConnected }): Command => ({
    id,
    name: fullName,
    note: isConnected ? t('Online') : t('Offline'),
    icon: 'user',
    run: () => give({ kind: 'agent', id }),
  }));
  const groups = teams.map(({ id, name, connectedCount }): Command => ({
    id,
    name,
    note: connectedCount > 0 ? t('{connectedCount} online', { connectedCount }) : t('Offline'),
    icon: 'users',
    run: () => give({ kind: 'team', id }),
  }));
  const queue: Command = {
    id: 'queue',
    name: t('Back to the queue'),
    icon: 'tray',
    run: () => give({ kind: 'queue' }),
  };
  return { people, groups, queue };
}

export function labelsFor(selection: InboxSelection): Choices {
  return {
    ask: t('Label the visitors'),
    async read() {
      const { labels } = await inboxApi.get('/agentchat/labels', {});
      const command = ({ id: labelId, name }: LabelView, isOn: boolean): Command => ({
        id: `${labelId} ${isOn}`,
        name: isOn ? name : t('Take off {name}', { name }),
        icon: isOn ? 'tag' : 'x',
        run: () => selection.act({ kind: 'label', labelId, isOn }),
      });
      return [
        ...labels.map((label) => command(label, true)),
        ...labels.map((label) => command(label, false)),
      ];
    },
  };
}

export function labelsOfVisitor(store: InboxStore): Choices {
  const visitorId = store.thread.inboxEntry()?.visitorId ?? '';
  return {
    ask: t('Label {what}', { what: t('the visitor') }),
    async read() {
      const [all, { labels }] = await Promise.all([
        personApi.readLabels(),
        personApi.read(visitorId, new AbortController().signal),
      ]);
      return all.map(({ id: labelId, name }): Command => {
        const isOn = labels.some(({ id }) => id === labelId);
        return {
          id: labelId,
          name,
          icon: isOn ? 'check' : 'tag',
          ...(isOn && { note: t('On it: take it off') }),
          run: () => store.visitor.putLabel(labelId, !isOn),
        };
      });
    },
  };
}
