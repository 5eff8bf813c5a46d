import { foldText } from '../../platform/fold-text.ts';
import type { Command, CommandGroup } from './command.ts';

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
