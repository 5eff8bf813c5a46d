import { useEffect, useRef } from 'react';
import type { Picker } from './use-picker.ts';

/** Returns the props of a list and its options that the field of `picker` controls. */
export function usePickerList({ id, active, point }: Picker) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[id="${id}-${active}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  return {
    listProps: { ref: list, id, role: 'listbox' },
    optionProps: (at: number, choose: () => void) => ({
      id: `${id}-${at}`,
      role: 'option',
      'aria-selected': at === active,
      // A press must not take the focus out of the field.
      onPointerDown: (event: { preventDefault: () => void }) => event.preventDefault(),
      // `pointerenter` would also fire when a list opens under a resting pointer.
      onPointerMove: () => point(at),
      onClick: choose,
    }),
  };
}
