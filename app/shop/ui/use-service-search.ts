import { useCallback, useEffect, useRef, useState } from 'react';
import type { SearchAnswer } from '../search/find-services.ts';

/** Loads the code of the search when the user first searches. */
async function loadTools() {
  const [{ findServices }, { SearchOptions }] = await Promise.all([
    import('../search/find-services.ts'),
    import('./search-options.tsx'),
  ]);
  return { findServices, SearchOptions };
}

type SearchTools = Awaited<ReturnType<typeof loadTools>>;

/** rule 46 sets this value. */
const DEBOUNCE_MS = 300;

export interface ServiceSearch {
  readonly text: string;
  /** The answer is null while the list is hidden. */
  readonly answer: SearchAnswer | null;
  /** The code of this component is loaded with the first answer. */
  readonly List: SearchTools['SearchOptions'] | null;
  readonly hasFailed: boolean;
  /** Searches after a debounce, unless the box is no longer in use. */
  readonly type: (text: string, isInUse: boolean) => void;
  /** Searches for the current text without the debounce. */
  readonly searchNow: () => Promise<SearchAnswer | null>;
  readonly ask: (text: string) => Promise<SearchAnswer | null>;
  readonly hide: () => void;
  readonly clear: () => void;
}

/** Results of outdated searches are discarded. */
export function useServiceSearch(initialText: string): ServiceSearch {
  const [text, setText] = useState(initialText);
  const [answer, setAnswer] = useState<SearchAnswer | null>(null);
  const [List, setList] = useState<SearchTools['SearchOptions'] | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const newest = useRef(0);

  const hide = useCallback(() => {
    clearTimeout(timer.current);
    newest.current += 1;
    setAnswer(null);
    setFailed(false);
  }, []);

  useEffect(() => hide, [hide]);

  async function search(query: string): Promise<SearchAnswer | null> {
    clearTimeout(timer.current);
    newest.current += 1;
    const mine = newest.current;
    let found: SearchAnswer | null = null;
    try {
      if (query !== '') {
        const tools = await loadTools();
        found = await tools.findServices(query);
        setList(() => tools.SearchOptions);
      }
    } catch {
      if (mine === newest.current) setFailed(true);
    }
    if (mine !== newest.current) return null;
    setAnswer(found);
    if (found) setFailed(false);
    return found;
  }

  return {
    text,
    answer,
    List,
    hasFailed,
    type(next, isInUse) {
      setText(next);
      const query = next.trim();
      if (query === '' || !isInUse) return hide();
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void search(query), DEBOUNCE_MS);
      return undefined;
    },
    searchNow: () => search(text.trim()),
    ask(next) {
      setText(next);
      return search(next);
    },
    hide,
    clear() {
      setText('');
      hide();
    },
  };
}
