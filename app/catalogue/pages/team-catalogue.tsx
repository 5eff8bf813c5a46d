import { loadMessages } from '../../i18n/load-messages.ts';
import { t, msgIn } from '../../i18n/translate.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { groupOptions, type SectionOption } from '../protocol/group-options.ts';
import { readPending } from '../protocol/describe-change.ts';
import {
  readTable,
  type TableRow,
  readTableQuery,
  writeTableQuery,
  type TableQuery,
  TABLE_STATES,
} from '../protocol/read-table.ts';
import { readWorking, digestsOf } from '../server/drafts/read-drafts.server.ts';
import { CatalogueNav } from '../ui/catalogue-nav.tsx';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { answerOfEntry, type EntryAnswer } from '../ui/entry-answer.tsx';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/team-catalogue.ts';
import { Link, Form } from 'react-router';
import { formatCount } from '../../platform/format-count.ts';
import { PagesNav } from '../../ui/pages-nav.tsx';
import { getPositionLabel } from '../protocol/field-labels.ts';
import { useRowDrag, type RowDragging, MoveButtons } from '../ui/move-rows.tsx';
import { SelectField, TextField, FieldMessage } from '../../ui/form/field.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { HiddenFields } from '../../ui/form/form-button.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';

export const handle = { messages: await loadMessages('catalogue-team', 'platform-team') };

interface CatalogueRowProps {
  readonly row: TableRow & { readonly shown: string };
  readonly answer: EntryAnswer | undefined;
  readonly dragging: RowDragging;
}

interface TableFilterProps {
  readonly query: TableQuery;
  readonly sections: readonly SectionOption[];
}

interface CatalogueTableProps {
  readonly query: TableQuery;
  readonly sections: readonly SectionOption[];
  readonly rows: readonly (TableRow & { readonly shown: string })[];
  readonly total: number;
  readonly hasMore: boolean;
  readonly answer: EntryAnswer | undefined;
}

export { action } from './catalogue-actions.server.ts';

export const loader = pageAt('/team/catalogue', async ({ appContext, request }) => {
  const working = await readWorking(appContext);
  const query = readTableQuery(new URL(request.url).searchParams);
  const { rows, total, hasMore, page } = readTable(working, query);
  return {
    query: { ...query, page },
    sections: groupOptions(working),
    pendingCount: readPending(working).length,
    rows: rows.map((row) => ({ ...row, shown: JSON.stringify(digestsOf(row.amountFields)) })),
    total,
    hasMore,
  };
});

export default function TeamCatalogue({ loaderData, actionData }: Route.ComponentProps) {
  const { pendingCount, ...table } = loaderData;
  const answer = answerOfEntry(actionData);
  return (
    <MemberPage
      title={t('Catalogue')}
      lead={t('Changes you make here stay drafts until you publish them.')}
    >
      <CatalogueNav pendingCount={pendingCount} />
      {/* An error in a price is shown at its field. */}
      {!answer?.typed.entry && <AnswerNotice answer={actionData} className="mt-6" />}
      <CatalogueTable {...table} answer={answer} />
    </MemberPage>
  );
}

function CatalogueTable(props: CatalogueTableProps) {
  const { query, sections, rows, total, hasMore, answer } = props;
  const { form, rowProps } = useRowDrag(rows);
  return (
    <>
      <TableFilter query={query} sections={sections} />
      <div className="mt-6 flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-[15px] text-ink-2">
          {formatCount({ noun: 'service', number: total })}
        </p>
        <Link to="/team/catalogue/service/new" className="button button-primary button-small">
          {t('New service')}
        </Link>
      </div>
      {rows.length === 0 ? (
        <p className="mt-6 text-ink-2">
          {t('No services match these filters. Clear the filters to see all services.')}
        </p>
      ) : (
        <table className="mt-4 w-full table-fixed rounded-card bg-surface text-left ring-1 ring-line">
          <thead className="text-[13.5px] text-ink-2 hyphens-auto [overflow-wrap:anywhere]">
            <tr>
              <th scope="col" className="px-3 py-2.5 font-semibold md:px-4">
                {t('Service')}
              </th>
              <th scope="col" className="w-[118px] py-2.5 font-semibold sm:w-[210px] md:w-[380px]">
                {t('Price')}
              </th>
              <th scope="col" className="w-[68px] px-1 py-2.5 font-semibold md:w-[128px]">
                {getPositionLabel()}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <CatalogueRow
                key={row.id}
                row={row}
                answer={answer?.typed.entry === row.id ? answer : undefined}
                dragging={rowProps(row)}
              />
            ))}
          </tbody>
        </table>
      )}
      {form}
      <PagesNav
        page={query.page}
        hasMore={hasMore}
        pathOf={(page) => writeTableQuery({ ...query, page })}
        names={[t('Previous'), t('Next')]}
      />
    </>
  );
}

/** The fields of this plain GET form become the query of the URL. */
function TableFilter({ query, sections }: TableFilterProps) {
  const groups = sections
    .filter(({ id }) => query.section === '' || id === query.section)
    .flatMap((section) => section.groups);
  return (
    <Form
      // A changed query remounts the form, because its fields are uncontrolled.
      key={JSON.stringify(query)}
      method="get"
      role="search"
      aria-label={t('Services')}
      className="mt-6 grid gap-4 rounded-card bg-surface p-4 ring-1 ring-line sm:max-md:grid-cols-2 md:grid-cols-[minmax(0,1.4fr)_repeat(3,minmax(0,1fr))_auto] md:items-end"
    >
      <TextField
        label={t('Search')}
        type="search"
        name="q"
        defaultValue={query.text}
        maxLength={100}
      />
      <SelectField
        label={t('Section')}
        name="section"
        defaultValue={query.section}
        options={[
          { value: '', name: t('All sections') },
          ...sections.map(({ id, title }) => ({ value: id, name: title })),
        ]}
      />
      <SelectField
        label={t('Group')}
        name="group"
        defaultValue={query.group}
        options={[
          { value: '', name: t('All groups') },
          ...groups.map(({ id, title }) => ({ value: id, name: title })),
        ]}
      />
      <SelectField
        label={t('Status')}
        name="state"
        defaultValue={query.state}
        options={TABLE_STATES.map(({ id, name }) => ({ value: id, name: t(name) }))}
      />
      <div className="flex flex-wrap gap-3">
        <button type="submit" className="button button-primary">
          {t('Show')}
        </button>
        <Link to="/team/catalogue" className="button button-line">
          {t('Clear')}
        </Link>
      </div>
    </Form>
  );
}

function CatalogueRow({ row, answer, dragging }: CatalogueRowProps) {
  return (
    <tr
      {...dragging}
      data-testid="catalogue-row"
      className="border-t border-line align-middle data-is-target:bg-soft md:cursor-grab"
    >
      <th scope="row" className="px-3 py-1.5 font-normal md:px-4">
        <Link
          dir="auto"
          to={`/team/catalogue/service/${row.id}`}
          draggable={false}
          className="font-[650] [overflow-wrap:anywhere] hover:underline"
        >
          {row.title}
        </Link>{' '}
        <span className="inline-flex flex-wrap gap-1.5 empty:hidden">
          {row.isNew && <Chip tone="amber">{t('New')}</Chip>}
          {row.isDraft && !row.isNew && <Chip tone="amber">{t('Draft')}</Chip>}
          {row.isHidden && <Chip>{t(msgIn('catalogue', 'Hidden'))}</Chip>}
          {row.popular !== null && (
            <Chip tone="success">{t('Popular no. {popular}', { popular: row.popular })}</Chip>
          )}
        </span>
        <span className="block text-[14px] leading-5 text-ink-2">{row.where}</span>
      </th>
      <td className="py-1.5">
        <PriceForm
          // A changed price remounts the form.
          key={`${row.shown} ${answer === undefined}`}
          row={row}
          answer={answer}
        />
      </td>
      <td className="px-2 py-1.5">
        <MoveButtons
          kind="service"
          id={row.id}
          title={row.title}
          isFirst={row.isFirst}
          isLast={row.isLast}
          isStacked
        />
      </td>
    </tr>
  );
}

function PriceForm({ row, answer }: Omit<CatalogueRowProps, 'dragging'>) {
  const fault = answer && !answer.isDone ? (answer.faults.price ?? answer.message) : undefined;
  const messageId = `${row.id}-price`;
  const shown = answer?.isDone === false ? JSON.stringify(answer.shown) : row.shown;
  return (
    <ActionForm preventScrollReset>
      <HiddenFields fields={{ intent: 'save', kind: 'service', entry: row.id, shown }} />
      <div className="flex items-center gap-2 max-md:flex-wrap">
        <input
          dir="auto"
          name="price"
          inputMode="decimal"
          autoComplete="off"
          aria-label={t('Price of {title} in {currency}', {
            title: row.title,
            currency: row.amountFields.currency,
          })}
          aria-invalid={fault === undefined ? undefined : true}
          aria-describedby={fault === undefined ? undefined : messageId}
          defaultValue={answer?.typed.price ?? row.amount}
          className="field h-11 min-h-11 w-[106px] px-3 tabular-nums"
        />
        <SubmitButton
          className="button button-line button-small"
          aria-label={t('Save the price of {title}', { title: row.title })}
        >
          {t('Save')}
        </SubmitButton>
        <span dir="auto" className="min-w-0 text-[14px] leading-5 text-ink-2 md:pr-4">
          {row.note}
        </span>
      </div>
      <FieldMessage id={messageId} error={fault} />
    </ActionForm>
  );
}
