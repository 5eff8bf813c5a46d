import { ActionForm } from '../../ui/form/action-form.tsx';
import { fieldErrors, type FormAnswer } from '../../ui/form/form-answer.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextAreaField } from '../../ui/form/text-area-field.tsx';
import type { OrderView } from '../order/order-view.ts';
import { REFUND_GROUNDS } from '../refund/grounds.ts';
import { sayRevisions } from '../wire/offer.ts';

interface BuyerActionsProps {
  readonly order: OrderView;
  readonly answer: FormAnswer | undefined;
}

/** What the buyer can do now: made of the table of transitions, as the door is that checks it. */
export function BuyerActions({ order, answer }: BuyerActionsProps) {
  const may = (name: OrderView['may'][number]) => order.may.includes(name);
  const of = (intent: string) => (answer?.intent === intent ? answer : undefined);
  return (
    <>
      {may('begin') && <BriefForm order={order} answer={of('brief')} />}
      {may('complete') && (
        <div className="mt-6">
          <ActionForm>
            <SubmitButton name="intent" value="accept">
              Accept delivery
            </SubmitButton>
          </ActionForm>
        </div>
      )}
      {may('request-revision') && <RevisionForm order={order} answer={of('revise')} />}
      {may('request-refund') && <RefundForm answer={of('refund')} />}
      {may('cancel') && (
        <details className="mt-6">
          <summary className="link min-h-11 content-center">Cancel this order</summary>
          <ActionForm className="mt-2">
            <p className="mb-3 text-ink-2">
              Nothing was paid yet, so nothing is owed. A new order needs a new offer.
            </p>
            <SubmitButton className="button button-line" name="intent" value="cancel">
              Cancel order
            </SubmitButton>
          </ActionForm>
        </details>
      )}
    </>
  );
}

function BriefForm({ order, answer }: BuyerActionsProps) {
  const errorOf = fieldErrors(answer);
  return (
    <section aria-labelledby="brief" className="mt-6 rounded-card bg-surface p-5 ring-1 ring-line">
      <h2 id="brief" className="text-[22px]">
        What we need to begin
      </h2>
      <ActionForm className="mt-4 grid gap-4">
        {order.questions.map((question, index) => (
          <TextAreaField
            // oxlint-disable-next-line react/no-array-index-key -- questions are never moved
            key={index}
            name={`answer-${index}`}
            label={question}
            rows={3}
            defaultValue={answer?.typed[`answer-${index}`]}
            error={errorOf(`answer-${index}`)}
          />
        ))}
        <div>
          <SubmitButton name="intent" value="brief">
            Send and begin
          </SubmitButton>
        </div>
      </ActionForm>
    </section>
  );
}

function RevisionForm({ order, answer }: BuyerActionsProps) {
  const errorOf = fieldErrors(answer);
  const left = order.revisions - order.revisionsUsed;
  return (
    <details className="mt-4" open={answer !== undefined && !answer.isDone}>
      <summary className="link min-h-11 content-center">Request a revision</summary>
      <ActionForm className="mt-2 grid gap-4">
        <TextAreaField
          name="wish"
          label="What should be changed?"
          hint={`${sayRevisions(left)} left.`}
          rows={4}
          defaultValue={answer?.isDone ? undefined : answer?.typed.wish}
          error={errorOf('wish')}
        />
        <div>
          <SubmitButton className="button button-line" name="intent" value="revise">
            Request a revision
          </SubmitButton>
        </div>
      </ActionForm>
    </details>
  );
}

function RefundForm({ answer }: Pick<BuyerActionsProps, 'answer'>) {
  const errorOf = fieldErrors(answer);
  const typed = answer?.isDone ? undefined : answer?.typed;
  return (
    <details className="mt-4" open={answer !== undefined && !answer.isDone}>
      <summary className="link min-h-11 content-center">Request Refund</summary>
      <ActionForm className="mt-2 grid gap-4">
        <SelectField
          name="ground"
          label="What went wrong?"
          defaultValue={typed?.ground ?? ''}
          error={errorOf('ground')}
          options={[
            { value: '', name: 'Please choose' },
            ...REFUND_GROUNDS.map(({ id, name }) => ({ value: id, name })),
          ]}
        />
        <TextAreaField
          name="explanation"
          label="Please explain"
          hint="What happened, and what shows it. We answer within five business days."
          rows={5}
          defaultValue={typed?.explanation}
          error={errorOf('explanation')}
        />
        <div>
          <SubmitButton className="button button-line" name="intent" value="refund">
            Request Refund
          </SubmitButton>
        </div>
      </ActionForm>
    </details>
  );
}
