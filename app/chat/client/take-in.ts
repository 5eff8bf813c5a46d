import { MESSAGE_MAX_LENGTH } from '../protocol/rules.ts';
import { inGroups } from '../../platform/in-groups.ts';
import { say } from '../../platform/say.ts';

/** Limits the text of a message field: laying out a long text blocks the page, in some scripts for seconds. */
export const TAKEN_IN = MESSAGE_MAX_LENGTH * 2;

const LIMIT = inGroups(MESSAGE_MAX_LENGTH);

export interface TakenIn {
  readonly text: string;
  /** The error message that says how much was left out. */
  readonly refusal: string | null;
}

/**
 * Truncates a text for a message field, whatever its source: a script, dictation or an old draft. The kept
 * part is still longer than a message may be.
 */
export function takeIn(text: string): TakenIn {
  if (text.length < TAKEN_IN) return { text, refusal: null };
  const whole = text.trim();
  if (whole.length < TAKEN_IN) return { text: whole, refusal: null };
  // `maxLength` has cut the text, and the browser does not tell how much was lost.
  if (whole.length === TAKEN_IN) {
    const refusal = say(
      'There is no room for more than {value} characters. A message holds {limit}.',
      { value: inGroups(TAKEN_IN), limit: LIMIT },
    );
    return { text: whole, refusal };
  }
  // Do not cut a surrogate pair in half.
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
