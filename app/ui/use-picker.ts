import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { isComposing } from './is-composing.ts';

/**
 * The list that belongs to a field one types into, as a combobox has it: the focus stays in the
 * field, the arrow keys go round through `count` options. `first` is where they begin: 0, or -1
 * for none; they begin anew with each `answer`. Home and End stay with the text. What Enter and
 * Escape do is for the field to say.
 */
export function usePicker(count: number, first: 0 | -1, answer: unknown) {
  const id = useId();
  const [index, setActive] = useState<number>(first);
  // The list may have become shorter.
  const active = Math.min(index, count - 1);

  useEffect(() => setActive(first), [first, answer]);

  return {
    id,
    active,
    /** True when the key was an arrow that moved through the list. */
    onKey(event: KeyboardEvent): boolean {
      if (isComposing(event)) return false;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!step || count === 0) return false;
      event.preventDefault();
      setActive(step > 0 ? (active + 1) % count : (active > 0 ? active : count) - 1);
      return true;
    },
    /** The pointer is over an option: one is lit, and Enter takes that one. */
    point: setActive,
    /** Of the field: what it controls, and which option is active. */
    listId: count > 0 ? id : undefined,
    activeId: active < 0 ? undefined : `${id}-${active}`,
  };
}

export type Picker = ReturnType<typeof usePicker>;
