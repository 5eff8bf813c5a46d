import { t } from '../../i18n/translate.ts';
/** A first word that was meant as a command: '/pay', but not 'and/or' or '/etc/hosts'. */
const COMMAND = /^\/([a-z][\w-]*)(?=\s|$)/i;

/** An unfilled variable of a canned reply, whatever its name. */
const OPEN_VARIABLE = /\{[\p{L}\p{N}_]+\}/u;

/** The same for a shortcut, whose name may begin with a digit. */
const SHORTCUT_WORD = /^\/([a-z\d][a-z\d-]*)(?=\s|$)/i;

export function commandOf(text: string): string | undefined {
  return COMMAND.exec(text)?.[1]?.toLowerCase();
}

/** Returns a possible shortcut in lower case. '/24-7' is not a command but may be a shortcut. */
export function shortcutOf(text: string): string | undefined {
  return SHORTCUT_WORD.exec(text)?.[1]?.toLowerCase();
}

export function openVariable(text: string): readonly [start: number, end: number] | undefined {
  const found = OPEN_VARIABLE.exec(text);
  return found ? [found.index, found.index + found[0].length] : undefined;
}

/**
 * Returns why a reply must not be sent yet (rule 116), or undefined. `isReply` tells if a canned reply
 * has this shortcut.
 */
export function whyHalfWritten(
  text: string,
  isReply: (shortcut: string) => boolean,
): string | undefined {
  const command = commandOf(text);
  if (command !== undefined && !isReply(command)) {
    return t('There is no reply /{command}. Choose one from the list, or take the slash away.', {
      command,
    });
  }
  const variable = openVariable(text);
  if (!variable) return undefined;
  return t('{text} still stands in it. Please write what belongs there.', {
    text: text.slice(...variable),
  });
}
