import { t, msg, type Sentence } from '../../i18n/translate.ts';
import type { Choices, Command, CommandGroup } from '../../ui/command/command.ts';
import type { IconName } from '../../ui/icon-names.ts';
import { closeThread } from './thread-actions.tsx';
import type { InboxStore } from './inbox-store.ts';
import {
  holdersFor,
  labelsFor,
  labelsOfVisitor,
  readHolders,
  timesFor,
} from './selection-choices.ts';
import { SNOOZE_BUTTON, SNOOZE_MENU, SNOOZE_ROW } from './snooze.tsx';

export interface Desk {
  readonly store: InboxStore;
  readonly seesVisitors: boolean;
  readonly go: (path: string) => void;
  readonly showShortcuts: () => void;
  readonly showPanel: () => void;
}

/**
 * Defines an action of the dashboard with its key, listed in the shortcut sheet, and its name in the command
 * palette. An action added to `DESK_COMMANDS` gets both.
 */
interface DeskCommand {
  readonly id: string;
  /** The name in the palette. A command without a name is available by keyboard only. */
  readonly name?: Sentence | ((desk: Desk) => string);
  readonly icon?: IconName;
  readonly words?: string;
  /** The `KeyboardEvent.key` of a single key that runs the command. */
  readonly key?: string;
  /** The keys as the sheet shows them; defaults to `key`. */
  readonly keys?: Sentence;
  readonly does?: Sentence;
  /** True if the command is available now. A command without this function is always available. */
  readonly isOffered?: (desk: Desk) => boolean;
  /** Returns undefined when the command needs no choice. */
  readonly choices?: (desk: Desk) => Choices | undefined;
  readonly run?: (desk: Desk) => unknown;
}

const focus = (id: string) => document.getElementById(id)?.focus();
const isOpen = ({ store }: Desk) => store.thread.inboxEntry() !== undefined;
const isHeld = ({ store }: Desk) => {
  const { thread } = store.getState();
  return thread !== null && !thread.isReadOnly && thread.entry.conversationId !== null;
};
/** True if the visitor is with another agent or with nobody, and this agent may take the visitor. */
const isTakeable = ({ store }: Desk) => {
  const { thread } = store.getState();
  const inboxEntry = store.thread.inboxEntry();
  if (!inboxEntry || !thread?.isReadOnly) return false;
  return inboxEntry.agentId ? store.hears('all') : store.hears('queue');
};

const isSelecting = ({ store }: Desk) => {
  const { isOn, chosen } = store.getState().selection;
  return isOn && chosen.size > 0;
};

export const DESK_COMMANDS: readonly DeskCommand[] = [
  {
    id: 'next',
    key: 'j',
    keys: msg('J or Alt ↓'),
    does: msg('Next visitor'),
    run: ({ store }) => store.step(1),
  },
  {
    id: 'previous',
    key: 'k',
    keys: msg('K or Alt ↑'),
    does: msg('Previous visitor'),
    run: ({ store }) => store.step(-1),
  },
  {
    id: 'search',
    name: msg('Search conversations'),
    icon: 'magnifying-glass',
    words: 'find messages',
    key: '/',
    does: msg('Search conversations'),
    run: () => focus('inbox-search'),
  },
  {
    id: 'reply',
    name: (desk) => (isHeld(desk) ? t('Write a reply') : t('Write a private note')),
    icon: 'note-pencil',
    words: 'answer message note',
    key: 'r',
    does: msg('Write a reply'),
    // The command also works while the conversation loads; otherwise the letters that follow would run
    // commands.
    isOffered: isOpen,
    run: () => focus('reply'),
  },
  {
    id: 'take',
    name: ({ store }) => (store.thread.inboxEntry()?.agentId ? t('Take over') : t('Assign to me')),
    icon: 'user',
    words: 'assign to me take over',
    key: 'a',
    does: msg('Assign to me or take over'),
    isOffered: isTakeable,
    run: ({ store }) => store.visitor.take(),
  },
  {
    id: 'hand-over',
    name: msg('Hand over to…'),
    icon: 'users',
    words: 'assign transfer reassign',
    key: 'h',
    does: msg('Hand over to someone'),
    isOffered: (desk) =>
      isSelecting(desk) || isHeld(desk) || (isOpen(desk) && desk.store.hears('all')),
    choices: (desk) =>
      isSelecting(desk)
        ? holdersFor(
            desk.store.selection,
            desk.store.getState().selection,
            desk.store.hears('queue'),
          )
        : handOverChoices(desk),
  },
  {
    id: 'resolve',
    name: (desk) =>
      !isSelecting(desk) && desk.store.thread.inboxEntry()?.state === 'resolved'
        ? t('Reopen')
        : t('Resolve'),
    icon: 'check',
    words: 'complete close done',
    key: 'e',
    does: msg('Resolve or reopen'),
    isOffered: (desk) => isSelecting(desk) || isHeld(desk),
    run: (desk) =>
      isSelecting(desk) ? desk.store.selection.resolve() : desk.store.visitor.toggleResolved(),
  },
  {
    id: 'no-answer',
    name: msg('No answer needed'),
    icon: 'chat-circle',
    words: 'waiting done thanks',
    key: 'n',
    does: msg('No answer needed'),
    isOffered: (desk) => isHeld(desk) && desk.store.thread.inboxEntry()?.state === 'waiting',
    run: ({ store }) => store.visitor.needNoAnswer(),
  },
  {
    id: 'snooze',
    name: msg('Snooze'),
    icon: 'moon-stars',
    words: 'later remind wait until',
    key: 's',
    does: msg('Snooze'),
    isOffered: (desk) =>
      isSelecting(desk) || (isHeld(desk) && desk.store.thread.inboxEntry()?.state !== 'resolved'),
    choices: (desk) => (isSelecting(desk) ? timesFor(desk.store.selection) : undefined),
    run: showSnoozeMenu,
  },
  {
    id: 'label',
    name: msg('Label the visitor…'),
    icon: 'tag',
    words: 'labels tag mark',
    key: 'l',
    does: msg('Label the visitor or the selected visitors'),
    isOffered: (desk) =>
      isSelecting(desk) || (isOpen(desk) && !desk.store.getState().thread?.wasHandedOver),
    choices: (desk) =>
      isSelecting(desk) ? labelsFor(desk.store.selection) : labelsOfVisitor(desk.store),
  },
  {
    id: 'select',
    name: ({ store }) =>
      store.getState().selection.isOn ? t('Stop selecting') : t('Select several conversations'),
    icon: 'check',
    words: 'bulk many multiple',
    key: 'x',
    does: msg('Select several, starting with the open one; press again to stop'),
    isOffered: ({ store }) => store.shownEntries().length > 0,
    run: toggleSelection,
  },
  {
    id: 'visitor',
    name: msg('Open the visitor’s page'),
    icon: 'identification-card',
    words: 'data block export erase',
    key: 'v',
    does: msg('Open the visitor’s page'),
    isOffered: (desk) => desk.seesVisitors && isOpen(desk),
    run: ({ store, go }) => go(`/team/visitors?visitor=${store.thread.inboxEntry()?.visitorId}`),
  },
  {
    id: 'panel',
    name: msg('Show or hide the visitor’s panel'),
    icon: 'sidebar-simple',
    words: 'details labels note name',
    key: 'p',
    does: msg('Show or hide the visitor’s panel'),
    isOffered: (desk) => isOpen(desk) && !desk.store.getState().thread?.wasHandedOver,
    run: ({ showPanel }) => showPanel(),
  },
  {
    id: 'close',
    key: 'Escape',
    keys: msg('Esc'),
    does: msg('Close the conversation'),
    isOffered: (desk) => isOpen(desk) || desk.store.getState().selection.isOn,
    run: ({ store }) =>
      store.getState().selection.isOn ? store.selection.end() : closeThread(store),
  },
  {
    id: 'shortcuts',
    name: msg('Keyboard shortcuts'),
    icon: 'keyboard',
    words: 'help keys',
    key: '?',
    does: msg('Show this list'),
    run: ({ showShortcuts }) => showShortcuts(),
  },
];

export function listShortcuts(): { readonly keys: string; readonly does: string }[] {
  return [
    { keys: t('⌘ K or Ctrl K'), does: t('Open the command menu') },
    ...DESK_COMMANDS.flatMap((command) =>
      command.does ? [{ keys: keysOf(command) ?? '', does: t(command.does) }] : [],
    ),
  ];
}

export function deskCommands(desk: Desk): CommandGroup {
  return {
    name: t('Conversations'),
    distance: 0,
    commands: DESK_COMMANDS.flatMap((command) => {
      const { id, name, icon, words, isOffered, choices, run } = command;
      if (!name || !(isOffered?.(desk) ?? true)) return [];
      const keys = keysOf(command);
      const toChoose = choices?.(desk);
      const offered: Command = {
        id,
        name: typeof name === 'function' ? name(desk) : t(name),
        run: () => run?.(desk),
        ...(icon && { icon }),
        ...(words && { words }),
        ...(keys && { keys }),
        ...(toChoose && { choices: toChoose }),
      };
      return [offered];
    }),
  };
}

function keysOf({ key, keys }: DeskCommand): string | undefined {
  return keys ? t(keys) : key?.toUpperCase();
}

/** Offers the same targets as the conversation's menu: people, teams and the queue (rule 137). */
function handOverChoices({ store }: Desk): Choices {
  const inboxEntry = store.thread.inboxEntry();
  return {
    ask: t('Hand over to'),
    async read() {
      const { people, groups, queue } = await readHolders(inboxEntry?.visitorId, (to) =>
        store.visitor.transfer(to, ''),
      );
      const isForQueue =
        inboxEntry !== undefined && inboxEntry.agentId !== null && inboxEntry.state !== 'resolved';
      return [
        ...people.filter(({ id }) => id !== inboxEntry?.agentId),
        ...groups,
        ...(isForQueue ? [queue] : []),
      ];
    },
  };
}

function toggleSelection({ store }: Desk): void {
  if (store.getState().selection.isOn) store.selection.end();
  else store.selection.begin(store.thread.inboxEntry());
}

/** On narrow screens the snooze button is hidden, and the conversation's menu has the same rows. */
function showSnoozeMenu(): void {
  const isRoomy = document.getElementById(SNOOZE_BUTTON)?.checkVisibility() ?? false;
  const menu = document.getElementById(isRoomy ? SNOOZE_MENU : 'thread-menu');
  menu?.showPopover();
  // The menu was opened by a key, so the focus goes to its first snooze time.
  menu?.querySelector<HTMLButtonElement>(SNOOZE_ROW)?.focus();
}
