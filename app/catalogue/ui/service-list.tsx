import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import { Link } from 'react-router';
import { msgIn, t } from '../../i18n/translate.ts';
import type { ColumnOf } from '../../platform/lists/list-state.ts';
import type { OpenList } from '../../platform/lists/list-views.ts';
import { Chip } from '../../ui/chip.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { FieldMessage } from '../../ui/form/field.tsx';
import type { FormAnswer } from '../../ui/form/form-answer.ts';
import { HiddenFields } from '../../ui/form/form-button.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TeamList } from '../../ui/list/team-list.tsx';
import type { SectionOption } from '../protocol/group-options.ts';
import { SERVICE_LIST, SERVICE_STATES, type ListedService } from '../protocol/service-list.ts';
import type { readServicePage } from '../server/lists/read-services.server.ts';
import type { EntryAnswer } from './entry-answer.tsx';
import { MoveButtons, useRowDrag } from './move-rows.tsx';

/** A row, and the digests of the fields that are edited in it. */
export interface ServiceRow extends ListedService {
  readonly shown: { readonly price: string; readonly status: string };
}

interface ServiceListProps {
  readonly open: OpenList<typeof SERVICE_LIST>;
  readonly page: Omit<ReturnType<typeof readServicePage>, 'rows'> & {
    readonly rows: readonly ServiceRow[];
  };
  readonly sections: readonly SectionOption[];
  readonly answer: FormAnswer | undefined;
  /** The answer to a field of a row. */
  readonly saved: EntryAnswer | undefined;
}

/** The services with their price, visibility and order, which are saved as drafts when they are changed. */
export function ServiceList({ open, page, sections, answer, saved }: ServiceListProps) {
  const { filters, sort, isDescending } = open.state;
  const isInOrder = sort === 'place' && !isDescending;
  const { form, rowProps } = useRowDrag(page.rows);
  const groups = sections
    .filter(({ id }) => filters.section === '' || id === filters.section)
    .flatMap((section) => section.groups);
  return (
    <>
      <TeamList
        list={SERVICE_LIST}
        open={open}
        page={page}
        answer={answer}
        nameOf={({ title }) => title}
        filters={[
          { kind: 'search', name: 'q', label: t('Search'), placeholder: t('Service') },
          {
            kind: 'choice',
            name: 'section',
            label: t('Section'),
            options: [
              { value: '', name: t('All sections') },
              ...sections.map(({ id, title }) => ({ value: id, name: title })),
            ],
          },
          {
            kind: 'choice',
            name: 'group',
            label: t('Group'),
            options: [
              { value: '', name: t('All groups') },
              ...groups.map(({ id, title }) => ({ value: id, name: title })),
            ],
          },
          {
            kind: 'choice',
            name: 'state',
            label: t('Status'),
            options: SERVICE_STATES.map(({ id, name }) => ({ value: id, name: t(name) })),
          },
        ]}
        cells={cellsOf(saved, isInOrder)}
        rowProps={(row) => ({ 'data-testid': 'catalogue-row', ...(isInOrder && rowProps(row)) })}
        bulk={[
          { intent: 'hide-services', label: t('Hide') },
          { intent: 'show-services', label: t('Show') },
        ]}
        exports={[{ action: '/team/catalogue/services/export', label: t('Export as CSV') }]}
        empty={{
          title: t('No services yet'),
          text: t('Add the first service, or import a file with many.'),
          step: <NewService />,
        }}
      >
        <NewService />
      </TeamList>
      {form}
    </>
  );
}

function cellsOf(
  saved: EntryAnswer | undefined,
  isInOrder: boolean,
): Readonly<Record<ColumnOf<typeof SERVICE_LIST>, (row: ServiceRow) => ReactNode>> {
  const answerOf = ({ id }: ServiceRow) => (saved?.typed.entry === id ? saved : undefined);
  return {
    service: (row) => <Name row={row} />,
    status: (row) => <StatusField row={row} answer={answerOf(row)} />,
    price: (row) => <PriceField row={row} answer={answerOf(row)} />,
    place: ({ id, title, place, isFirst, isLast }) =>
      isInOrder ? (
        <MoveButtons kind="service" id={id} title={title} isFirst={isFirst} isLast={isLast} />
      ) : (
        <span className="tabular-nums">{place}</span>
      ),
    editor: ({ editedBy }) => <bdi>{editedBy ?? '–'}</bdi>,
  };
}

function NewService() {
  return (
    <Link to="/team/catalogue/service/new" className="button button-primary">
      {t('New service')}
    </Link>
  );
}

function Name({ row }: { readonly row: ServiceRow }) {
  const { id, title, where, picture, isNew, isDraft, popular } = row;
  return (
    <div className="flex items-center gap-3">
      <img
        src={picture}
        alt=""
        width={64}
        height={48}
        loading="lazy"
        draggable={false}
        className="h-12 w-16 shrink-0 rounded-[8px] bg-soft object-cover"
      />
      <div className="min-w-0">
        <Link
          dir="auto"
          to={`/team/catalogue/service/${id}`}
          draggable={false}
          className="font-[650] [overflow-wrap:anywhere] hover:underline"
        >
          {title}
        </Link>{' '}
        <span className="inline-flex flex-wrap gap-1.5 empty:hidden">
          {isNew && <Chip tone="amber">{t('New')}</Chip>}
          {isDraft && !isNew && <Chip tone="amber">{t('Draft')}</Chip>}
          {popular !== null && (
            <Chip tone="success">{t('Popular no. {popular}', { popular })}</Chip>
          )}
        </span>
        <span className="block text-[14px] leading-5 text-ink-2">{where}</span>
      </div>
    </div>
  );
}

interface RowFieldProps {
  readonly row: ServiceRow;
  readonly answer: EntryAnswer | undefined;
}

function StatusField({ row, answer }: RowFieldProps) {
  const { title, isHidden, isGroupHidden, shown } = row;
  const own = answer && 'isHidden' in answer.typed ? answer : undefined;
  return (
    <RowForm
      row={row}
      name="isHidden"
      shown={shown.status}
      answer={own}
      renderField={(field) => (
        <select
          {...field}
          key={String(isHidden)}
          aria-label={t('Status of {title}', { title })}
          defaultValue={isHidden ? 'yes' : ''}
          onChange={({ currentTarget }) => currentTarget.form?.requestSubmit()}
          className="field h-11 min-h-11 w-36"
        >
          <option value="">{t(msgIn('catalogue', 'Visible'))}</option>
          <option value="yes">{t(msgIn('catalogue', 'Hidden'))}</option>
        </select>
      )}
    >
      {isGroupHidden && (
        <span className="text-[14px] text-ink-2">{t('Its section or group is hidden.')}</span>
      )}
    </RowForm>
  );
}

function PriceField({ row, answer }: RowFieldProps) {
  const { title, amount, amountFields, note, shown } = row;
  const own = answer && 'price' in answer.typed ? answer : undefined;
  const input = useRef<HTMLInputElement>(null);
  const sent = useRef(amount);
  const typed = own?.isDone === false ? own.typed.price : undefined;
  useEffect(() => {
    // The server writes the price in its own form, for example '1999' for '1,999'.
    if (typed === undefined && input.current) input.current.value = amount;
    sent.current = typed ?? amount;
  }, [amount, typed, own]);
  return (
    <RowForm
      row={row}
      name="price"
      shown={shown.price}
      answer={own}
      renderField={(field) => (
        <input
          {...field}
          ref={input}
          dir="auto"
          inputMode="decimal"
          autoComplete="off"
          aria-label={t('Price of {title} in {currency}', {
            title,
            currency: amountFields.currency,
          })}
          defaultValue={typed ?? amount}
          onBlur={({ currentTarget }) => {
            // A refused price is sent again only after it was changed, or the focus could not leave it.
            if (currentTarget.value === sent.current) return;
            sent.current = currentTarget.value;
            currentTarget.form?.requestSubmit();
          }}
          className="field h-11 min-h-11 w-[106px] px-3 tabular-nums"
        />
      )}
    >
      <span dir="auto" className="min-w-0 text-[14px] leading-5 text-ink-2">
        {note}
      </span>
    </RowForm>
  );
}

interface RowFormProps {
  readonly row: ServiceRow;
  readonly name: 'price' | 'isHidden';
  /** The digests of the shown values, as JSON. */
  readonly shown: string;
  readonly answer: EntryAnswer | undefined;
  readonly renderField: (
    field: Pick<ComponentProps<'input'>, 'name' | 'aria-invalid' | 'aria-describedby'>,
  ) => ReactNode;
  /** A text beside the field. */
  readonly children: ReactNode;
}

/** A field that is saved when it is changed, and says so beside it. Without scripts there is a button. */
function RowForm({ row, name, shown, answer, renderField, children }: RowFormProps) {
  const { id, title } = row;
  const fault = answer?.isDone === false ? (answer.faults[name] ?? answer.message) : undefined;
  const messageId = `${id}-${name}`;
  const isSaved = answer !== undefined && fault === undefined;
  return (
    <ActionForm preventScrollReset>
      <HiddenFields
        fields={{
          intent: 'save',
          kind: 'service',
          entry: id,
          shown: answer?.isDone === false ? JSON.stringify(answer.shown) : shown,
        }}
      />
      <div className="flex items-center gap-2 max-md:flex-wrap">
        {renderField({
          name,
          'aria-invalid': fault === undefined ? undefined : true,
          'aria-describedby': fault === undefined ? undefined : messageId,
        })}
        <noscript>
          <SubmitButton
            className="button button-line button-small"
            aria-label={
              name === 'price'
                ? t('Save the price of {title}', { title })
                : t('Save the status of {title}', { title })
            }
          >
            {t('Save')}
          </SubmitButton>
        </noscript>
        {children}
        <span role="status" className="text-[14px] text-success">
          {isSaved && t('Saved')}
        </span>
      </div>
      <FieldMessage id={messageId} error={fault} />
    </ActionForm>
  );
}
