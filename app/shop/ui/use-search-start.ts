import { useCallback, useMemo, useState } from 'react';
import type { Beginning } from './search-box.tsx';
import type { SearchStart } from './search-start.tsx';

type StartTools = typeof import('./search-start.tsx');

/** The code of the suggestions is loaded on first use. */
export function useSearchStart({ popular, examples }: SearchStart): Beginning {
  const [isActive, setActive] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [tools, setTools] = useState<StartTools | null>(null);
  const end = useCallback(() => setOpen(false), []);
  const begin = useCallback(() => {
    setActive(true);
    setOpen(true);
    // If loading fails, the search works without suggestions.
    import('./search-start.tsx').then(setTools, () => {});
  }, []);
  const options = useMemo(
    () => (tools && isOpen ? tools.startOptions({ popular, examples }) : []),
    [tools, isOpen, popular, examples],
  );
  return { isActive, begin, end, options, List: tools?.StartList };
}
