import { Fragment, useId, type HTMLAttributes, type ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '../../i18n/translate.ts';
import {
  clearFilters,
  COUNTED_TO,
  fieldsOfList,
  firstPage,
  isFiltered,
  pathOfList,
  writeSort,
  type ColumnOf,
  type ListShape,
} from '../../platform/lists/list-state.ts';
import type { OpenList } from '../../platform/lists/list-views.ts';
import { EmptyState } from '../empty-state.tsx';
import { ActionForm } from '../form/action-form.tsx';
import { DownloadForm } from '../form/download-form.tsx';
import { SelectField } from '../form/field.tsx';
import type { FormAnswer } from '../form/form-answer.ts';
import { HiddenFields } from '../form/form-button.tsx';
import { SubmitButton } from '../form/submit-button.tsx';
import { SortHeader } from '../sort-header.tsx';
import { ListFilters, type ListFilter } from './list-filters.tsx';
import { ListViews } from './list-views.tsx';
import { useSelection } from './use-selection.ts';

export interface BulkAction {
  readonly intent: string;
  readonly label: string;
  /** The value that the action needs. */
  readonly choice?: {
    readonly name: string;
    readonly label: string;
    readonly options: readonly { readonly value: string; readonly name: string }[];
  };
  readonly text?: { readonly name: string; readonly label: string; readonly maxLength: number };
}

interface RowsProps<List extends ListShape, Row extends { readonly id: string }> {
  readonly list: List;
  readonly open: OpenList<List>;
  readonly page: {
    readonly rows: readonly Row[];
    /** The rows of all pages, counted up to a limit. */
    readonly count: number;
    readonly previous: string;
    readonly next: string;
  };
  readonly answer: FormAnswer | undefined;
  /** Names the row for screen readers, for example its number. */
  readonly nameOf: (row: Row) => string;
  readonly cells: Readonly<Record<ColumnOf<List>, (row: Row) => ReactNode>>;
  readonly renderActions?: (row: Row) => ReactNode;
  /** For example what makes the rows draggable. */
  readonly rowProps?: (row: Row) => HTMLAttributes<HTMLTableRowElement>;
  /** Texts and forms below the cells of the row. */
  readonly renderDetails?: ((row: Row) => ReactNode) | undefined;
  readonly bulk?: readonly BulkAction[];
  /** Columns that follow their content move when a typeface arrives late. */
  readonly hasEqualColumns?: boolean;
}

interface TeamListProps<
  List extends ListShape,
  Row extends { readonly id: string },
> extends RowsProps<List, Row> {
  /** Undefined if the page shows the filters itself. */
  readonly filters: readonly ListFilter<List>[] | undefined;
  /** The next step while there is nothing to list. */
  readonly empty: { readonly title: string; readonly text: string; readonly step?: ReactNode };
  readonly exports?: readonly {
    readonly action: string;
    readonly label: string;
    readonly fields?: Readonly<Record<string, string>>;
  }[];
  /** Buttons beside the filters. */
  readonly children?: ReactNode;
}

/** A list of the team: filters, saved views, columns, sorting, selection, pages and export. */
export function TeamList<List extends ListShape, Row extends { readonly id: string }>(
  props: TeamListProps<List, Row>,
) {
  const { list, open, page, answer, filters, empty, exports = [], children } = props;
  const { state, columns } = open;
  const hasRows = page.rows.length > 0;
  const isFirst = state.after === '' && state.before === '';
  const isEmpty = !hasRows && isFirst && !isFiltered(list, state);
  const file = fieldsOfList(list, { ...state, ...firstPage, columns });
  return (
    <>
      {(filters ?? children) && (
        <div className="mt-6 flex flex-wrap items-end justify-between gap-4">
          {filters && <ListFilters list={list} state={state} filters={filters} answer={answer} />}
          {!isEmpty && children}
        </div>
      )}
      <div className="mt-4 flex flex-wrap items-start justify-between gap-3">
        <ListViews list={list} open={open} answer={answer} />
        {hasRows &&
          exports.map(({ action, label, fields = {} }) => (
            <DownloadForm key={label} action={action}>
              <HiddenFields fields={{ ...file, ...fields }} />
              <SubmitButton className="button button-line button-small">{label}</SubmitButton>
            </DownloadForm>
          ))}
      </div>
      {isEmpty ? (
        <div className="mt-6">
          <EmptyState title={empty.title} text={empty.text}>
            {empty.step}
          </EmptyState>
        </div>
      ) : (
        <p aria-live="polite" className="mt-5 text-[15px] text-ink-2">
          {page.count > COUNTED_TO
            ? t('More than {count} results', { count: COUNTED_TO })
            : t('{count, plural, one {# result} other {# results}}', { count: page.count })}
        </p>
      )}
      {hasRows && <Rows {...props} />}
      {!hasRows && !isEmpty && (
        <p className="mt-4 text-ink-2">
          {t('Nothing matches these filters.')}{' '}
          <Link to={pathOfList(list, clearFilters(list, state))} className="link">
            {t('Clear the filters')}
          </Link>
        </p>
      )}
      <PageLinks list={list} state={state} page={page} />
    </>
  );
}

function PageLinks<List extends ListShape>({
  list,
  state,
  page: { previous, next },
}: Pick<OpenList<List>, 'state'> & {
  readonly list: List;
  readonly page: { readonly previous: string; readonly next: string };
}) {
  const first = { ...state, ...firstPage };
  const isFirst = state.after === '' && state.before === '';
  const links = [
    ...(isFirst ? [] : [{ label: t('First page'), to: first }]),
    ...(previous === '' ? [] : [{ label: t('Previous page'), to: { ...first, before: previous } }]),
    ...(next === '' ? [] : [{ label: t('Next page'), to: { ...first, after: next } }]),
  ];
  if (links.length === 0) return null;
  return (
    <nav aria-label={t('Pages')} className="mt-8 flex flex-wrap gap-3">
      {links.map(({ label, to }) => (
        <Link key={label} to={pathOfList(list, to)} className="button button-line button-small">
          {label}
        </Link>
      ))}
    </nav>
  );
}

/** On phones each row becomes a block whose values stand behind the names of their columns. */
function Rows<List extends ListShape, Row extends { readonly id: string }>(
  props: RowsProps<List, Row>,
) {
  const {
    list,
    open,
    page,
    answer,
    nameOf,
    cells,
    renderActions,
    renderDetails,
    rowProps,
    bulk = [],
    hasEqualColumns = false,
  } = props;
  const formId = useId();
  const { body, count, isAll, toggleAll, onClick } = useSelection(page.rows, answer);
  const [first, ...others] = open.columns;
  const hasBulk = bulk.length > 0;
  return (
    <>
      {hasBulk && <BulkBar id={formId} bulk={bulk} count={count} />}
      <div className="list-card mt-4 overflow-x-auto">
        <table
          className={`w-full border-collapse text-[15px] max-md:block ${hasEqualColumns ? 'md:table-fixed' : ''}`}
        >
          <thead className="max-md:hidden">
            <tr className="border-b border-line text-start text-[14px]">
              {hasBulk && (
                <th scope="col" className="ps-4 text-start">
                  <input
                    type="checkbox"
                    aria-label={t('Select all rows of this page')}
                    className="needs-script size-6 align-middle"
                    ref={(box) => {
                      if (box) box.indeterminate = count > 0 && !isAll;
                    }}
                    checked={isAll}
                    onChange={toggleAll}
                  />
                </th>
              )}
              {open.columns.map((name) => (
                <Header key={name} list={list} state={open.state} name={name} />
              ))}
              {renderActions && (
                <th scope="col">
                  <span className="sr-only">{t('Actions')}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody ref={body} className="max-md:block">
            {page.rows.map((row) => (
              <Fragment key={row.id}>
                <tr
                  {...rowProps?.(row)}
                  className="border-line not-first:border-t data-is-target:bg-soft max-md:relative max-md:grid max-md:gap-y-1 max-md:px-4 max-md:py-3"
                >
                  {hasBulk && (
                    <td className="ps-4 max-md:absolute max-md:end-4 max-md:top-3 max-md:p-0">
                      <input
                        type="checkbox"
                        form={formId}
                        name="row"
                        value={row.id}
                        aria-label={t('Select {name}', { name: nameOf(row) })}
                        className="size-6 align-middle"
                        onClick={onClick}
                      />
                    </td>
                  )}
                  {first !== undefined && (
                    <th
                      scope="row"
                      className={`px-4 py-3 text-start font-normal max-md:p-0 ${hasBulk ? 'max-md:pe-10' : ''}`}
                    >
                      {cells[first](row)}
                    </th>
                  )}
                  {others.map((name) => (
                    <td
                      key={name}
                      className={`px-4 py-3 [overflow-wrap:anywhere] max-md:grid max-md:grid-cols-[5rem_minmax(0,1fr)] max-md:gap-x-2 max-md:p-0 max-md:has-[>div:empty]:hidden ${shapeOf(list, name).isNumber ? 'text-end whitespace-nowrap tabular-nums max-md:text-start' : 'text-start'}`}
                    >
                      <span className="text-[14px] text-ink-2 md:hidden">
                        {t(shapeOf(list, name).label)}
                      </span>
                      <div className="min-w-0">{cells[name](row)}</div>
                    </td>
                  ))}
                  {renderActions && (
                    <td className="px-4 py-3 max-md:p-0 max-md:pt-2">
                      <div className="flex flex-wrap items-start justify-end gap-2 max-md:justify-start">
                        {renderActions(row)}
                      </div>
                    </td>
                  )}
                </tr>
                {renderDetails && (
                  <tr className="max-md:block max-md:px-4 max-md:pb-3">
                    <td
                      colSpan={open.columns.length + (hasBulk ? 1 : 0) + (renderActions ? 1 : 0)}
                      className="px-4 pb-4 max-md:block max-md:p-0"
                    >
                      {renderDetails(row)}
                    </td>
                  </tr>
                )}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

interface ColumnProps<List extends ListShape> {
  readonly list: List;
  readonly name: ColumnOf<List>;
}

function Header<List extends ListShape>(props: ColumnProps<List> & Pick<OpenList<List>, 'state'>) {
  const { list, name, state } = props;
  const { label, sort, isNumber = false } = shapeOf(list, name);
  if (sort === undefined) {
    return (
      <th scope="col" className={`px-4 py-3 font-semibold ${isNumber ? 'text-end' : 'text-start'}`}>
        {t(label)}
      </th>
    );
  }
  const isSorted: boolean = state.sort === name;
  const isDescending = isSorted ? !state.isDescending : sort === 'descending';
  const pressed = new URLSearchParams(fieldsOfList(list, { ...state, ...firstPage }));
  pressed.set('sort', writeSort({ sort: name, isDescending }));
  return (
    <SortHeader
      label={t(label)}
      to={`${list.path}?${pressed}`}
      sorted={isSorted ? (state.isDescending ? 'descending' : 'ascending') : undefined}
      isNumber={isNumber}
    />
  );
}

function shapeOf<List extends ListShape>({ columns }: List, name: ColumnOf<List>) {
  const shape = columns[name];
  if (!shape) throw new Error(`The list has no column ${name}`);
  return shape;
}

interface BulkBarProps {
  readonly id: string;
  readonly bulk: readonly BulkAction[];
  readonly count: number;
}

/** The boxes of the rows belong to this form by its id, because rows have forms of their own. */
function BulkBar({ id, bulk, count }: BulkBarProps) {
  return (
    <ActionForm
      id={id}
      aria-label={t('Selected rows')}
      preventScrollReset
      // On a phone the bar would hide the list.
      className={`mt-4 flex flex-wrap items-end gap-3 text-[15px] ${count > 0 ? 'z-10 bg-canvas py-2 md:sticky md:top-0' : ''}`}
    >
      <p aria-live="polite" className="flex min-h-11 items-center">
        {count === 0
          ? t('Select rows to change them together.')
          : t('{count, plural, one {# row selected} other {# rows selected}}', { count })}
      </p>
      {bulk.map(({ intent, label, choice, text }) => (
        <div key={intent} className="flex flex-wrap items-end gap-2">
          {choice && (
            <div className="w-52">
              <SelectField
                isLabelHidden
                label={choice.label}
                name={choice.name}
                options={choice.options}
              />
            </div>
          )}
          {text && (
            <div className="w-64">
              <input
                type="text"
                dir="auto"
                name={text.name}
                maxLength={text.maxLength}
                aria-label={text.label}
                placeholder={text.label}
                autoComplete="off"
                className="field"
              />
            </div>
          )}
          <SubmitButton name="intent" value={intent} className="button button-line button-small">
            {label}
          </SubmitButton>
        </div>
      ))}
    </ActionForm>
  );
}
