import { createContext, useContext, useMemo, type ReactNode } from 'react';
import type { DeskWords } from '../protocol/chat-words.ts';

const NO_WORDS: DeskWords = { topics: [], welcome: '' };

const DeskWordsContext = createContext(NO_WORDS);

interface DeskWordsProviderProps {
  readonly words: DeskWords;
  readonly children: ReactNode;
}

export function DeskWordsProvider({ words, children }: DeskWordsProviderProps) {
  // Every count delivers a new object, mostly with the same texts. The key keeps the old object then.
  const key = JSON.stringify(words);
  const cached = useMemo(() => JSON.parse(key) as DeskWords, [key]);
  return <DeskWordsContext value={cached}>{children}</DeskWordsContext>;
}

export function useDeskWords(): DeskWords {
  return useContext(DeskWordsContext);
}

/** Shows a topic's short name, or its full name if the topic was renamed or has no short name. */
export function ShortTopic({ id, name }: { readonly id: string | null; readonly name: string }) {
  const topic = useDeskWords().topics.find((known) => known.id === id && known.name === name);
  const short = topic?.short || name;
  return (
    <span className="max-w-32 shrink-0 truncate text-[13px] text-ink-3" title={name}>
      <span aria-hidden="true">{short}</span>
      <span dir="auto" className="sr-only">
        {name}
      </span>
    </span>
  );
}
