import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { isComposing } from './is-composing.ts';

/**
 * Controls the list of a combobox: the focus stays in the field, and arrow keys cycle through `count`
 * options, starting at `first` (-1 for none) again for each `answer`. Home and End stay with the text; the
 * field handles Enter and Escape.
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
    /** Returns true if the key was an arrow that moved through the list. */
    onKey(event: KeyboardEvent): boolean {
      if (isComposing(event)) return false;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!step || count === 0) return false;
      event.preventDefault();
      setActive(step > 0 ? (active + 1) % count : (active > 0 ? active : count) - 1);
      return true;
    },
    /** Highlights the option under the pointer; Enter chooses that option. */
    point: setActive,
    listId: count > 0 ? id : undefined,
    activeId: active < 0 ? undefined : `${id}-${active}`,
  };
}

export type Picker = ReturnType<typeof usePicker>;
