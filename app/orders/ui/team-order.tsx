import { useRef } from 'react';
import { t } from '../../i18n/translate.ts';
import { Link } from 'react-router';
import type { FileLimits, FileView } from '../../chat/protocol/files.ts';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { type FormAnswer, answeredField } from '../../ui/form/form-answer.ts';
import type { OrderView } from '../protocol/order-view.ts';
import { MoneyBack } from './money-back.tsx';
import { OrderHistory } from './order-history.tsx';
import { LateChip, OrderStateChip } from './order-state-chip.tsx';
import { OrderTerms } from './order-section.tsx';
import { formatDueForTeam } from '../protocol/due.ts';
import { isBeingPaid, PaymentState } from './payment-state.tsx';
import { ConfirmForm } from '../../ui/form/form-button.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextAreaField, TextField, SelectField } from '../../ui/form/field.tsx';
import { formatMoney } from '../protocol/money.ts';
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
  readonly conversationId: string | null;
  readonly answer: FormAnswer | undefined;
  readonly limits: FileLimits;
  readonly waiting: readonly FileView[];
  /** True if buyers pay by the payment link, with the order's number as the reference. */
  readonly isPaidByLink: boolean;
}

export function TeamOrder({
  order,
  buyer,
  conversationId,
  answer,
  limits,
  waiting,
  isPaidByLink,
}: TeamOrderProps) {
  const basePath = `/team/orders/${order.number}`;
  return (
    <div className="max-w-[760px]">
      <p className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        <OrderStateChip state={order.state} isRefundPending={order.pendingRefund > 0} />
        <LateChip due={order.due} />
        {order.due && !isBeingPaid(order) && (
          <span className="text-ink-2">{formatDueForTeam(order.due)}</span>
        )}
        {order.state === 'paid' && (
          <span className="text-ink-2">
            {t('Work begins when the buyer has answered what the offer asks for.')}
          </span>
        )}
      </p>
      <p className="mt-3 text-[15px] [overflow-wrap:anywhere]">
        {buyer ?? t('The buyer’s address was erased.')}
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
      <TeamActions
        order={order}
        answer={answer}
        adding={{ basePath, limits, waiting }}
        isPaidByLink={isPaidByLink}
      />
      {order.may.includes('refund') && <RefundDecisionForm order={order} answer={answer} />}
      <OrderTerms order={order} title={t('What was ordered')} />
      <OrderHistory order={order} basePath={basePath} />
    </div>
  );
}

/** Shows the actions that the table of transitions allows. */
function TeamActions({ order, answer, adding, isPaidByLink }: TeamActionsProps) {
  const of = (intent: string) => (answer?.intent === intent ? answer : undefined);
  const { may } = order;
  return (
    <>
      {may.includes('pay') && (
        <MarkPaidForm order={order} answer={of('mark-paid')} isPaidByLink={isPaidByLink} />
      )}
      {may.includes('deliver') && <DeliverForm answer={of('deliver')} adding={adding} />}
      {may.includes('cancel') && (
        <div className="mt-6">
          <ConfirmForm
            label={t('Cancel order')}
            question={t('Cancel order {number}?', { number: order.number })}
            text={t('The buyer is told by mail. A new order needs a new offer.')}
            fields={{ intent: 'cancel' }}
            doLabel={t('Cancel order')}
            tone="primary"
          />
        </div>
      )}
    </>
  );
}

function MarkPaidForm({ order, answer, isPaidByLink }: Omit<TeamActionsProps, 'adding'>) {
  const field = answeredField(answer);
  const due = formatMoney(order.amount - order.creditAmount, order.currency);
  return (
    <ActionForm className="mt-6 grid gap-4 rounded-card bg-surface p-5 ring-1 ring-line">
      <p>
        <strong className="tabular-nums">{due}</strong>{' '}
        {isPaidByLink
          ? t('is to be paid. The buyer was asked to name {number} as the reference.', {
              number: order.number,
            })
          : t('is to be paid. If the money came another way, write its reference here.')}
      </p>
      <TextField
        {...field('reference')}
        label={t('Reference of the payment')}
        hint={t('As the payment service or the bank names it. It is kept with your name.')}
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
      className="mt-6 grid gap-4 rounded-card bg-surface p-5 ring-1 ring-line"
      waitFor={() => uploadsOf(form.current)}
      onSubmit={holdWhileSending}
    >
      <TextAreaField
        {...field('message')}
        label={t('Delivery')}
        hint={t('What you deliver, and where the buyer finds it. They are told by mail.')}
        rows={5}
      />
      <AddFiles
        label={t('Files for the buyer')}
        hint={t(
          'The buyer receives every file exactly as it is, including what a camera or program saved in it, such as a location.',
        )}
        address={`${adding.basePath}/files`}
        limits={adding.limits}
        waiting={adding.waiting}
        answer={answer}
        isPlainForm={false}
      />
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
      className="mt-6 rounded-card bg-surface p-5 ring-1 ring-line"
      open={isAsked || (answer !== undefined && !answer.isDone)}
    >
      <summary className="cursor-pointer font-semibold">
        {isAsked ? t('Decide about the refund') : t('Refund this order')}
      </summary>
      <ActionForm className="mt-4 grid gap-4">
        <WhatIsRefunded order={order} field={field} />
        <WhereItGoes order={order} field={field} />
        <TextAreaField {...field('reply')} label={t('Answer to the buyer')} rows={3} />
        <div>
          <SubmitButton name="intent" value="decide-refund">
            {t('Decide')}
          </SubmitButton>
        </div>
      </ActionForm>
    </details>
  );
}

/** Without a request, only a full refund is possible. */
function WhatIsRefunded({ order, field }: FieldsProps) {
  const isAsked = order.state === 'refund requested';
  const left = formatMoney(order.amount - order.refundedAmount, order.currency);
  return (
    <>
      <SelectField
        name="outcome"
        label={t('Decision')}
        defaultValue={field('outcome').defaultValue ?? 'full'}
        options={[
          { value: 'full', name: t('Refund in full, {left}', { left }) },
          ...(isAsked
            ? [
                { value: 'part', name: t('Refund a part') },
                { value: 'refuse', name: t('Refuse the refund') },
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

/** A refund of a payment by link must be sent by hand; the others are sent automatically or given as credit. */
function WhereItGoes({ order, field }: FieldsProps) {
  return (
    <>
      <SelectField
        name="way"
        label={t('Goes to')}
        defaultValue={field('way').defaultValue ?? 'method'}
        options={[
          ...(order.paidByLabel
            ? [
                {
                  value: 'method',
                  name: t('Where it came from: {way}', {
                    way: order.paidByLabel,
                  }),
                },
              ]
            : []),
          { value: 'credit', name: t('The buyer’s credit for later orders') },
        ]}
      />
      {order.paidBy === 'link' && (
        <TextField
          {...field('reference')}
          label={t('Reference of what you paid back')}
          hint={t('This came by the payment link: pay it back there first.')}
          autoComplete="off"
        />
      )}
    </>
  );
}
