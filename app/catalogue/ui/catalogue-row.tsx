import { say } from '../../platform/say.ts';
import { Link } from 'react-router';
import { Chip } from '../../ui/chip.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { FieldMessage } from '../../ui/form/field-message.tsx';
import { HiddenFields } from '../../ui/form/form-button.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import type { TableRow } from '../protocol/read-table.ts';
import type { EntryAnswer } from './entry-answer.ts';
import { MoveButtons } from './move-buttons.tsx';
import type { RowDragging } from './use-row-drag.tsx';

interface CatalogueRowProps {
  readonly row: TableRow & { readonly shown: string };
  readonly answer: EntryAnswer | undefined;
  readonly dragging: RowDragging;
}

export function CatalogueRow({ row, answer, dragging }: CatalogueRowProps) {
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
          {row.isNew && <Chip tone="amber">{say('New')}</Chip>}
          {row.isDraft && !row.isNew && <Chip tone="amber">{say('Draft')}</Chip>}
          {row.isHidden && <Chip>{say('Hidden')}</Chip>}
          {row.popular !== null && (
            <Chip tone="success">{say('Popular {popular}', { popular: row.popular })}</Chip>
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
          aria-label={say('Price of {title} in {currency}', {
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
          aria-label={say('Save the price of {title}', { title: row.title })}
        >
          {say('Save')}
        </SubmitButton>
        {/* Two lines are as high as the field. */}
        <span
          dir="auto"
          title={row.note}
          className="min-w-0 text-[14px] leading-5 text-ink-2 md:line-clamp-2 md:pr-4"
        >
          {row.note}
        </span>
      </div>
      <FieldMessage id={messageId} error={fault} />
    </ActionForm>
  );
}
