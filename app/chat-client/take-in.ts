import { MESSAGE_MAX_LENGTH } from '../conversation/wire/rules.ts';
import { inGroups } from '../platform/in-groups.ts';
import { say } from '../platform/say.ts';

/** More stands in no message field: laying out a long text stops the page, in some scripts for seconds. */
export const TAKEN_IN = MESSAGE_MAX_LENGTH * 2;

const LIMIT = inGroups(MESSAGE_MAX_LENGTH);

export interface TakenIn {
  readonly text: string;
  /** What was left out, in words for whoever wrote it. */
  readonly refusal: string | null;
}

/**
 * What a message field holds of a text, whichever way it came: a script, a voice, an old draft. Its
 * beginning stays, which is more than one message may hold.
 */
export function takeIn(text: string): TakenIn {
  if (text.length < TAKEN_IN) return { text, refusal: null };
  const whole = text.trim();
  if (whole.length < TAKEN_IN) return { text: whole, refusal: null };
  // A field takes no more (`maxLength`), and does not tell how much more there was.
  if (whole.length === TAKEN_IN) {
    const refusal = say(
      'There is no room for more than {value} characters. A message holds {limit}.',
      { value: inGroups(TAKEN_IN), limit: LIMIT },
    );
    return { text: whole, refusal };
  }
  // No half of a letter that takes two units.
  const kept = whole.slice(0, TAKEN_IN).replace(/[\uD800-\uDBFF]$/, '');
  const left = inGroups(whole.length - kept.length);
  return {
    text: kept,
    refusal: say(
      'That is {value} characters: the last {left} were left out. A message holds {limit}.',
      { value: inGroups(whole.length), left, limit: LIMIT },
    ),
  };
}
