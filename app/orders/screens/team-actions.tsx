import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { fieldErrors, type FormAnswer } from '../../ui/form/form-answer.ts';
import { FormButton } from '../../ui/form/form-button.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextAreaField } from '../../ui/form/text-area-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import type { OrderView } from '../order/order-view.ts';
import { formatMoney } from '../wire/money.ts';

interface TeamActionsProps {
  readonly order: OrderView;
  readonly answer: FormAnswer | undefined;
}

/** What the team can do now: made of the table of transitions. */
export function TeamActions({ order, answer }: TeamActionsProps) {
  const of = (intent: string) => (answer?.intent === intent ? answer : undefined);
  const { may } = order;
  return (
    <>
      {may.includes('pay') && <MarkPaidForm order={order} answer={of('mark-paid')} />}
      {may.includes('deliver') && <DeliverForm answer={of('deliver')} />}
      {may.includes('cancel') && (
        <div className="mt-6">
          <ConfirmButton
            label="Cancel order"
            question={`Cancel order ${order.number}?`}
            text="The buyer is told by mail. A new order needs a new offer."
          >
            <FormButton
              fields={{ intent: 'cancel' }}
              className="button button-primary button-small"
            >
              Cancel order
            </FormButton>
          </ConfirmButton>
        </div>
      )}
    </>
  );
}

function MarkPaidForm({ order, answer }: TeamActionsProps) {
  const errorOf = fieldErrors(answer);
  const due = formatMoney(order.amount - order.creditAmount, order.currency);
  return (
    <ActionForm className="mt-6 grid gap-4 rounded-card bg-surface p-5 ring-1 ring-line">
      <p>
        <strong className="tabular-nums">{due}</strong> is to be paid. The buyer was asked to name{' '}
        {order.number} as the reference.
      </p>
      <TextField
        name="reference"
        label="Reference of the payment"
        hint="As the payment service or the bank names it. It is kept with your name."
        autoComplete="off"
        defaultValue={answer?.isDone ? undefined : answer?.typed.reference}
        error={errorOf('reference')}
      />
      <div>
        <SubmitButton name="intent" value="mark-paid">
          Mark as paid
        </SubmitButton>
      </div>
    </ActionForm>
  );
}

function DeliverForm({ answer }: Pick<TeamActionsProps, 'answer'>) {
  const errorOf = fieldErrors(answer);
  return (
    <ActionForm className="mt-6 grid gap-4 rounded-card bg-surface p-5 ring-1 ring-line">
      <TextAreaField
        name="message"
        label="Delivery"
        hint="What you deliver, and where the buyer finds it. They are told by mail."
        rows={5}
        defaultValue={answer?.isDone ? undefined : answer?.typed.message}
        error={errorOf('message')}
      />
      <div>
        <SubmitButton name="intent" value="deliver">
          Deliver
        </SubmitButton>
      </div>
    </ActionForm>
  );
}
