import { useEffect, useRef } from 'react';
import { useHref, useNavigate } from 'react-router';
import { Icon } from '../../ui/icon.tsx';
import { usePicker } from '../../ui/use-picker.ts';
import type { SearchAnswer } from '../find-services.ts';
import { noMatch, type SearchPlace } from '../no-match.ts';
import type { SearchItem } from '../search.ts';
import { useServiceSearch } from './use-service-search.ts';
import { say, sayAny, sayCounted } from '../../platform/say.ts';

const UNREACHABLE = 'The search cannot be reached just now. Press Enter to try again.';

interface SearchBoxProps {
  readonly place: SearchPlace;
  readonly initialText?: string;
  /** True for the one box that '/' goes to (search-shortcut.ts). */
  readonly hasShortcut?: boolean;
}

/**
 * The catalogue's search: a combobox whose list pops up below it. Without scripts it is a form
 * that the services page answers.
 */
export function SearchBox({ place, initialText = '', hasShortcut = false }: SearchBoxProps) {
  const { form, input, search, picker, options, select, submit, onKeyDown } =
    useSearchBox(initialText);
  const { text, answer, List, hasFailed, type, hide, clear } = search;
  const isLarge = place === 'overview';
  return (
    <form
      ref={form}
      role="search"
      aria-label={isLarge ? say('All services') : say('Site')}
      action={useHref('/services')}
      className="relative text-start"
      onSubmit={(event) => void submit(event)}
      onBlur={(event) => {
        const to = event.relatedTarget;
        if (to && !event.currentTarget.contains(to)) hide();
      }}
    >
      <div className={`search-field ${isLarge ? 'search-field-large' : ''}`}>
        <Icon name="magnifying-glass" className="text-ink-2" />
        <input
          ref={input}
          type="search"
          name="q"
          role="combobox"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={100}
          aria-label={say('Search all services')}
          aria-expanded={options.length > 0}
          aria-controls={picker.listId}
          aria-haspopup="listbox"
          aria-autocomplete="list"
          aria-activedescendant={picker.activeId}
          aria-keyshortcuts={hasShortcut ? '/' : undefined}
          placeholder={say('Search all services...')}
          className="search-input"
          value={text}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <FieldButtons
          isLarge={isLarge}
          hasShortcut={hasShortcut}
          isEmpty={text === ''}
          onClear={() => {
            clear();
            input.current?.focus();
          }}
        />
      </div>
      <div
        className={answer || hasFailed ? `search-popup ${isLarge ? '' : 'search-popup-wide'}` : ''}
      >
        <SearchMessage place={place} answer={answer} hasFailed={hasFailed} />
        {answer && List && <List answer={answer} picker={picker} onSelect={select} />}
      </div>
    </form>
  );
}

/** What the keys and a choice do while somebody searches. */
function useSearchBox(initialText: string) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const search = useServiceSearch(initialText);
  const { text, answer, hasFailed, searchNow, hide, clear } = search;
  // In the order in which they are listed: pages are there where no service matches by its letters.
  const options: readonly { readonly path: string }[] = answer
    ? [...answer.results, ...answer.suggestions, ...answer.pages]
    : [];
  const picker = usePicker(options.length, -1, answer);

  useEffect(() => {
    const hideFromOutside = (event: PointerEvent) => {
      if (!form.current?.contains(event.target as Node)) hide();
    };
    document.addEventListener('pointerdown', hideFromOutside);
    return () => document.removeEventListener('pointerdown', hideFromOutside);
  }, [hide]);

  function select({ path }: Pick<SearchItem, 'path'>) {
    clear();
    void navigate(path);
  }

  async function submit(event: React.SubmitEvent) {
    event.preventDefault();
    const chosen = options[picker.active];
    if (chosen) return select(chosen);
    // Enter may come before the pause is over: search for what is typed now.
    const found = await searchNow();
    const first = found?.results[0] ?? found?.pages[0];
    if (first) return select(first);
    input.current?.focus();
    return undefined;
  }

  function onKeyDown(event: React.KeyboardEvent) {
    if (event.key === 'Escape' && text !== '') {
      // The first Escape hides the list, the second empties the box.
      event.preventDefault();
      if (answer || hasFailed) hide();
      else clear();
      return;
    }
    picker.onKey(event);
  }

  return { form, input, search, picker, options, select, submit, onKeyDown };
}

interface FieldButtonsProps {
  readonly isLarge: boolean;
  readonly hasShortcut: boolean;
  readonly isEmpty: boolean;
  readonly onClear: () => void;
}

function FieldButtons({ isLarge, hasShortcut, isEmpty, onClear }: FieldButtonsProps) {
  return (
    <>
      {!isEmpty && (
        <button
          type="button"
          aria-label={say('Clear search')}
          className="icon-button -me-2 shrink-0"
          onClick={onClear}
        >
          <Icon name="x" />
        </button>
      )}
      {isEmpty && hasShortcut && (
        <kbd
          aria-hidden="true"
          className="needs-script hidden rounded-[6px] bg-sunken px-[7px] font-sans text-xs/5 font-semibold text-ink-2 lg:block"
        >
          /
        </kbd>
      )}
      {isLarge && (
        <button
          type="submit"
          className="button button-primary min-h-12 shrink-0 rounded-field px-4 text-sm max-md:w-12 max-md:px-0"
        >
          <span className="max-md:sr-only">{say('Search')}</span>
          <Icon name="arrow-right-bold" className="md:hidden" />
        </button>
      )}
    </>
  );
}

interface SearchMessageProps {
  readonly place: SearchPlace;
  readonly answer: SearchAnswer | null;
  readonly hasFailed: boolean;
}

/** Says what was found. Always on the page, because only a change in what is there is spoken. */
function SearchMessage({ place, answer, hasFailed }: SearchMessageProps) {
  const count = answer?.results.length ?? 0;
  const isQuiet = !hasFailed && (answer === null || count > 0);
  return (
    <div role="status" className={isQuiet ? 'sr-only' : 'px-3 pt-2.5 pb-2'}>
      {hasFailed && say(UNREACHABLE)}
      {count > 0 && sayCounted(count, '{count} service found|{count} services found')}
      {answer && count === 0 && (
        <p className="font-semibold [overflow-wrap:anywhere]">{noMatch(place, answer.query)}</p>
      )}
      {answer && count === 0 && answer.pages.length > 0 && (
        <p className="mt-1 text-sm text-ink-2">
          {say('This is answered here')}
          <span className="sr-only">
            : {answer.pages.map(({ title }) => sayAny(title)).join(', ')}
          </span>
        </p>
      )}
      {answer && answer.suggestions.length > 0 && (
        <p className="mt-1 text-sm text-ink-2">
          {say('Did you mean')}
          <span className="sr-only">
            {' '}
            {answer.suggestions.map(({ title }) => title).join(', ')}?
          </span>
        </p>
      )}
    </div>
  );
}
