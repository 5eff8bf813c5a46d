import type { SearchAnswer } from '../search/find-services.ts';
import { ErrorIllustration } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { usePickerList } from '../../ui/picker-list.ts';
import type { Picker } from '../../ui/use-picker.ts';
import type { SearchItem } from '../search/search.ts';
import { formsOf } from '../search/word-forms.ts';
import { findFolded, foldText } from '../../platform/fold-text.ts';
import { t } from '../../i18n/translate.ts';

interface SearchOptionsProps {
  readonly answer: SearchAnswer;
  readonly picker: Picker;
  readonly onSelect: (item: Pick<SearchItem, 'path'> & Partial<Pick<SearchItem, 'title'>>) => void;
}

/** One row is highlighted: the active option, or before a choice the option that Enter opens. */
const ROW =
  'flex min-h-[60px] cursor-pointer items-center gap-3.5 rounded-field px-2 py-1.5 outline-2 -outline-offset-2 outline-transparent data-is-next:bg-soft aria-selected:bg-soft forced-colors:data-is-next:outline-[Highlight] forced-colors:aria-selected:outline-[Highlight]';

export function SearchOptions({ answer, picker, onSelect }: SearchOptionsProps) {
  const { listProps, optionProps } = usePickerList(picker);
  const options = [...answer.results, ...answer.suggestions];
  const { pages } = answer;
  if (options.length + pages.length === 0)
    return <NothingFound onAsk={() => onSelect({ path: '/contact' })} />;
  // The option that Enter opens while none is active.
  const first = answer.results.length > 0 ? 0 : pages.length > 0 ? options.length : -1;
  const next = picker.active < 0 ? first : -1;
  return (
    <ul
      {...listProps}
      aria-label={t('Services')}
      className="min-h-0 overflow-y-auto overscroll-contain"
    >
      {options.map((item, index) => (
        <li
          key={item.path}
          {...optionProps(index, () => onSelect(item))}
          data-is-next={index === next || undefined}
          aria-labelledby={`${picker.id}-${index}-text`}
          className={ROW}
        >
          <img
            src={item.picture}
            alt=""
            width={56}
            height={42}
            className="h-[42px] w-14 shrink-0 rounded-chip object-cover"
          />
          <span
            id={`${picker.id}-${index}-text`}
            className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3"
          >
            <span className="min-w-0">
              <span className="block leading-snug font-semibold text-ink">
                <Marked text={item.title} query={answer.query} />
              </span>
              <span className="block text-sm text-ink-2">
                <Marked text={item.category} query={answer.query} />
              </span>
            </span>
            <Cost {...item} />
          </span>
        </li>
      ))}
      {pages.map((page, index) => (
        <li
          key={page.path}
          {...optionProps(options.length + index, () => onSelect({ path: page.path }))}
          data-is-next={options.length + index === next || undefined}
          className={ROW}
        >
          <span dir="auto" className="min-w-0 leading-snug font-semibold text-ink">
            {page.title}
          </span>
          <Icon name="arrow-right-bold" className="ms-auto shrink-0 text-ink-2" />
        </li>
      ))}
    </ul>
  );
}

export function Cost({ cost, rating }: { cost?: string; rating?: string | undefined }) {
  return (
    <span className="flex shrink-0 items-center gap-2.5 text-sm tabular-nums sm:flex-col sm:items-end sm:gap-0">
      {cost && <span className="font-semibold text-ink">{cost}</span>}
      {rating && (
        <span className="flex items-center gap-1 text-ink-2">
          <Icon name="star-fill" size={13} className="text-star" />
          {rating}
          <span className="sr-only"> {t('stars')}</span>
        </span>
      )}
    </span>
  );
}

function NothingFound({ onAsk }: { onAsk: () => void }) {
  return (
    <>
      <div className="search-nothing order-first pt-6">
        <ErrorIllustration />
      </div>
      <p className="mx-auto max-w-[26em] px-3 text-ink-2">
        {t('Try a shorter word, or ask an agent. They know the whole catalogue.')}
      </p>
      <button
        type="button"
        className="button button-line button-small mx-auto mt-4 mb-6 shrink-0"
        onClick={onAsk}
      >
        {t('Ask an agent')}
      </button>
    </>
  );
}

function Marked({ text, query }: { readonly text: string; readonly query: string }) {
  const [found] = formsOf(foldText(query).trim()).flatMap((form) => findFolded(text, form) ?? []);
  if (!found) return text;
  const { start, end } = found;
  return (
    <>
      {text.slice(0, start)}
      <mark className="rounded-[3px] bg-amber-tint text-inherit">{text.slice(start, end)}</mark>
      {text.slice(end)}
    </>
  );
}
