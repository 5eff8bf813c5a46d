import { Fragment, useEffect, useState, type ReactNode } from 'react';
import { Form } from 'react-router';
import { t } from '../../i18n/translate.ts';
import {
  fieldsOfList,
  FILTER_INTENT,
  firstPage,
  pathOfList,
  readListState,
  writeSort,
  type ListShape,
  type ListState,
} from '../../platform/lists/list-state.ts';
import { ActionForm } from '../form/action-form.tsx';
import { SelectField, TextField } from '../form/field.tsx';
import { answeredField, type FormAnswer } from '../form/form-answer.ts';
import { HiddenFields } from '../form/form-button.tsx';
import { SubmitButton } from '../form/submit-button.tsx';
import { useFilterForm } from '../form/use-filter-form.ts';

interface FilterField<List extends ListShape> {
  readonly name: keyof List['filters'] & string;
  readonly label: string;
}

export type ListFilter<List extends ListShape> = FilterField<List> &
  (
    | { readonly kind: 'search'; readonly placeholder: string }
    | { readonly kind: 'day' }
    | {
        readonly kind: 'choice';
        readonly options: readonly { readonly value: string; readonly name: string }[];
      }
  );

interface ListFiltersProps<List extends ListShape> {
  readonly list: List;
  readonly state: ListState<List>;
  readonly filters: readonly ListFilter<List>[];
  /** A phone does not show the headers of the columns. */
  readonly hasSort?: boolean;
  /** The answer to a private search. */
  readonly answer?: FormAnswer | undefined;
  readonly children?: ReactNode;
}

/**
 * As wide as the chosen value, which is therefore not cut. On a phone the fields share the lines equally, because fields of
 * different widths would move when the typefaces arrive.
 */
const AS_WIDE_AS_CHOICE =
  'max-md:min-w-36 max-md:flex-1 md:max-w-full md:min-w-44 md:[&_select]:field-sizing-content';

/**
 * The fields are the address of the list. With scripts every change is applied at once, otherwise by the button. A list
 * with private searches sends its form by POST, because a browser without scripts would write every field into the URL.
 */
export function ListFilters<List extends ListShape>(props: ListFiltersProps<List>) {
  const { list, state, filters, hasSort = true, answer, children } = props;
  const { isPrivate } = list;
  const [isAsking, setIsAsking] = useState(false);
  const { form, send, sendSoon, cancel } = useFilterForm((params) =>
    pathOfList(list, readListState(list, params)),
  );
  const values: Readonly<Record<string, string>> = state.filters;
  const own: readonly string[] = [...filters.map(({ name }) => name), ...(hasSort ? ['sort'] : [])];
  const others = Object.entries(fieldsOfList(list, { ...state, ...firstPage })).filter(
    ([name]) => !own.includes(name),
  );
  const search = filters.find(({ kind }) => kind === 'search')?.name ?? '';
  useEffect(() => {
    const field = form.current?.elements.namedItem(search);
    // A view or a link has replaced the search. The field in which somebody types is left alone.
    if (field instanceof HTMLInputElement && field !== document.activeElement) {
      // A private search is in no address, so a new address does not replace it.
      if (!isPrivate?.(field.value)) field.value = values[search] ?? '';
    }
  }, [form, isPrivate, search, values]);
  const answered = answeredField(answer?.intent === FILTER_INTENT ? answer : undefined)(search);
  const fields = (
    <>
      <HiddenFields fields={Object.fromEntries(others)} />
      {filters.map((filter) => {
        const { name, label } = filter;
        const value = values[name] ?? '';
        switch (filter.kind) {
          case 'search':
            return (
              <Fragment key={name}>
                <div className="w-80 max-md:w-full">
                  <TextField
                    label={label}
                    name={name}
                    type="search"
                    placeholder={filter.placeholder}
                    autoComplete="off"
                    defaultValue={answered.defaultValue ?? value}
                    error={answered.error}
                    onChange={({ target }) => {
                      const isNowPrivate = isPrivate?.(target.value) ?? false;
                      setIsAsking(isNowPrivate);
                      // The list behind a private search is the one without a search.
                      if (isNowPrivate && value === '') cancel();
                      else sendSoon();
                    }}
                  />
                </div>
                {isAsking && (
                  <SubmitButton className="button button-line">{t('Find')}</SubmitButton>
                )}
              </Fragment>
            );
          case 'day':
            return (
              <div key={`${name} ${value}`} className="max-md:flex-1">
                <TextField
                  label={label}
                  name={name}
                  type="date"
                  defaultValue={value}
                  onChange={sendSoon}
                />
              </div>
            );
          default:
            return (
              <div key={`${name} ${value}`} className={AS_WIDE_AS_CHOICE}>
                <SelectField
                  label={label}
                  name={name}
                  defaultValue={value}
                  options={filter.options}
                  onChange={send}
                />
              </div>
            );
        }
      })}
      {hasSort && (
        <div key={writeSort(state)} className={`${AS_WIDE_AS_CHOICE} md:hidden`}>
          <SelectField
            label={t('Sort by')}
            name="sort"
            defaultValue={writeSort(state)}
            options={sortsOf(list)}
            onChange={send}
          />
        </div>
      )}
      {children}
      <noscript>
        <button type="submit" className="button button-line">
          {t('Show')}
        </button>
      </noscript>
    </>
  );
  const shape = {
    ref: form,
    role: 'search',
    'aria-label': t('Filter and sort'),
    className: 'flex flex-wrap items-end gap-3',
  } as const;
  if (isPrivate) {
    return (
      <ActionForm
        {...shape}
        onSubmit={(event) => {
          const typed = new FormData(event.currentTarget).get(search);
          if (typeof typed === 'string' && isPrivate(typed)) return cancel();
          event.preventDefault();
          send();
        }}
      >
        <HiddenFields fields={{ intent: FILTER_INTENT }} />
        {fields}
      </ActionForm>
    );
  }
  return (
    <Form
      {...shape}
      action={list.path}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {fields}
    </Form>
  );
}

function sortsOf({ columns }: ListShape) {
  return Object.entries(columns)
    .filter(([, { sort }]) => sort !== undefined)
    .flatMap(([value, { label }]) => [
      { value, name: t('{column}, ascending', { column: t(label) }) },
      { value: `-${value}`, name: t('{column}, descending', { column: t(label) }) },
    ]);
}
