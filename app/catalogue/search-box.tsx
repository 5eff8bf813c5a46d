import { useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { getJson } from '../platform/api-client.ts';
import type { SearchItem } from './search.ts';

/** SPEC §9. */
const DEBOUNCE_MS = 300;

interface SearchBoxProps {
  /** The two places differ only in the sentence shown when nothing matches (DECISIONS 5). */
  readonly place: 'header' | 'overview';
}

interface Answer {
  readonly query: string;
  readonly results: readonly SearchItem[];
  readonly suggestions: readonly SearchItem[];
}

/** The catalogue's search, as an APG combobox with a list. The index is loaded on first use. */
export function SearchBox({ place }: SearchBoxProps) {
  const navigate = useNavigate();
  const id = useId();
  const root = useRef<HTMLFormElement>(null);
  const [text, setText] = useState('');
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [active, setActive] = useState(-1);

  useEffect(() => {
    const query = text.trim();
    let isCurrent = true;
    const timer = setTimeout(
      () => {
        if (query === '') {
          setAnswer(null);
          return;
        }
        void search(query).then((found) => {
          if (isCurrent) setAnswer(found);
        });
      },
      query === '' ? 0 : DEBOUNCE_MS,
    );
    setActive(-1);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text]);

  useEffect(() => {
    const hide = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setAnswer(null);
    };
    document.addEventListener('pointerdown', hide);
    return () => document.removeEventListener('pointerdown', hide);
  }, []);

  const options = answer ? [...answer.results, ...answer.suggestions] : [];

  function select(item: SearchItem) {
    setText('');
    setAnswer(null);
    void navigate(item.path);
  }

  async function submit(event: React.SubmitEvent) {
    event.preventDefault();
    const chosen = options[active];
    if (chosen) return select(chosen);
    const query = text.trim();
    // Enter may come before the pause is over: search for what is typed now.
    const first = query === '' ? undefined : (await search(query)).results[0];
    if (first) select(first);
    return undefined;
  }

  function onKeyDown(event: React.KeyboardEvent) {
    if (event.key === 'Escape') return setAnswer(null);
    if (options.length === 0) return undefined;
    const last = options.length - 1;
    const moves: Record<string, number> = {
      ArrowDown: active >= last ? 0 : active + 1,
      ArrowUp: active <= 0 ? last : active - 1,
    };
    const next = moves[event.key];
    if (next === undefined) return undefined;
    event.preventDefault();
    setActive(next);
    return undefined;
  }

  const message = answer && answer.results.length === 0 ? noMatch(place, answer.query) : null;

  return (
    <form
      ref={root}
      role="search"
      className="relative"
      action="/services"
      onSubmit={(event) => void submit(event)}
    >
      <input
        type="search"
        name="q"
        role="combobox"
        autoComplete="off"
        maxLength={100}
        aria-label="Search all services"
        aria-expanded={answer !== null}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        placeholder="Search all services..."
        className="field"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div
        hidden={answer === null}
        className="absolute top-full right-0 left-0 z-40 mt-2 max-h-[min(400px,60vh)] overflow-y-auto rounded-card bg-surface p-2 shadow-overlay"
      >
        <p role="status" className={message ? 'p-3' : 'sr-only'}>
          {message ?? (answer ? `${answer.results.length} services found` : '')}
        </p>
        {answer && answer.suggestions.length > 0 && <p className="px-3 text-ink-2">Did you mean</p>}
        <ul role="listbox" id={`${id}-list`} aria-label="Services">
          {options.map((item, index) => (
            <li
              key={item.path}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              className="cursor-pointer rounded-field px-3 py-2 hover:bg-soft aria-selected:bg-soft"
              onClick={() => select(item)}
            >
              <strong className="block">{item.title}</strong>
              <span className="text-sm text-ink-2">{item.category}</span>
            </li>
          ))}
        </ul>
      </div>
    </form>
  );
}

async function search(query: string): Promise<Answer> {
  const [items, { searchServices, suggestServices }] = await Promise.all([
    loadIndex(),
    import('./search.ts'),
  ]);
  const results = searchServices(items, query);
  const suggestions = results.length === 0 ? suggestServices(items, query) : [];
  return { query, results, suggestions };
}

let index: Promise<SearchItem[]> | undefined;

/** Fetched when a search box is first used; a failed attempt is not remembered. */
function loadIndex(): Promise<SearchItem[]> {
  index ??= getJson<SearchItem[]>('/search-index').catch((error: unknown) => {
    index = undefined;
    throw error;
  });
  return index;
}

function noMatch(place: SearchBoxProps['place'], query: string): string {
  return place === 'header'
    ? `No services found for "${query}"`
    : `No services found matching "${query}"`;
}
