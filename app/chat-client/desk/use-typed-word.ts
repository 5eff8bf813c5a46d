import { useState, type KeyboardEvent } from 'react';
import type { TypedWord } from '../../conversation/wire/mentions.ts';
import { usePicker, type Picker } from '../../ui/use-picker.ts';
import { isComposing } from '../../ui/is-composing.ts';

export interface WordPicker<O> {
  /** Null while there is nothing to choose from. */
  readonly options: readonly O[] | null;
  readonly list: Picker;
  /** The text or the place of the caret has changed. */
  look(text: string, caret: number): void;
  /** True when the key was the picker's. */
  onKey(event: KeyboardEvent): boolean;
  readonly choose: (option: O) => void;
  close(): void;
}

/** The word the caret stands in, until Escape or a choice closes its list; the next word opens it again. */
export function useTypedWord(find: (text: string, caret: number) => TypedWord | undefined) {
  const [word, setWord] = useState<TypedWord | null>(null);
  const [dismissedAt, setDismissedAt] = useState<number | null>(null);
  return {
    /** Null while no list is to be open. */
    open: word?.start === dismissedAt ? null : word,
    look: (text: string, caret: number) => {
      const found = find(text, caret) ?? null;
      if (found?.start !== word?.start) setDismissedAt(null);
      setWord(found);
    },
    dismiss: () => setDismissedAt(word?.start ?? null),
    close: () => setWord(null),
  };
}

/**
 * The list of such a word. The focus stays in the box: arrows move through the list, Enter or Tab
 * inserts, Escape closes it until the next sign.
 */
export function useWordPicker<O>(
  typed: ReturnType<typeof useTypedWord>,
  options: readonly O[],
  choose: (option: O, word: TypedWord) => void,
): WordPicker<O> {
  const { open: word, look, dismiss, close } = typed;
  const list = usePicker(options.length, 0, word?.query);

  function pick(option: O) {
    if (!word) return;
    choose(option, word);
    close();
  }

  function onKey(event: KeyboardEvent): boolean {
    const active = options[list.active];
    if (active === undefined || isComposing(event)) return false;
    if (event.key === 'Escape') dismiss();
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) pick(active);
    else if (!list.onKey(event)) return false;
    event.preventDefault();
    // Escape would close the thread as well.
    event.stopPropagation();
    return true;
  }

  return { options: options.length > 0 ? options : null, list, look, onKey, choose: pick, close };
}
