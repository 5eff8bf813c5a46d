import { say } from '../../platform/say.ts';
import type { FileLimits, FileView } from '../../chat/protocol/files.ts';
import { ConfirmForm } from '../../ui/form/confirm-form.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { answeredField } from '../../ui/form/answered-field.ts';
import type { FormAnswer } from '../../ui/form/form-answer.ts';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextAreaField } from '../../ui/form/text-area-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import type { OrderView } from '../protocol/order-view.ts';
import { formatMoney } from '../protocol/money.ts';
import { AddFiles, holdWhileSending } from './add-files.tsx';

export interface AddingToDelivery {
  readonly basePath: string;
  readonly limits: FileLimits;
  readonly waiting: readonly FileView[];
}

interface TeamActionsProps {
  readonly order: OrderView;
  readonly answer: FormAnswer | undefined;
  readonly adding: AddingToDelivery;
}

/** Shows the actions that the table of transitions allows. */
export function TeamActions({ order, answer, adding }: TeamActionsProps) {
  const of = (intent: string) => (answer?.intent === intent ? answer : undefined);
  const { may } = order;
  return (
    <>
      {may.includes('pay') && <MarkPaidForm order={order} answer={of('mark-paid')} />}
      {may.includes('deliver') && <DeliverForm answer={of('deliver')} adding={adding} />}
      {may.includes('cancel') && (
        <div className="mt-6">
          <ConfirmForm
            label={say('Cancel order')}
            question={say('Cancel order {number}?', { number: order.number })}
            text={say('The buyer is told by mail. A new order needs a new offer.')}
            fields={{ intent: 'cancel' }}
            doLabel={say('Cancel order')}
            tone="primary"
          />
        </div>
      )}
    </>
  );
}

function MarkPaidForm({ order, answer }: Omit<TeamActionsProps, 'adding'>) {
  const field = answeredField(answer);
  const due = formatMoney(order.amount - order.creditAmount, order.currency);
  return (
    <ActionForm className="mt-6 grid gap-4 rounded-card bg-surface p-5 ring-1 ring-line">
      <p>
        <strong className="tabular-nums">{due}</strong>{' '}
        {say('is to be paid. The buyer was asked to name')} {order.number}{' '}
        {say('as the reference.')}
      </p>
      <TextField
        {...field('reference')}
        label={say('Reference of the payment')}
        hint={say('As the payment service or the bank names it. It is kept with your name.')}
        autoComplete="off"
      />
      <div>
        <SubmitButton name="intent" value="mark-paid">
          {say('Mark as paid')}
        </SubmitButton>
      </div>
    </ActionForm>
  );
}

function DeliverForm({ answer, adding }: Omit<TeamActionsProps, 'order'>) {
  const field = answeredField(answer);
  return (
    <ActionForm
      className="mt-6 grid gap-4 rounded-card bg-surface p-5 ring-1 ring-line"
      onSubmit={holdWhileSending}
    >
      <TextAreaField
        {...field('message')}
        label={say('Delivery')}
        hint={say('What you deliver, and where the buyer finds it. They are told by mail.')}
        rows={5}
      />
      <AddFiles
        label={say('Files for the buyer')}
        hint={say(
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
          {say('Deliver')}
        </SubmitButton>
      </div>
    </ActionForm>
  );
}
