import { useCallback, useMemo, useState } from 'react';
import type { Beginning } from './search-box.tsx';
import type { SearchStart } from './search-start.tsx';

type StartTools = typeof import('./search-start.tsx');

/** What an empty box offers, while it is in use; loaded when it is first used. */
export function useSearchStart({ popular, examples }: SearchStart): Beginning {
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
  const options = useMemo(
    () => (tools && isOpen ? tools.startOptions({ popular, examples }) : []),
    [tools, isOpen, popular, examples],
  );
  return { isActive, begin, end, options, List: tools?.StartList };
}
