import { Link } from 'react-router';
import { msg, msgIn, t, type Sentence } from '../../i18n/translate.ts';
import { Chip } from '../../ui/chip.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { answeredField, type FormAnswer } from '../../ui/form/form-answer.ts';
import { FormButton, HiddenFields } from '../../ui/form/form-button.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { REFERENCE_MAX_LENGTH } from '../rules.ts';
import { formatMoney } from '../protocol/money.ts';
import { formatDay } from '../protocol/offer.ts';
import type { InvoiceView } from '../protocol/order-view.ts';
import { MilestoneField } from './milestone-list.tsx';
import type { ListedInvoice } from '../server/invoices/list-invoices.server.ts';

const STATES = {
  paid: { label: msg('Paid'), tone: 'success' },
  open: { label: msg('Open'), tone: 'amber' },
  void: { label: msg('Void'), tone: 'plain' },
  credited: { label: msgIn('document', 'Credit note'), tone: 'plain' },
} as const satisfies Readonly<
  Record<
    InvoiceView['state'],
    { readonly label: Sentence; readonly tone: 'plain' | 'amber' | 'success' }
  >
>;

/** On phones each row becomes a block: number and state, buyer, days and amount. */
interface InvoiceTableProps {
  readonly invoices: readonly ListedInvoice[];
  readonly answer: FormAnswer | undefined;
}

export function InvoiceTable({ invoices, answer }: InvoiceTableProps) {
  return (
    <div className="list-card mt-4">
      <table className="w-full border-collapse text-[15px] max-md:block">
        <thead className="max-md:sr-only">
          <tr className="border-b border-line text-start text-[14px]">
            {[t('Document'), t('Buyer'), t('Order'), t('Issued'), t('Due')].map((label) => (
              <th key={label} scope="col" className="px-4 py-3 text-start font-semibold">
                {label}
              </th>
            ))}
            <th scope="col" className="px-4 py-3 text-end font-semibold">
              {t('Amount')}
            </th>
            <th scope="col" className="sr-only">
              {t('Actions')}
            </th>
          </tr>
        </thead>
        <tbody className="max-md:block">
          {invoices.map((invoice) => (
            <InvoiceRow
              key={invoice.id}
              invoice={invoice}
              answer={answer?.typed['invoice'] === invoice.id ? answer : undefined}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface InvoiceRowProps {
  readonly invoice: ListedInvoice;
  readonly answer: FormAnswer | undefined;
}

function InvoiceRow({ invoice, answer }: InvoiceRowProps) {
  const { id, kind, number, order, buyer, issuedOn, dueOn, amount, currency, state } = invoice;
  const orderPath = `/team/orders/${order}`;
  return (
    <tr className="border-line not-first:border-t max-md:block max-md:px-4 max-md:py-3">
      <th scope="row" className="px-4 py-3 text-start font-normal max-md:block max-md:p-0">
        <a
          href={`${orderPath}/invoices/${id}`}
          download
          className="link me-2 font-semibold whitespace-nowrap"
          translate="no"
        >
          <bdi>{number}</bdi>
        </a>
        <Chip tone={invoice.isOverdue ? 'amber' : STATES[state].tone}>
          {invoice.isOverdue ? t('Overdue') : t(STATES[state].label)}
        </Chip>
      </th>
      <td
        dir="auto"
        className="px-4 py-3 text-start break-words max-md:block max-md:p-0 max-md:pt-1"
      >
        {buyer}
      </td>
      <td className="px-4 py-3 max-md:inline-block max-md:p-0 max-md:pe-3">
        <Link to={orderPath} className="link whitespace-nowrap">
          {order}
        </Link>
      </td>
      <td className="px-4 py-3 max-md:inline-block max-md:p-0 max-md:pe-3">
        {formatDay(issuedOn)}
      </td>
      <td className="px-4 py-3 max-md:hidden">{kind === 'invoice' ? formatDay(dueOn) : '–'}</td>
      <td className="px-4 py-3 text-end tabular-nums max-md:block max-md:p-0 max-md:pt-1 max-md:text-start">
        {formatMoney(kind === 'credit-note' ? -amount : amount, currency)}
      </td>
      <td className="px-4 py-3 max-md:block max-md:p-0 max-md:pt-2">
        <div className="flex flex-wrap items-start justify-end gap-2 max-md:justify-start md:flex-col md:items-end">
          {state === 'open' && <MarkPaid invoice={invoice} answer={answer} />}
          <FormButton
            fields={{ intent: 'resend-invoice', order, invoice: id }}
            aria-label={t('Send again: {number}', { number })}
          >
            {t('Send again')}
          </FormButton>
        </div>
      </td>
    </tr>
  );
}

function MarkPaid({ invoice: { id, order, number, milestone }, answer }: InvoiceRowProps) {
  const isRefused = answer?.intent === 'mark-paid' && !answer.isDone;
  const field = answeredField(isRefused ? answer : undefined);
  return (
    <details open={isRefused} className="open:w-full md:open:w-52">
      <summary
        aria-label={t('Mark as paid: {number}', { number })}
        className="button button-line button-small w-fit cursor-pointer list-none"
      >
        {t('Mark as paid')}
      </summary>
      <ActionForm className="mt-3 grid justify-items-start gap-3 text-start" preventScrollReset>
        <HiddenFields fields={{ intent: 'mark-paid', order, invoice: id }} />
        <MilestoneField position={milestone} />
        <TextField
          {...field('reference')}
          label={t('Reference of the payment')}
          maxLength={REFERENCE_MAX_LENGTH}
          autoComplete="off"
        />
        <SubmitButton className="button button-primary button-small">
          {t('Save payment')}
        </SubmitButton>
      </ActionForm>
    </details>
  );
}
