import { useState, type ReactNode } from 'react';
import { msg, msgIn, t, type Sentence } from '../../i18n/translate.ts';
import type { Currency } from '../../platform/currencies.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { fieldErrors, type FormAnswer } from '../../ui/form/form-answer.ts';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { BILLING_ADDRESS_FIELD, BILLING_NAME_FIELD } from '../protocol/billing-details.ts';
import { formatInvoicePayment } from '../protocol/invoice-payment.ts';
import { formatMoney } from '../protocol/money.ts';
import { formatDay } from '../protocol/offer.ts';
import { titleOfMilestone, type InvoiceView, type OrderView } from '../protocol/order-view.ts';
import { BillingFields } from './billing-fields.tsx';
import { OrderSection } from './order-section.tsx';

const STATES: Readonly<Record<InvoiceView['state'], Sentence>> = {
  paid: msg('Paid invoice'),
  open: msg('Open invoice'),
  void: msg('Void invoice'),
  credited: msgIn('document', 'Credit note'),
};

interface OrderInvoicesProps {
  readonly order: Pick<OrderView, 'invoices' | 'currency' | 'milestones'>;
  /** The path of the page. Documents are served below it. */
  readonly basePath: string;
  readonly actions?: ReactNode;
}

export function OrderInvoices({ order, basePath, actions }: OrderInvoicesProps) {
  const { invoices, currency } = order;
  if (invoices.length === 0 && !actions) return null;
  return (
    <OrderSection id="order-invoices" title={t('Invoices')}>
      <ul className="mt-3 grid gap-2 empty:hidden">
        {invoices.map((invoice) => (
          <li key={invoice.id}>
            <InvoiceLink
              invoice={invoice}
              milestone={titleOfMilestone(order, invoice.milestone)}
              currency={currency}
              basePath={basePath}
            />
          </li>
        ))}
      </ul>
      {actions}
    </OrderSection>
  );
}

interface InvoiceLinkProps {
  readonly invoice: InvoiceView;
  /** The title of the invoiced milestone, if there is one. */
  readonly milestone?: string | undefined;
  readonly currency: Currency;
  /** The path of the order's page. */
  readonly basePath: string;
}

export function InvoiceLink({ invoice, milestone, currency, basePath }: InvoiceLinkProps) {
  return (
    <a
      href={`${basePath}/invoices/${invoice.id}`}
      download
      className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 rounded-[14px] border border-line bg-surface px-3 py-2 text-[15px] text-ink hover:bg-sunken"
    >
      <Icon name="file" size={22} className="text-ink-2" />
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <span className="font-medium">
          <span className="sr-only">{t('Download')} </span>
          <bdi>{invoice.number}</bdi>
        </span>
        <span className="block text-[14px] text-ink-2">
          {[t(STATES[invoice.state]), formatDay(invoice.issuedOn)].join(' · ')}
          {milestone !== undefined && (
            <>
              {' · '}
              <bdi>{milestone}</bdi>
            </>
          )}
        </span>
        {invoice.payment && (
          <span className="block text-[14px] text-ink-2">
            {formatInvoicePayment(invoice.payment, currency)}
          </span>
        )}
      </span>
      <span className="tabular-nums">
        {formatMoney(invoice.kind === 'credit-note' ? -invoice.amount : invoice.amount, currency)}
      </span>
    </a>
  );
}

interface BillingFormProps {
  readonly order: Pick<OrderView, 'billing' | 'takesBilling'>;
  readonly answer: FormAnswer | undefined;
}

/**
 * The buyer's name and address on the invoice, until it is issued. An open form stays then, so that nothing typed is
 * lost and the answer says why it is too late.
 */
export function BillingForm({ order: { billing, takesBilling }, answer }: BillingFormProps) {
  const [isOpen, setOpen] = useState(false);
  if (!takesBilling && !isOpen) return null;
  const refused = answer?.isDone ? undefined : answer;
  const typed = refused?.typed ?? {
    [BILLING_NAME_FIELD]: billing?.name,
    [BILLING_ADDRESS_FIELD]: billing?.address,
  };
  return (
    <details
      className="mt-6"
      open={answer !== undefined && !answer.isDone}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="link opener">{t('Billing details')}</summary>
      <ActionForm className="mt-2 grid gap-5 rounded-card bg-surface p-5 ring-1 ring-line">
        <BillingFields typed={typed} errorAt={fieldErrors(refused)} />
        <div>
          <SubmitButton className="button button-line" name="intent" value="billing">
            {t('Save billing details')}
          </SubmitButton>
        </div>
      </ActionForm>
    </details>
  );
}
