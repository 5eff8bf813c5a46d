import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { msg, msgIn, t, type Sentence } from '../../i18n/translate.ts';
import type { ColumnOf } from '../../platform/lists/list-state.ts';
import type { OpenList } from '../../platform/lists/list-views.ts';
import { Chip } from '../../ui/chip.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { answeredField, type FormAnswer } from '../../ui/form/form-answer.ts';
import { FormButton, HiddenFields } from '../../ui/form/form-button.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TeamList } from '../../ui/list/team-list.tsx';
import { REFERENCE_MAX_LENGTH } from '../rules.ts';
import { INVOICE_FILTERS, INVOICE_LIST } from '../protocol/invoices.ts';
import { formatMoney } from '../protocol/money.ts';
import { formatDay } from '../protocol/offer.ts';
import type { InvoiceView } from '../protocol/order-view.ts';
import { MilestoneField } from './milestone-list.tsx';
import type { ListedInvoice, listInvoices } from '../server/invoices/list-invoices.server.ts';

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

type Answer = FormAnswer | undefined;

interface InvoiceListProps {
  readonly open: OpenList<typeof INVOICE_LIST>;
  readonly page: Awaited<ReturnType<typeof listInvoices>>;
  readonly answer: Answer;
}

export function InvoiceList({ open, page, answer }: InvoiceListProps) {
  return (
    <TeamList
      list={INVOICE_LIST}
      open={open}
      page={page}
      answer={answer}
      nameOf={({ number }) => number}
      filters={[
        {
          kind: 'search',
          name: 'q',
          label: t('Search'),
          placeholder: t('Number, buyer or order'),
        },
        {
          kind: 'choice',
          name: 'show',
          label: t('Show'),
          options: Object.entries(INVOICE_FILTERS).map(([value, name]) => ({
            value,
            name: t(name),
          })),
        },
        { kind: 'day', name: 'from', label: t('Issued from') },
        { kind: 'day', name: 'until', label: t('Issued until') },
      ]}
      cells={CELLS}
      renderActions={(invoice) => (
        <>
          {invoice.state === 'open' && (
            <MarkPaid
              invoice={invoice}
              answer={answer?.typed['invoice'] === invoice.id ? answer : undefined}
            />
          )}
          <FormButton
            fields={{ intent: 'resend-invoice', order: invoice.order, invoice: invoice.id }}
            aria-label={t('Send again: {number}', { number: invoice.number })}
          >
            {t('Send again')}
          </FormButton>
        </>
      )}
      bulk={[
        { intent: 'resend-invoices', label: t('Send again') },
        {
          intent: 'mark-invoices-paid',
          label: t('Mark as paid'),
          text: {
            name: 'reference',
            label: t('Reference of the payment'),
            maxLength: REFERENCE_MAX_LENGTH,
          },
        },
      ]}
      exports={[
        { action: '/team/invoices/export', label: t('Export as CSV') },
        {
          action: '/team/invoices/export',
          label: t('Export taxes as CSV'),
          fields: { file: 'taxes' },
        },
      ]}
      empty={{
        title: t('No invoices yet'),
        text: t('The first one is issued when an order is paid.'),
        step: (
          <Link to="/team/orders" className="button button-primary">
            {t('Open the orders')}
          </Link>
        ),
      }}
    />
  );
}

const CELLS: Readonly<
  Record<ColumnOf<typeof INVOICE_LIST>, (invoice: ListedInvoice) => ReactNode>
> = {
  number: ({ id, number, order, state, isOverdue }) => (
    <>
      <a
        href={`/team/orders/${order}/invoices/${id}`}
        download
        className="link me-2 font-semibold whitespace-nowrap"
        translate="no"
      >
        <bdi>{number}</bdi>
      </a>
      <Chip tone={isOverdue ? 'amber' : STATES[state].tone}>
        {isOverdue ? t('Overdue') : t(STATES[state].label)}
      </Chip>
    </>
  ),
  buyer: ({ buyer }) => <bdi>{buyer}</bdi>,
  email: ({ email }) => <bdi>{email ?? '–'}</bdi>,
  order: ({ order }) => (
    <Link to={`/team/orders/${order}`} className="link whitespace-nowrap">
      {order}
    </Link>
  ),
  issued: ({ issuedOn }) => formatDay(issuedOn),
  due: ({ kind, dueOn }) => (kind === 'invoice' ? formatDay(dueOn) : '–'),
  amount: ({ kind, amount, currency }) =>
    formatMoney(kind === 'credit-note' ? -amount : amount, currency),
};

interface MarkPaidProps {
  readonly invoice: ListedInvoice;
  readonly answer: Answer;
}

function MarkPaid({ invoice: { id, order, number, milestone }, answer }: MarkPaidProps) {
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
