import { KeepTyped } from './keep-typed.tsx';
import type { MemberName } from '../../accounts/protocol/member.ts';
import { Rich } from '../../ui/rich.tsx';
import { useEffect, useRef } from 'react';
import { t } from '../../i18n/translate.ts';
import { Link, useLocation } from 'react-router';
import {
  formatFileSize,
  type FileLimits,
  type FileView,
  type UnfinishedFile,
} from '../../chat/protocol/files.ts';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { type FormAnswer, answeredField } from '../../ui/form/form-answer.ts';
import { titleOfMilestone, type OrderView, type PayableView } from '../protocol/order-view.ts';
import { ChangeAnswers } from './answers-form.tsx';
import { hasInvoiceActions, InvoiceActions } from './invoice-actions.tsx';
import { MilestoneField, MilestoneList, RefundedMilestone } from './milestone-list.tsx';
import { MoneyBack } from './money-back.tsx';
import { Deliveries, OrderHistory } from './order-history.tsx';
import { RequestedComments } from './proof/order-proofs.tsx';
import { Chip } from '../../ui/chip.tsx';
import { DueChip } from './due-chip.tsx';
import { OrderStateChip } from './order-state-chip.tsx';
import type { NoteView } from '../../chat/protocol/views.ts';
import type { LabelView } from '../../chat/protocol/labels.ts';
import type { ChecklistItemView } from '../protocol/checklist.ts';
import type { OrderStaff, StaffChangeView } from '../protocol/staff.ts';
import { OrderTerms } from './order-section.tsx';
import { OrderChecklist } from './order-checklist.tsx';
import { OrderNotes } from './order-notes.tsx';
import { OrderStaffSection, StaffChanges } from './order-staff.tsx';
import { formatDueForTeam } from '../protocol/due.ts';
import { CONFIRMED_MOVE_NAMES, CONFIRMED_MOVES } from '../protocol/move.ts';
import { isBeingPaid, PaymentState } from './payment-state.tsx';
import { ConfirmForm } from '../../ui/form/form-button.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextAreaField, TextField, SelectField } from '../../ui/form/field.tsx';
import { formatMoney } from '../protocol/money.ts';
import { useLastAnswer } from './use-last-answer.ts';
import { AddFiles, holdWhileSending, uploadsOf } from './add-files.tsx';

interface RefundDecisionProps {
  readonly order: OrderView;
  readonly answer: FormAnswer | undefined;
}

interface FieldsProps {
  readonly order: OrderView;
  readonly field: ReturnType<typeof answeredField>;
}

interface AddingToDelivery {
  readonly basePath: string;
  readonly limits: FileLimits;
  readonly waiting: readonly FileView[];
  readonly unfinished: readonly UnfinishedFile[];
  readonly space: OrderSpace;
}

interface OrderSpace {
  /** Includes what is not delivered yet, and what unfinished uploads have announced. */
  readonly usedBytes: number;
  readonly mostBytes: number;
}

interface TeamActionsProps {
  readonly order: OrderView;
  readonly answer: FormAnswer | undefined;
  readonly adding: AddingToDelivery;
  readonly isPaidByLink: boolean;
}

interface TeamOrderProps {
  readonly order: OrderView;
  readonly buyer: string | null;
  readonly buyerName: string | null;
  readonly company: string | null;
  readonly conversationId: string | null;
  readonly answer: FormAnswer | undefined;
  readonly limits: FileLimits;
  readonly waiting: readonly FileView[];
  readonly unfinished: readonly UnfinishedFile[];
  readonly space: OrderSpace;
  /** True if buyers pay by the payment link, with the order's number as the reference. */
  readonly isPaidByLink: boolean;
  /** True for managers, who issue and void invoices. */
  readonly mayInvoice: boolean;
  readonly staff: OrderStaff;
  readonly staffChanges: readonly StaffChangeView[];
  /** Everybody whom the order can be given to. */
  readonly people: readonly MemberName[];
  /** Everybody whom a note can mention. */
  readonly colleagues: readonly MemberName[];
  readonly allLabels: readonly LabelView[];
  readonly checklist: readonly ChecklistItemView[];
  readonly newItemId: string;
  readonly notes: readonly NoteView[];
  readonly newNoteKey: string;
}

export function TeamOrder({
  order,
  buyer,
  buyerName,
  company,
  conversationId,
  answer: newest,
  limits,
  waiting,
  unfinished,
  space,
  isPaidByLink,
  mayInvoice,
  staff,
  staffChanges,
  people,
  colleagues,
  allLabels,
  checklist,
  newItemId,
  notes,
  newNoteKey,
}: TeamOrderProps) {
  const basePath = `/team/orders/${order.number}`;
  const answer = useLastAnswer(newest, order.state);
  useFormOfHash();
  return (
    <div className="xl:grid xl:grid-cols-[minmax(0,1fr)_minmax(0,380px)] xl:grid-rows-[auto_1fr] xl:gap-x-10">
      <div className="max-w-[760px]">
        <p className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2">
          {order.isTest && <Chip tone="amber">{t('Test order')}</Chip>}
          <OrderStateChip state={order.state} isRefundPending={order.pendingRefund > 0} />
          <DueChip due={order.due} />
          {order.due && !isBeingPaid(order) && (
            <span className="text-ink-2">{formatDueForTeam(order.due)}</span>
          )}
          {order.state === 'paid' && (
            <span className="text-ink-2">
              {t('Work begins once the buyer has provided what the offer asks for.')}
            </span>
          )}
        </p>
        <p className="mt-3 text-[15px] [overflow-wrap:anywhere]">
          {buyerName !== null && (
            <>
              <bdi className="font-semibold">{buyerName}</bdi>
              {' · '}
            </>
          )}
          {buyer ?? t('The buyer’s email address was erased.')}
          {company !== null && (
            <>
              {' · '}
              <Rich
                text={t('for <company>{company}</company>', { company })}
                parts={{ company: <bdi /> }}
              />
            </>
          )}
          {conversationId && (
            <>
              {' · '}
              <Link to={`/agentchat?c=${conversationId}`} className="link">
                {t('Open the conversation')}
              </Link>
            </>
          )}
        </p>
        <AnswerNotice answer={answer} className="mt-5" />
        <PaymentState order={order} />
        <MoneyBack order={order} reader="team" />
        <RequestedComments comments={order.proofs.requested} basePath={basePath} />
        <Deliveries order={order} basePath={basePath} />
        <KeepTyped answer={newest}>
          <TeamActions
            order={order}
            answer={answer}
            adding={{ basePath, limits, waiting, unfinished, space }}
            isPaidByLink={isPaidByLink}
          />
          {(order.may.includes('refund') || order.may.includes('refund-milestone')) && (
            <RefundDecisionForm order={order} answer={answer} />
          )}
        </KeepTyped>
        <MilestoneList order={order} />
        <OrderTerms order={order} title={t('Order details')} />
        {order.taxNumber !== null && <TaxNumberState isVerified={order.isTaxNumberVerified} />}
      </div>
      <div className="max-w-[760px] xl:col-start-2 xl:row-span-2 xl:row-start-1">
        <OrderChecklist
          hasStarted={order.state !== 'awaiting payment' && order.state !== 'paid'}
          items={checklist}
          newItemId={newItemId}
          people={people}
          answer={answer}
        />
        <OrderStaffSection staff={staff} people={people} allLabels={allLabels} answer={answer} />
        {conversationId !== null && (
          <OrderNotes
            notes={notes}
            newNoteKey={newNoteKey}
            colleagues={colleagues}
            answer={answer}
          />
        )}
      </div>
      <div className="max-w-[760px]">
        <OrderHistory
          order={order}
          basePath={basePath}
          isDeliveryShown
          invoiceActions={
            mayInvoice &&
            hasInvoiceActions(order) && <InvoiceActions order={order} answer={answer} />
          }
        />
        <StaffChanges changes={staffChanges} />
      </div>
    </div>
  );
}

/** Only the form of the number is checked automatically. */
function TaxNumberState({ isVerified }: { readonly isVerified: boolean }) {
  if (isVerified) {
    return <p className="mt-3 text-[15px] text-ink-2">{t('The tax number is verified.')}</p>;
  }
  return (
    <ActionForm className="mt-3">
      <SubmitButton
        className="button button-line button-small"
        name="intent"
        value="verify-tax-number"
      >
        {t('Mark tax number as verified')}
      </SubmitButton>
    </ActionForm>
  );
}

/** A card of the board leads to the form that its move needs. */
function useFormOfHash(): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (!/^#[a-z-]+$/.test(hash)) return;
    const form = document.querySelector<HTMLElement>(`:is(form, details)${hash}`);
    if (form instanceof HTMLDetailsElement) form.open = true;
    form?.querySelector<HTMLElement>('input:not([type=hidden]), select, textarea')?.focus();
  }, [hash]);
}

/** Shows the actions that the table of transitions allows. */
function TeamActions({ order, answer, adding, isPaidByLink }: TeamActionsProps) {
  const of = (intent: string) => (answer?.intent === intent ? answer : undefined);
  const { may } = order;
  return (
    <>
      {(may.includes('pay') || may.includes('pay-milestone')) && order.payable && (
        <MarkPaidForm
          order={order}
          payable={order.payable}
          answer={of('mark-paid')}
          isPaidByLink={isPaidByLink}
        />
      )}
      {may.includes('deliver') && <DeliverForm answer={of('deliver')} adding={adding} />}
      {order.takesAnswers && order.brief !== null && (
        <ChangeAnswers order={order} answer={of('edit-answers')} />
      )}
      {CONFIRMED_MOVE_NAMES.filter((name) => may.includes(name)).map((name) => (
        <div key={name} className="mt-6">
          <ConfirmForm
            label={t(CONFIRMED_MOVES[name].button)}
            question={t(CONFIRMED_MOVES[name].question, { number: order.number })}
            text={t(CONFIRMED_MOVES[name].text)}
            fields={{ intent: name }}
            doLabel={t(CONFIRMED_MOVES[name].button)}
            tone={name === 'withdraw' ? 'danger' : 'primary'}
          />
        </div>
      ))}
    </>
  );
}

interface MarkPaidProps extends Omit<TeamActionsProps, 'adding'> {
  readonly payable: PayableView;
}

function MarkPaidForm({ order, payable, answer, isPaidByLink }: MarkPaidProps) {
  const field = answeredField(answer);
  const due = formatMoney(payable.amount, order.currency);
  const milestone = titleOfMilestone(order, payable.milestone);
  return (
    <ActionForm
      id="mark-paid"
      className="mt-6 grid gap-4 rounded-card bg-surface p-5 ring-1 ring-line"
    >
      <MilestoneField position={payable.milestone} />
      {milestone !== undefined && (
        <p className="font-semibold">
          <Rich
            text={t('Payment for “<name>{milestone}</name>”', { milestone })}
            parts={{ name: <bdi /> }}
          />
        </p>
      )}
      <p>
        <Rich
          text={
            isPaidByLink
              ? t(
                  '<b>{due}</b> is due. The buyer was asked to use {number} as the payment reference.',
                  { due, number: order.number },
                )
              : t(
                  '<b>{due}</b> is due. If the money arrived another way, enter its reference here.',
                  { due },
                )
          }
          parts={{ b: <strong className="tabular-nums" /> }}
        />
      </p>
      <TextField
        {...field('reference')}
        label={t('Payment reference')}
        hint={t(
          'The reference shown by the payment service or bank. It is saved together with your name.',
        )}
        autoComplete="off"
      />
      <div>
        <SubmitButton name="intent" value="mark-paid">
          {t('Mark as paid')}
        </SubmitButton>
      </div>
    </ActionForm>
  );
}

function DeliverForm({ answer, adding }: Pick<TeamActionsProps, 'answer' | 'adding'>) {
  const form = useRef<HTMLFormElement>(null);
  const field = answeredField(answer);
  return (
    <ActionForm
      ref={form}
      id="deliver"
      className="mt-6 grid gap-4 rounded-card bg-surface p-5 ring-1 ring-line"
      waitFor={() => uploadsOf(form.current)}
      onSubmit={holdWhileSending}
    >
      <TextAreaField
        {...field('message')}
        label={t('Delivery')}
        hint={t(
          "Describe what you're delivering and where the buyer can find it. The buyer is notified by email.",
        )}
        rows={5}
      />
      <AddFiles
        label={t('Files for the buyer')}
        hint={t(
          'The buyer receives each file unchanged, including any data that a camera or program saved in it, such as a location.',
        )}
        address={`${adding.basePath}/files`}
        limits={adding.limits}
        waiting={adding.waiting}
        unfinished={adding.unfinished}
        answer={answer}
        isPlainForm={false}
      />
      <p className="text-[14px] text-ink-2 tabular-nums">
        {t('All files of this order: {used} of {most}', {
          used: formatFileSize(adding.space.usedBytes),
          most: formatFileSize(adding.space.mostBytes),
        })}
      </p>
      <div>
        <SubmitButton name="intent" value="deliver">
          {t('Deliver')}
        </SubmitButton>
      </div>
    </ActionForm>
  );
}

function RefundDecisionForm({ order, answer: given }: RefundDecisionProps) {
  const answer = given?.intent === 'decide-refund' ? given : undefined;
  const field = answeredField(answer);
  const isAsked = order.state === 'refund requested';
  return (
    <details
      id="decide-refund"
      className="mt-6 rounded-card bg-surface p-5 ring-1 ring-line"
      open={isAsked || (answer !== undefined && !answer.isDone)}
    >
      <summary className="cursor-pointer font-semibold">
        {isAsked ? t('Decide on the refund request') : <RefundTitle order={order} />}
      </summary>
      <ActionForm className="mt-4 grid gap-4">
        {!isAsked && (
          <RefundedMilestone
            order={order}
            error={field('milestone').error}
            defaultValue={field('milestone').defaultValue}
          />
        )}
        <WhatIsRefunded order={order} field={field} />
        <WhereItGoes order={order} field={field} />
        <TextAreaField {...field('reply')} label={t('Reply to the buyer')} rows={3} />
        <div>
          <SubmitButton name="intent" value="decide-refund">
            {t('Confirm decision')}
          </SubmitButton>
        </div>
      </ActionForm>
    </details>
  );
}

function RefundTitle({ order: { milestones } }: Pick<FieldsProps, 'order'>) {
  return milestones.length > 0 ? t('Refund a milestone') : t('Refund this order');
}

/** Without a request, only a full refund is possible. */
function WhatIsRefunded({ order, field }: FieldsProps) {
  const isAsked = order.state === 'refund requested';
  const asked = order.milestones.find(({ position }) => position === order.refund?.milestone);
  const { amount, refundedAmount } = asked ?? order;
  const left = formatMoney(amount - refundedAmount, order.currency);
  // Without a request, the choice of the milestone names its amount.
  const isNamed = order.milestones.length === 0 || isAsked;
  return (
    <>
      <SelectField
        name="outcome"
        label={t('Decision')}
        defaultValue={field('outcome').defaultValue ?? 'full'}
        options={[
          {
            value: 'full',
            name: isNamed ? t('Full refund, {left}', { left }) : t('Full refund'),
          },
          ...(isAsked
            ? [
                { value: 'part', name: t('Partial refund') },
                { value: 'refuse', name: t('Decline the refund') },
              ]
            : []),
        ]}
      />
      {isAsked && (
        <TextField
          {...field('amount')}
          label={t('Amount in {currency}', { currency: order.currency })}
          hint={t('Only for a partial refund.')}
          inputMode="decimal"
        />
      )}
    </>
  );
}

/** Each milestone can be paid by another method. */
function areMethodsMixed({ milestones }: OrderView): boolean {
  const methods = new Set(
    milestones.map(({ paidBy }) => paidBy).filter((paidBy) => paidBy !== null),
  );
  return methods.size > 1;
}

function isPaidByHand({ milestones, paidBy }: OrderView): boolean {
  return paidBy === 'link' || milestones.some((milestone) => milestone.paidBy === 'link');
}

/** A refund of a payment by link must be sent by hand; the others are sent automatically or given as credit. */
function WhereItGoes({ order, field }: FieldsProps) {
  return (
    <>
      <SelectField
        name="way"
        label={t('Refund to')}
        defaultValue={field('way').defaultValue ?? 'method'}
        options={[
          ...(order.paidByLabel
            ? [
                {
                  value: 'method',
                  name: areMethodsMixed(order)
                    ? t('Original payment method')
                    : t('Original payment method: {way}', { way: order.paidByLabel }),
                },
              ]
            : []),
          { value: 'credit', name: t('The buyer’s credit for future orders') },
        ]}
      />
      {isPaidByHand(order) && (
        <TextField
          {...field('reference')}
          label={t('Refund reference')}
          hint={t('This order was paid through the payment link. Send the money back there first.')}
          autoComplete="off"
        />
      )}
    </>
  );
}
