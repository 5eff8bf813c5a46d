import { createContext, useContext, useMemo, type ReactNode } from 'react';
import type { DeskWords } from '../../conversation/wire/desk-words.ts';

const NO_WORDS: DeskWords = { topics: [], welcome: '' };

const DeskWordsContext = createContext(NO_WORDS);

interface DeskWordsProviderProps {
  readonly words: DeskWords;
  readonly children: ReactNode;
}

/** What the shop's content says to everything below. */
export function DeskWordsProvider({ words, children }: DeskWordsProviderProps) {
  // They come again with every count: what they say is new or not, the object is.
  const key = JSON.stringify(words);
  const kept = useMemo(() => JSON.parse(key) as DeskWords, [key]);
  return <DeskWordsContext value={kept}>{children}</DeskWordsContext>;
}

export function useDeskWords(): DeskWords {
  return useContext(DeskWordsContext);
}

/** A word of a topic for lists; its name where it was called otherwise, or has no shorter one. */
export function ShortTopic({ id, name }: { readonly id: string | null; readonly name: string }) {
  const topic = useDeskWords().topics.find((known) => known.id === id && known.name === name);
  const short = topic?.short || name;
  return (
    <span className="max-w-32 shrink-0 truncate text-[13px] text-ink-3" title={name}>
      {/* A word of it leaves room for what was said. */}
      <span aria-hidden="true">{short}</span>
      <span dir="auto" className="sr-only">
        {name}
      </span>
    </span>
  );
}
