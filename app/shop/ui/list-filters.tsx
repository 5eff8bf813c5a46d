import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Form } from 'react-router';
import { langOf } from '../../platform/lang-of.ts';
import { useFilterForm } from '../../ui/form/use-filter-form.ts';
import { Icon } from '../../ui/icon.tsx';
import { MAX_DAYS, MIN_RATINGS, ORDER_NOW, SORTS, type ListQuery } from '../list-query.ts';
import type { Section } from '../sections.ts';
import './list-filters.css';
import { formatsNow, t } from '../../i18n/translate.ts';

interface ListFiltersProps {
  readonly section: Section;
  readonly query: ListQuery;
  /** The symbol of the currency that the price filter compares. '' if no service is listed. */
  readonly currencySign: string;
  readonly hasDays: boolean;
  readonly hasOrderable: boolean;
}

/** The fields of this plain GET form become the query of the URL. With scripts, every change is submitted at once. */
export function ListFilters({
  section,
  query,
  currencySign,
  hasDays,
  hasOrderable,
}: ListFiltersProps) {
  const { form, send, sendSoon } = useFilterForm((params) => `?${params}`);
  const offersOrders = hasOrderable || query.isOrderable;
  return (
    <Form
      ref={form}
      method="get"
      role="search"
      aria-label={t('Filter and sort')}
      className="mt-3 rounded-card bg-surface p-3 pt-2 shadow-rest ring-1 ring-line lg:flex lg:items-end lg:gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {(section.areas.length > 1 || offersOrders) && (
        <div className="fading -mx-3 flex min-w-0 gap-2 overflow-x-auto px-3 py-1 lg:mx-0 lg:flex-1 lg:px-1">
          {section.areas.length > 1 && (
            <fieldset className="contents">
              <legend className="sr-only">{t('Area')}</legend>
              {section.areas.map(({ id, title, fallbacks }) => (
                <FilterChip
                  key={id}
                  name="area"
                  value={id}
                  isChosen={query.areas.includes(id)}
                  onChange={send}
                >
                  <bdi lang={langOf({ fallbacks }, 'title')}>{title}</bdi>
                </FilterChip>
              ))}
            </fieldset>
          )}
          {offersOrders && (
            <FilterChip name="order" value={ORDER_NOW} isChosen={query.isOrderable} onChange={send}>
              {t('Can be ordered now')}
            </FilterChip>
          )}
        </div>
      )}
      <details className="filters not-first:mt-1" open={isNarrowed(query)}>
        <summary className="flex min-h-11 cursor-pointer items-center gap-2 text-[15px] font-semibold md:hidden">
          <Icon name="caret-down" size={18} />
          {t('Price, rating and sorting')}
        </summary>
        <div className="grid grid-cols-2 gap-x-3 gap-y-3 md:flex md:flex-wrap md:items-end">
          <PriceField
            label={t('Price from')}
            name="min"
            value={query.minPrice}
            sign={currencySign}
            onType={sendSoon}
          />
          <PriceField
            label={t('Price to')}
            name="max"
            value={query.maxPrice}
            sign={currencySign}
            onType={sendSoon}
          />
          <Choice
            label={t('Minimum rating')}
            name="rating"
            value={query.minRating === null ? '' : String(query.minRating)}
            options={[
              ['', t('Any rating')],
              ...MIN_RATINGS.map(
                (rating) =>
                  [
                    rating,
                    t('{count, plural, one {#+ star} other {#+ stars}}', { count: Number(rating) }),
                  ] as const,
              ),
            ]}
            onChange={send}
          />
          {hasDays && (
            <Choice
              label={t('Delivered within')}
              name="days"
              value={query.maxDays === null ? '' : String(query.maxDays)}
              options={[
                ['', t('Any time')],
                ...MAX_DAYS.map(
                  (days) =>
                    [
                      String(days),
                      t('{count, plural, one {# day} other {# days}}', { count: days }),
                    ] as const,
                ),
              ]}
              onChange={send}
            />
          )}
          <Choice
            label={t('Sort by')}
            name="sort"
            value={query.sort ?? ''}
            options={[['', t('Group')], ...SORTS.map(({ id, title }) => [id, t(title)] as const)]}
            onChange={send}
          />
          <noscript>
            <button type="submit" className="button button-primary min-h-11">
              {t('Show services')}
            </button>
          </noscript>
        </div>
      </details>
    </Form>
  );
}

/** Small screens collapse these fields, and a value keeps them open. */
function isNarrowed(query: ListQuery): boolean {
  const { minPrice, maxPrice, minRating, maxDays, sort } = query;
  return [minPrice, maxPrice, minRating, maxDays, sort].some((value) => value !== null);
}

interface FilterChipProps {
  readonly name: string;
  readonly value: string;
  readonly isChosen: boolean;
  readonly onChange: () => void;
  readonly children: ReactNode;
}

function FilterChip({ name, value, isChosen, onChange, children }: FilterChipProps) {
  const [isChecked, setChecked] = useFollowing(isChosen);
  return (
    <label className="relative flex min-h-11 cursor-pointer items-center rounded-field border-[1.5px] border-line-strong bg-surface px-3.5 text-[15px] whitespace-nowrap font-[550] text-ink-2 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary hover:text-ink has-checked:border-primary has-checked:bg-soft has-checked:text-soft-ink forced-colors:has-checked:border-4">
      <input
        type="checkbox"
        name={name}
        value={value}
        checked={isChecked}
        className="sr-only"
        onChange={(event) => {
          setChecked(event.target.checked);
          // The microtask runs after React has updated the form.
          queueMicrotask(onChange);
        }}
      />
      {children}
    </label>
  );
}

interface PriceFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: number | null;
  readonly sign: string;
  readonly onType: () => void;
}

function PriceField({ label, name, value, sign, onType }: PriceFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const text = value?.toLocaleString(formatsNow(), { useGrouping: false }) ?? '';

  useEffect(() => {
    // A focused field keeps what the user is typing.
    if (input.current && input.current !== document.activeElement) input.current.value = text;
  }, [text]);

  return (
    <label className="block min-w-0 md:w-[104px]">
      <span className="mb-1 block text-[13.5px] font-semibold">{label}</span>
      <span className="relative block">
        <span
          aria-hidden="true"
          className="absolute inset-y-0 start-[15px] grid items-center text-ink-2"
        >
          {sign}
        </span>
        <input
          dir="auto"
          ref={input}
          name={name}
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          defaultValue={text}
          className={`field block h-11 tabular-nums ${sign.length > 1 ? 'ps-[44px]' : 'ps-[30px]'}`}
          onChange={onType}
        />
      </span>
    </label>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, title: string])[];
  readonly onChange: () => void;
}

function Choice({ label, name, value, options, onChange }: ChoiceProps) {
  const [chosen, setChosen] = useFollowing(value);
  return (
    <label className="block min-w-0 md:w-[152px]">
      <span className="mb-1 block text-[13.5px] font-semibold">{label}</span>
      <span className="relative block">
        <select
          name={name}
          value={chosen}
          className="field block h-11 appearance-none pe-10 text-ellipsis"
          onChange={(event) => {
            setChosen(event.target.value);
            queueMicrotask(onChange);
          }}
        >
          {options.map(([id, title]) => (
            <option dir="auto" key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
        <Icon
          name="caret-down"
          size={18}
          className="pointer-events-none absolute inset-y-0 end-3.5 my-auto text-ink-2"
        />
      </span>
    </label>
  );
}

/** The state resets when `value` changes. */
function useFollowing<T>(value: T): readonly [T, (next: T) => void] {
  const [state, setState] = useState({ from: value, now: value });
  if (state.from !== value) setState({ from: value, now: value });
  return [state.now, (now) => setState({ from: value, now })];
}
