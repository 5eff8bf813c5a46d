import { useEffect, useRef } from 'react';
import { useHref, useNavigate } from 'react-router';
import { Icon } from '../../ui/icon.tsx';
import { usePicker } from '../../ui/use-picker.ts';
import type { SearchAnswer } from '../search/find-services.ts';
import { noMatch, type SearchPlace } from '../no-match.ts';
import { rememberService } from '../recent-services.ts';
import type { StartList, StartOption } from './search-start.tsx';
import { useServiceSearch } from './use-service-search.ts';
import { t, msg } from '../../i18n/translate.ts';
import { isComposing } from '../../ui/is-composing.ts';

const UNREACHABLE = msg('The search cannot be reached just now. Press Enter to try again.');

interface SearchBoxProps {
  readonly place: SearchPlace;
  readonly initialText?: string;
  /** The shortcut '/' focuses this box (search-shortcut.ts). */
  readonly hasShortcut?: boolean;
  readonly beginning?: Beginning;
  readonly example?: string | undefined;
}

export interface Beginning {
  readonly isActive: boolean;
  readonly begin?: () => void;
  readonly end: () => void;
  readonly options: readonly StartOption[];
  readonly List?: typeof StartList | undefined;
}

const NOTHING: Beginning = { isActive: false, end: () => {}, options: [] };

/**
 * The catalogue's search: a combobox with a popup list. Without scripts, the form is submitted to the services
 * page.
 */
export function SearchBox({
  place,
  initialText = '',
  hasShortcut = false,
  beginning = NOTHING,
  example,
}: SearchBoxProps) {
  const box = useSearchBox(initialText, beginning);
  const { form, input, search, picker, options, select, submit, onKeyDown, isUnused } = box;
  const { text, answer, List, hasFailed, type, hide, clear } = search;
  const isLarge = place !== 'header';
  const offered = isUnused ? beginning.options : [];
  // The home page also has the header's combobox, so its own box is a plain field until it is first used.
  const isPlain = place === 'home' && !beginning.isActive;
  return (
    <form
      ref={form}
      role="search"
      aria-label={LABELS[place]()}
      action={useHref('/services')}
      className="relative text-start"
      onSubmit={(event) => void submit(event)}
      onBlur={(event) => {
        const to = event.relatedTarget;
        if (to && !event.currentTarget.contains(to)) {
          hide();
          beginning.end();
        }
      }}
    >
      <div className={`search-field ${isLarge ? 'search-field-large' : ''}`}>
        <Icon name="magnifying-glass" className="text-ink-2" />
        <input
          dir="auto"
          ref={input}
          type="text"
          inputMode="search"
          name="q"
          role={isPlain ? undefined : 'combobox'}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={100}
          aria-label={place === 'home' ? t('What do you need?') : t('Search all services')}
          {...(!isPlain && {
            'aria-expanded': options.length > 0,
            'aria-controls': picker.listId,
            'aria-haspopup': 'listbox',
            'aria-autocomplete': 'list',
            'aria-activedescendant': picker.activeId,
          })}
          aria-keyshortcuts={hasShortcut ? '/' : undefined}
          placeholder={
            place !== 'home'
              ? t('Search all services...')
              : example
                ? t('Try “{example}”', { example })
                : t('What do you need?')
          }
          className="search-input"
          value={text}
          onChange={({ target }) => type(target.value, target === document.activeElement)}
          onKeyDown={onKeyDown}
          onFocus={beginning.begin}
          onClick={beginning.begin}
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
        className={
          answer || hasFailed || offered.length > 0
            ? `search-popup ${isLarge ? '' : 'search-popup-wide'}`
            : ''
        }
      >
        <SearchMessage place={place} answer={answer} hasFailed={hasFailed} />
        {answer && List && <List answer={answer} picker={picker} onSelect={select} />}
        {beginning.List && offered.length > 0 && (
          <beginning.List options={offered} picker={picker} onChoose={select} />
        )}
      </div>
    </form>
  );
}

const LABELS: Readonly<Record<SearchPlace, () => string>> = {
  header: () => t('Site'),
  overview: () => t('All services'),
  home: () => t('What do you need?'),
};

function useSearchBox(initialText: string, beginning: Beginning) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const search = useServiceSearch(initialText);
  const { text, answer, hasFailed, searchNow, hide, clear } = search;
  // Options have the order of display. Pages exist only when no service matches by letters.
  const isUnused = text === '' && !answer && !hasFailed;
  const options: readonly (Option | StartOption)[] = answer
    ? [...answer.results, ...answer.suggestions, ...answer.pages]
    : isUnused
      ? beginning.options
      : [];
  const picker = usePicker(options.length, -1, answer);
  const { begin, end } = beginning;

  useEffect(() => {
    // The field may have received focus before hydration.
    if (document.activeElement === input.current) begin?.();
  }, [begin]);
  useEffect(() => {
    const hideFromOutside = (event: PointerEvent) => {
      if (form.current?.contains(event.target as Node)) return;
      hide();
      end();
    };
    document.addEventListener('pointerdown', hideFromOutside);
    return () => document.removeEventListener('pointerdown', hideFromOutside);
  }, [hide, end]);

  function select(option: Option | StartOption) {
    if ('query' in option) return void search.ask(option.query);
    const { path, title } = option;
    clear();
    end();
    if (title !== undefined) rememberService({ path, title });
    return void navigate(path);
  }

  async function submit(event: React.SubmitEvent) {
    event.preventDefault();
    const chosen = options[picker.active];
    if (chosen) return select(chosen);
    // Enter may come before the debounce ends, so this searches for the current text.
    const found = await searchNow();
    const first = found?.results[0] ?? found?.pages[0];
    if (first) return select(first);
    input.current?.focus();
    return undefined;
  }

  function onKeyDown(event: React.KeyboardEvent) {
    if (isComposing(event)) return;
    if (event.key === 'Escape') end();
    if (event.key === 'Escape' && text !== '') {
      // The first Escape hides the list, the second clears the box.
      event.preventDefault();
      if (answer || hasFailed) hide();
      else clear();
      return;
    }
    picker.onKey(event);
  }

  return { form, input, search, picker, options, select, submit, onKeyDown, isUnused };
}

interface Option {
  readonly path: string;
  readonly title?: string;
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
          aria-label={t('Clear search')}
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
          <span className="max-md:sr-only">{t('Search')}</span>
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

/**
 * Announces the result. The element is always in the page, because screen readers announce only changes of an
 * existing live region.
 */
function SearchMessage({ place, answer, hasFailed }: SearchMessageProps) {
  const count = answer?.results.length ?? 0;
  const isQuiet = !hasFailed && (answer === null || count > 0);
  return (
    <div role="status" className={isQuiet ? 'sr-only' : 'px-3 pt-2.5 pb-2'}>
      {hasFailed && t(UNREACHABLE)}
      {count > 0 && t('{count, plural, one {# service} other {# services}} found', { count })}
      {answer && count === 0 && (
        <p dir="auto" className="font-semibold [overflow-wrap:anywhere]">
          {noMatch(place, answer.query)}
        </p>
      )}
      {answer && count === 0 && answer.pages.length > 0 && (
        <p className="mt-1 text-sm text-ink-2">
          {t('This is answered here')}
          <span className="sr-only">: {answer.pages.map(({ title }) => title).join(', ')}</span>
        </p>
      )}
      {answer && answer.suggestions.length > 0 && (
        <p className="mt-1 text-sm text-ink-2">
          {t('Did you mean')}
          <span className="sr-only">
            {' '}
            {answer.suggestions.map(({ title }) => title).join(', ')}?
          </span>
        </p>
      )}
    </div>
  );
}
