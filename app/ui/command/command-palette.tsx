import { t } from '../../i18n/translate.ts';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Icon } from '../icon.tsx';
import { Skeleton } from '../skeleton.tsx';
import { usePickerList } from '../picker-list.ts';
import { useModal } from '../use-modal.ts';
import { usePicker, type Picker } from '../use-picker.ts';
import {
  type Choices,
  type Command,
  type CommandGroup,
  offeredCommands,
  type TypedAhead,
} from './command.ts';
import './command-palette.css';
import { isComposing } from '../is-composing.ts';
import { foldText } from '../../platform/fold-text.ts';

const DEBOUNCE_MS = 200;

export type Find = (text: string, signal: AbortSignal) => Promise<readonly CommandGroup[]>;

interface CommandPaletteProps {
  readonly first: Choices | undefined;
  readonly typed: TypedAhead;
  readonly find: Find;
  readonly onClose: () => void;
}

/** Lists all commands. The focus stays in the field, as in every picker. */
export default function CommandPalette(props: CommandPaletteProps) {
  const { first, typed, find, onClose } = props;
  const { ref, close, keepFocusInside } = useModal();
  const [offered] = useState(offeredCommands);
  const [choices, setChoices] = useState(first);
  const [text, setText] = useState('');
  // The dialog has the focus from now on, so the keys typed before are moved to the field.
  useEffect(() => {
    const ahead = typed.hand();
    if (ahead !== '') setText(ahead);
  }, [typed]);
  const chosen = useRef<Command | null>(null);
  const step = useChoices(choices);
  const found = useFound(choices ? '' : text, find);
  const groups = matchCommands(choices ? (step ?? []) : offered, text);
  if (!choices) groups.push(...found.filter((group) => group.commands.length > 0));
  const commands = groups.flatMap((group) => group.commands);
  const picker = usePicker(commands.length, 0, `${choices?.ask}:${text}`);

  function choose(command: Command | undefined) {
    if (!command) return;
    if (command.choices) {
      setChoices(command.choices);
      setText('');
      return;
    }
    // The command runs after the dialog has closed, so that the focus goes where the command puts it.
    chosen.current = command;
    close();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      choose(commands[picker.active]);
    } else if (event.key === 'Backspace' && text === '' && choices && !first) {
      setChoices(undefined);
    } else if (!picker.onKey(event)) keepFocusInside(event);
  }

  return (
    <dialog
      ref={ref}
      className="palette"
      aria-label={t('Commands')}
      closedby="any"
      onClose={() => {
        onClose();
        chosen.current?.run();
      }}
    >
      <PaletteField
        ask={choices?.ask ?? t('Go to a page or run a command')}
        text={text}
        picker={picker}
        onText={setText}
        onKeyDown={onKeyDown}
      />
      {choices && !step ? (
        <div className="p-3">
          <Skeleton rows={3} height={44}>
            {t('Loading…')}
          </Skeleton>
        </div>
      ) : (
        <>
          <p role="status" className="sr-only">
            {commands.length === 0
              ? describeEmptyResult(text)
              : t('{length} found', { length: commands.length })}
          </p>
          {commands.length === 0 ? (
            <p className="px-6 py-8 text-center text-ink-2" aria-hidden="true">
              {describeEmptyResult(text)}
            </p>
          ) : (
            <Groups groups={groups} picker={picker} onChoose={choose} />
          )}
        </>
      )}
    </dialog>
  );
}

/** Without a search text the empty list means that nothing exists. */
const describeEmptyResult = (text: string): string =>
  text.trim() === '' ? t('Nothing here yet.') : t('No results.');

interface PaletteFieldProps {
  readonly ask: string;
  readonly text: string;
  readonly picker: Picker;
  readonly onText: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

function PaletteField({ ask, text, picker, onText, onKeyDown }: PaletteFieldProps) {
  return (
    <div className="palette-field">
      <Icon name="magnifying-glass" className="text-ink-3" />
      <input
        dir="auto"
        className="palette-input"
        role="combobox"
        aria-label={ask}
        aria-expanded={picker.listId !== undefined}
        aria-autocomplete="list"
        aria-controls={picker.listId}
        aria-activedescendant={picker.activeId}
        placeholder={`${ask}…`}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}

interface GroupsProps {
  readonly groups: readonly CommandGroup[];
  readonly picker: Picker;
  readonly onChoose: (command: Command) => void;
}

function Groups({ groups, picker, onChoose }: GroupsProps) {
  const { listProps, optionProps } = usePickerList(picker);
  // The index of each group's first command: arrow keys treat all groups as one list.
  const starts = groups.map((_, index) =>
    groups.slice(0, index).reduce((sum, { commands }) => sum + commands.length, 0),
  );
  return (
    <ul {...listProps} aria-label={t('Commands')} className="palette-list">
      {groups.map(({ name, commands }, group) => (
        <li key={name} role="presentation">
          <div role="group" aria-label={name}>
            <p dir="auto" className="palette-heading" aria-hidden="true">
              {name}
            </p>
            {commands.map((command, index) => (
              <div
                key={command.id}
                {...optionProps((starts[group] ?? 0) + index, () => onChoose(command))}
                className="palette-option"
              >
                <Option command={command} />
              </div>
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}

function Option({ command: { name, note, icon, keys } }: { readonly command: Command }) {
  return (
    <>
      {icon && <Icon name={icon} size={19} />}
      <span className="min-w-0 flex-1 truncate">
        <bdi>{name}</bdi>
        {note && (
          <span dir="auto" className="ms-2.5 text-[14px] opacity-75">
            {note}
          </span>
        )}
      </span>
      {keys && (
        <kbd className="shrink-0 rounded-[7px] bg-sunken px-2 py-0.5 font-sans text-[13px] text-ink-2">
          {keys}
        </kbd>
      )}
    </>
  );
}

/** Loads the choices; undefined while loading and if there are none. */
function useChoices(choices: Choices | undefined): readonly CommandGroup[] | undefined {
  const [read, setRead] = useState<{ of: Choices; commands: readonly Command[] }>();
  useEffect(() => {
    if (!choices) return undefined;
    let isOver = false;
    Promise.resolve(choices.read()).then(
      (commands) => isOver || setRead({ of: choices, commands }),
      // The caller shows the server's error; the palette has no choices then.
      () => isOver || setRead({ of: choices, commands: [] }),
    );
    return () => {
      isOver = true;
    };
  }, [choices]);
  if (!choices) return undefined;
  return read?.of === choices
    ? [{ name: choices.ask, distance: 0, commands: read.commands }]
    : undefined;
}

function useFound(text: string, find: Find): readonly CommandGroup[] {
  const [found, setFound] = useState<readonly CommandGroup[]>([]);
  const wanted = text.trim();
  useEffect(() => {
    if (wanted.length < 2) {
      setFound([]);
      return undefined;
    }
    const abort = new AbortController();
    const timer = setTimeout(() => {
      find(wanted, abort.signal).then(
        (groups) => abort.signal.aborted || setFound(groups),
        // If the request fails, the palette still has the page's own commands.
        () => abort.signal.aborted || setFound([]),
      );
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [wanted, find]);
  return found;
}

/** Keeps the commands in which every word of `text` is the start of a word. */
export function matchCommands(groups: readonly CommandGroup[], text: string): CommandGroup[] {
  const wanted = wordsOf(text);
  if (wanted.length === 0) return [...groups];
  return groups
    .map((group) => ({ ...group, commands: matching(group.commands, wanted) }))
    .filter(({ commands }) => commands.length > 0);
}

/** Commands whose name starts with the text come first. */
function matching(commands: readonly Command[], wanted: readonly string[]): Command[] {
  const found = commands.filter((command) => {
    const own = wordsOf(`${command.name} ${command.note ?? ''} ${command.words ?? ''}`);
    return wanted.every((word) => own.some((one) => one.startsWith(word)));
  });
  const typed = wanted.join(' ');
  const isFirst = ({ name }: Command) => wordsOf(name).join(' ').startsWith(typed);
  return [...found.filter(isFirst), ...found.filter((command) => !isFirst(command))];
}

function wordsOf(text: string): string[] {
  return foldText(text).match(/[\p{L}\p{N}@.]+/gu) ?? [];
}
