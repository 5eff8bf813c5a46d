import { msgIn, t } from '../../i18n/translate.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { answeredField, type FormAnswer } from '../../ui/form/form-answer.ts';
import { ConfirmForm, FormButton, HiddenFields } from '../../ui/form/form-button.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { Rich } from '../../ui/rich.tsx';
import type { InvoiceView, MilestoneView, OrderView } from '../protocol/order-view.ts';
import { MilestoneField } from './milestone-list.tsx';
import { CREDIT_REASON_MAX_LENGTH, LONGEST_TERM_DAYS } from '../rules.ts';

/** As a verb: the state of an invoice is written the same. */
const VOID = msgIn('action', 'Void');

interface InvoiceActionsProps {
  readonly order: OrderView;
  readonly answer: FormAnswer | undefined;
}

/** Managers issue, correct, send and void the invoice of an order. */
export function InvoiceActions({ order, answer }: InvoiceActionsProps) {
  // A number of a removed order would be a gap in the series.
  if (order.isTest) return <p className="mt-3 text-[15px]">{t('Test orders have no invoice.')}</p>;
  const { current, uninvoiced, isIssuable } = findInvoiceTasks(order);
  return (
    <>
      {current.map((invoice) => (
        <IssuedActions key={invoice.id} order={order} invoice={invoice} answer={answer} />
      ))}
      {isIssuable && <IssueForm milestone={uninvoiced} answer={answer} />}
    </>
  );
}

export function hasInvoiceActions(order: OrderView): boolean {
  const { current, isIssuable } = findInvoiceTasks(order);
  return order.isTest || current.length > 0 || isIssuable;
}

function findInvoiceTasks(order: OrderView) {
  const current = order.invoices.filter(({ state }) => state === 'paid' || state === 'open');
  // The milestone that can be paid, or a paid one whose invoice was voided.
  const uninvoiced = order.milestones.find(
    ({ fundedAt, position }) =>
      (fundedAt !== null || position === order.payable?.milestone) &&
      current.every(({ milestone }) => milestone !== position),
  );
  const isIssuable = order.milestones.length > 0 ? uninvoiced !== undefined : order.takesBilling;
  return { current, uninvoiced, isIssuable };
}

interface IssuedActionsProps extends InvoiceActionsProps {
  readonly invoice: InvoiceView;
}

/** An order with milestones has several invoices, so its actions name theirs. */
function IssuedActions({ order, invoice, answer }: IssuedActionsProps) {
  const { milestone } = invoice;
  const ofMilestone: Record<string, string> =
    milestone === null ? {} : { milestone: String(milestone) };
  const isForThis = (answer?.typed.milestone ?? '') === (ofMilestone.milestone ?? '');
  return (
    <section aria-label={invoice.number} className="mt-3">
      {milestone !== null && (
        <p className="mb-2 font-semibold">
          <bdi>{invoice.number}</bdi>
        </p>
      )}
      <div className="flex flex-wrap items-start gap-3">
        <CreditForm order={order} invoice={invoice} answer={isForThis ? answer : undefined} />
        <FormButton fields={{ intent: 'resend-invoice', invoice: invoice.id }}>
          {t('Send invoice again')}
        </FormButton>
        <ConfirmForm
          label={t(VOID)}
          question={t('Void invoice {number}?', { number: invoice.number })}
          text={t('A credit note over what is left of it is issued. This cannot be undone.')}
          fields={{ intent: 'void-invoice', ...ofMilestone }}
          doLabel={t(VOID)}
          tone="primary"
        />
      </div>
    </section>
  );
}

interface IssueFormProps extends Pick<InvoiceActionsProps, 'answer'> {
  readonly milestone: MilestoneView | undefined;
}

function IssueForm({ milestone, answer }: IssueFormProps) {
  const field = answeredField(answer?.intent === 'issue-invoice' ? answer : undefined);
  const term = field('termDays');
  return (
    <ActionForm className="mt-3 flex flex-wrap items-start gap-3">
      <MilestoneField position={milestone?.position} />
      {milestone && (
        <p className="w-full font-semibold">
          <Rich
            text={t('Milestone: <name>{title}</name>', { title: milestone.title })}
            parts={{ name: <bdi /> }}
          />
        </p>
      )}
      <TextField
        {...term}
        defaultValue={term.defaultValue ?? '14'}
        label={t('Days until it is due')}
        hint={t('From 0 to {most}.', { most: LONGEST_TERM_DAYS })}
        inputMode="numeric"
        autoComplete="off"
      />
      <SubmitButton className="button button-line sm:mt-[30px]" name="intent" value="issue-invoice">
        {t('Issue invoice')}
      </SubmitButton>
    </ActionForm>
  );
}

/** Corrects the invoice without moving money: refunds have their own credit notes. */
function CreditForm({ order, invoice, answer }: IssuedActionsProps) {
  const isRefused = answer?.intent === 'credit-invoice' && !answer.isDone;
  const field = answeredField(isRefused ? answer : undefined);
  return (
    <details open={isRefused} className="open:w-full">
      <summary className="button button-line button-small w-fit cursor-pointer list-none">
        {t('Issue credit note')}
      </summary>
      <ActionForm className="mt-3 grid max-w-xl gap-4 rounded-card bg-surface p-5 ring-1 ring-line">
        <HiddenFields
          fields={{ intent: 'credit-invoice', documents: String(order.invoices.length) }}
        />
        <MilestoneField position={invoice.milestone} />
        <p className="text-[15px] text-ink-2">
          {t('Corrects the invoice only. A refund issues its credit note automatically.')}
        </p>
        <TextField
          {...field('creditAmount')}
          label={t('Amount including tax ({currency})', { currency: order.currency })}
          inputMode="decimal"
          autoComplete="off"
        />
        <TextField
          {...field('creditReason')}
          label={t('Reason for the credit note')}
          hint={t("Printed on the credit note. Write it in the buyer's language.")}
          maxLength={CREDIT_REASON_MAX_LENGTH}
          autoComplete="off"
        />
        <div>
          <SubmitButton className="button button-primary">{t('Issue credit note')}</SubmitButton>
        </div>
      </ActionForm>
    </details>
  );
}
