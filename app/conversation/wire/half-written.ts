import { say } from '../../platform/say.ts';
/** A first word that is meant to become something else: '/pay', not 'and/or' and not '/etc/hosts'. */
const COMMAND = /^\/([a-z][\w-]*)(?=\s|$)/i;

/** A variable of a canned reply that nobody filled in, whatever its name. */
const OPEN_VARIABLE = /\{[\p{L}\p{N}_]+\}/u;

/** The same for a reply, whose name may begin with a digit. */
const SHORTCUT_WORD = /^\/([a-z\d][a-z\d-]*)(?=\s|$)/i;

/** The word behind the slash that a text begins with, in lower case. */
export function commandOf(text: string): string | undefined {
  return COMMAND.exec(text)?.[1]?.toLowerCase();
}

/** What a text may name a canned reply by, in lower case: '/24-7' is no command, and may be one. */
export function shortcutOf(text: string): string | undefined {
  return SHORTCUT_WORD.exec(text)?.[1]?.toLowerCase();
}

/** Where the first variable stands that is still to be filled in by hand. */
export function openVariable(text: string): readonly [start: number, end: number] | undefined {
  const found = OPEN_VARIABLE.exec(text);
  return found ? [found.index, found.index + found[0].length] : undefined;
}

/**
 * Why a reply must not go out to the customer as it is (DECISIONS 34); undefined when it may.
 * `isReply` says whether a canned reply has this shortcut.
 */
export function whyHalfWritten(
  text: string,
  isReply: (shortcut: string) => boolean,
): string | undefined {
  const command = commandOf(text);
  if (command !== undefined && !isReply(command)) {
    return say('There is no reply /{command}. Choose one from the list, or take the slash away.', {
      command,
    });
  }
  const variable = openVariable(text);
  if (!variable) return undefined;
  return say('{text} still stands in it. Please write what belongs there.', {
    text: text.slice(...variable),
  });
}
