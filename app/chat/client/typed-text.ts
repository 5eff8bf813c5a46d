import { MESSAGE_MAX_LENGTH } from '../protocol/rules.ts';
import { inGroups } from '../../platform/in-groups.ts';
import { t } from '../../i18n/translate.ts';
import { loadText } from '../../ui/browser-storage.ts';
import { useEffect, type RefObject, type KeyboardEvent } from 'react';
import { isComposing } from '../../ui/is-composing.ts';

/** Limits the text of a message field: laying out a long text blocks the page, in some scripts for seconds. */
export const TAKEN_IN = MESSAGE_MAX_LENGTH * 2;

const LIMIT = inGroups(MESSAGE_MAX_LENGTH);

export interface TruncatedInput {
  readonly text: string;
  /** The error message that says how much was left out. */
  readonly refusal: string | null;
}

/**
 * Truncates a text for a message field, whatever its source: a script, dictation or an old draft. The kept
 * part is still longer than a message may be.
 */
export function receive(text: string): TruncatedInput {
  if (text.length < TAKEN_IN) return { text, refusal: null };
  const whole = text.trim();
  if (whole.length < TAKEN_IN) return { text: whole, refusal: null };
  // `maxLength` has cut the text, and the browser does not tell how much was lost.
  if (whole.length === TAKEN_IN) {
    const refusal = t(
      'There is no room for more than {value} characters. A message holds {limit}.',
      { value: inGroups(TAKEN_IN), limit: LIMIT },
    );
    return { text: whole, refusal };
  }
  // Do not cut a surrogate pair in half.
  const saved = whole.slice(0, TAKEN_IN).replace(/[\uD800-\uDBFF]$/, '');
  const left = inGroups(whole.length - saved.length);
  return {
    text: saved,
    refusal: t(
      'That is {value} characters: the last {left} were left out. A message holds {limit}.',
      { value: inGroups(whole.length), left, limit: LIMIT },
    ),
  };
}

/** Loads a text that was typed but not sent. Where storage is forbidden, a reload loses the text. */
export function loadDraft(storage: Storage, key: string): string {
  return receive(loadText(storage, key)).text;
}

/** Rejects huge pastes and drops in a message field and shows an error. */
export function usePasteLimit(
  field: RefObject<HTMLTextAreaElement | null>,
  onRefused: (words: string) => void,
): void {
  useEffect(() => {
    const box = field.current;
    if (!box) return undefined;
    const refuseHuge = (event: InputEvent) => {
      // Pasted and dropped text still exists at its source; rejecting dictated or composed text would lose
      // it.
      if (!event.inputType.startsWith('insertFrom')) return;
      const added = event.data?.length ?? event.dataTransfer?.getData('text/plain').length ?? 0;
      const replaced = box.selectionEnd - box.selectionStart;
      if (box.value.length - replaced + added <= TAKEN_IN) return;
      event.preventDefault();
      onRefused(
        t('That is {value} characters and was not pasted. A message holds {value2}.', {
          value: inGroups(added),
          value2: inGroups(MESSAGE_MAX_LENGTH),
        }),
      );
    };
    box.addEventListener('beforeinput', refuseHuge);
    return () => box.removeEventListener('beforeinput', refuseHuge);
  }, [field, onRefused]);
}

/** Matches devices whose primary input is touch. */
export const TOUCH = '(pointer: coarse)';

/**
 * True when a key press sends the message: Enter without Shift (rules 96 and 159). Touch keyboards have no
 * Shift+Enter, so there Enter adds a line and the button sends. Ctrl or ⌘ + Enter sends everywhere.
 */
export function sendsMessage(event: KeyboardEvent): boolean {
  if (isComposing(event) || event.key !== 'Enter' || event.shiftKey) return false;
  return event.ctrlKey || event.metaKey || !matchMedia(TOUCH).matches;
}
