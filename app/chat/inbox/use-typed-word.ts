import { useState, type KeyboardEvent, useEffect, useRef, type RefObject } from 'react';
import type { TypedWord } from '../protocol/mentions.ts';
import { usePicker, type Picker } from '../../ui/use-picker.ts';
import { isComposing } from '../../ui/is-composing.ts';

export interface WordPicker<O> {
  /** Null while there are no options. */
  readonly options: readonly O[] | null;
  readonly list: Picker;
  look(text: string, caret: number): void;
  /** Returns true if the picker handled the key. */
  onKey(event: KeyboardEvent): boolean;
  readonly choose: (option: O) => void;
  close(): void;
}

/** Tracks the word at the caret. Escape or a choice closes its list; the next word opens the list again. */
export function useTypedWord(find: (text: string, caret: number) => TypedWord | undefined) {
  const [word, setWord] = useState<TypedWord | null>(null);
  const [dismissedAt, setDismissedAt] = useState<number | null>(null);
  return {
    /** Null while the list should be closed. */
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
 * Runs the list for such a word. The focus stays in the field: arrow keys move, Enter or Tab insert, and
 * Escape closes the list until another word begins.
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
    // Otherwise Escape would also close the conversation.
    event.stopPropagation();
    return true;
  }

  return { options: options.length > 0 ? options : null, list, look, onKey, choose: pick, close };
}

export function useNextSelection(
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
): (from: number, to: number) => void {
  const selection = useRef<readonly [number, number] | null>(null);
  useEffect(() => {
    if (!selection.current) return;
    field.current?.setSelectionRange(...selection.current);
    selection.current = null;
  }, [field, text]);
  return (from, to) => {
    selection.current = [from, to];
  };
}
