import { say, sayAny } from '../../platform/say.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { answeredField } from '../../ui/form/answered-field.ts';
import type { FormAnswer } from '../../ui/form/form-answer.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextAreaField } from '../../ui/form/text-area-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import type { OrderView } from '../protocol/order-view.ts';
import { WAY_NAMES } from '../protocol/ways.ts';
import { formatMoney } from '../protocol/money.ts';

interface RefundDecisionProps {
  readonly order: OrderView;
  readonly answer: FormAnswer | undefined;
}

export function RefundDecisionForm({ order, answer: given }: RefundDecisionProps) {
  const answer = given?.intent === 'decide-refund' ? given : undefined;
  const field = answeredField(answer);
  const isAsked = order.state === 'refund requested';
  return (
    <details
      className="mt-6 rounded-card bg-surface p-5 ring-1 ring-line"
      open={isAsked || (answer !== undefined && !answer.isDone)}
    >
      <summary className="cursor-pointer font-semibold">
        {isAsked ? say('Decide about the refund') : say('Refund this order')}
      </summary>
      <ActionForm className="mt-4 grid gap-4">
        <WhatIsRefunded order={order} field={field} />
        <WhereItGoes order={order} field={field} />
        <TextAreaField {...field('reply')} label={say('Answer to the buyer')} rows={3} />
        <div>
          <SubmitButton name="intent" value="decide-refund">
            {say('Decide')}
          </SubmitButton>
        </div>
      </ActionForm>
    </details>
  );
}

interface FieldsProps {
  readonly order: OrderView;
  readonly field: ReturnType<typeof answeredField>;
}

/** Without a request, only a full refund is possible. */
function WhatIsRefunded({ order, field }: FieldsProps) {
  const isAsked = order.state === 'refund requested';
  const left = formatMoney(order.amount - order.refundedAmount, order.currency);
  return (
    <>
      <SelectField
        name="outcome"
        label={say('Decision')}
        defaultValue={field('outcome').defaultValue ?? 'full'}
        options={[
          { value: 'full', name: say('Refund in full, {left}', { left }) },
          ...(isAsked
            ? [
                { value: 'part', name: say('Refund a part') },
                { value: 'refuse', name: say('Refuse the refund') },
              ]
            : []),
        ]}
      />
      {isAsked && (
        <TextField
          {...field('amount')}
          label={say('Amount in {currency}', { currency: order.currency })}
          hint={say('Of a partial refund alone.')}
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
        label={say('Goes to')}
        defaultValue={field('way').defaultValue ?? 'method'}
        options={[
          ...(order.paidBy && order.paidBy !== 'credit'
            ? [
                {
                  value: 'method',
                  name: say('Where it came from: {way}', {
                    way: sayAny(WAY_NAMES[order.paidBy]),
                  }),
                },
              ]
            : []),
          { value: 'credit', name: say('The buyer’s credit for later orders') },
        ]}
      />
      {order.paidBy === 'link' && (
        <TextField
          {...field('reference')}
          label={say('Reference of what you paid back')}
          hint={say('This came by the payment link: pay it back there first.')}
          autoComplete="off"
        />
      )}
    </>
  );
}
