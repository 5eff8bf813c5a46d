import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { msg, msgIn, t, type Sentence } from '../../i18n/translate.ts';
import type { ColumnOf } from '../../platform/lists/list-state.ts';
import type { OpenList } from '../../platform/lists/list-views.ts';
import { Chip } from '../../ui/chip.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { answeredField, type FormAnswer } from '../../ui/form/form-answer.ts';
import { PopoverButton } from '../../ui/confirm-button.tsx';
import { EmailAddress } from '../../ui/email-address.tsx';
import { FormButton, HiddenFields } from '../../ui/form/form-button.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TeamList } from '../../ui/list/team-list.tsx';
import { REFERENCE_MAX_LENGTH } from '../rules.ts';
import { INVOICE_FILTERS, INVOICE_LIST } from '../protocol/invoices.ts';
import { formatInvoicePayment } from '../protocol/invoice-payment.ts';
import { formatMoney } from '../protocol/money.ts';
import { formatShortDay } from '../protocol/offer.ts';
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
      renderActions={({ order, ...invoice }) =>
        order !== null && (
          <>
            {invoice.state === 'open' && (
              <MarkPaid
                invoice={invoice}
                order={order}
                answer={answer?.typed['invoice'] === invoice.id ? answer : undefined}
              />
            )}
            <FormButton
              fields={{ intent: 'resend-invoice', order, invoice: invoice.id }}
              aria-label={t('Send again: {number}', { number: invoice.number })}
            >
              {t('Send again')}
            </FormButton>
          </>
        )
      }
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
  number: ({ id, number, state, isOverdue }) => (
    <>
      <a
        href={`/team/invoices/${id}/pdf`}
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
  email: ({ email }) => (email === null ? '–' : <EmailAddress email={email} />),
  order: ({ order }) =>
    order === null ? (
      '–'
    ) : (
      <Link to={`/team/orders/${order}`} className="link whitespace-nowrap">
        {order}
      </Link>
    ),
  issued: ({ issuedOn }) => <Day day={issuedOn} />,
  due: ({ kind, dueOn, payment, currency }) => (
    <>
      {kind === 'invoice' ? <Day day={dueOn} /> : '–'}
      {payment && (
        <span className="block text-[14px] text-ink-2">
          {formatInvoicePayment(payment, currency)}
        </span>
      )}
    </>
  ),
  amount: ({ kind, amount, currency }) =>
    formatMoney(kind === 'credit-note' ? -amount : amount, currency),
};

function Day({ day }: { readonly day: string }) {
  return <span className="whitespace-nowrap tabular-nums">{formatShortDay(day)}</span>;
}

interface MarkPaidProps {
  readonly invoice: Omit<ListedInvoice, 'order'>;
  readonly order: string;
  readonly answer: Answer;
}

function MarkPaid({ invoice: { id, number, milestone }, order, answer }: MarkPaidProps) {
  const isRefused = answer?.intent === 'mark-paid' && !answer.isDone;
  const [isShown] = useState(isRefused);
  const field = answeredField(isRefused ? answer : undefined);
  const name = t('Mark as paid: {number}', { number });
  return (
    <PopoverButton label={t('Mark as paid')} accessibleLabel={name} title={name} isShown={isShown}>
      {(cancel) => (
        <ActionForm className="mt-4 grid gap-4" preventScrollReset>
          <HiddenFields fields={{ intent: 'mark-paid', order, invoice: id }} />
          <MilestoneField position={milestone} />
          <TextField
            {...field('reference')}
            label={t('Reference of the payment')}
            maxLength={REFERENCE_MAX_LENGTH}
            autoComplete="off"
          />
          <div className="flex flex-wrap justify-end gap-3">
            {cancel}
            <SubmitButton className="button button-primary button-small">
              {t('Save payment')}
            </SubmitButton>
          </div>
        </ActionForm>
      )}
    </PopoverButton>
  );
}
