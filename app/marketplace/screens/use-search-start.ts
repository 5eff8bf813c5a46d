import { useCallback, useEffect, useMemo, useState, type RefObject } from 'react';
import type { Beginning } from './search-box.tsx';
import type { SearchStart } from './search-start.tsx';

type StartTools = typeof import('./search-start.tsx');

/** What an empty box offers, while it is in use; loaded when it is first used. */
export function useSearchStart(
  start: SearchStart | undefined,
  input: RefObject<HTMLInputElement | null>,
  isEmpty: boolean,
): Beginning {
  const [isActive, setActive] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [tools, setTools] = useState<StartTools | null>(null);
  const end = useCallback(() => setOpen(false), []);
  const begin = useCallback(() => {
    setActive(true);
    setOpen(true);
    // Without it the box searches all the same.
    import('./search-start.tsx').then(setTools, () => {});
  }, []);
  useEffect(() => {
    // Focused before React came.
    if (start && document.activeElement === input.current) begin();
  }, [start, input, begin]);
  const options = useMemo(
    () => (start && tools && isOpen && isEmpty ? tools.startOptions(start) : []),
    [start, tools, isOpen, isEmpty],
  );
  return { isActive, begin, end, options, List: tools?.StartList };
}
