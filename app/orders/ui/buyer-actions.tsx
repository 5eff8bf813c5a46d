import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { FileLimits, FileView, UnfinishedFile } from '../../chat/protocol/files.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { ConfirmForm } from '../../ui/form/form-button.tsx';
import { answeredField, type FormAnswer } from '../../ui/form/form-answer.ts';
import { SelectField, TextAreaField } from '../../ui/form/field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import type { OrderView } from '../protocol/order-view.ts';
import { REFUND_REASONS, getRefundReasonLabel } from '../protocol/refunds.ts';
import { t } from '../../i18n/translate.ts';
import { writeTypedAnswers } from '../protocol/order-form.ts';
import { ChangeAnswers, SavingState, useSavedAnswers } from './answers-form.tsx';
import { hasFiles } from '../intake/intake-form.ts';
import { KeepTyped } from './keep-typed.tsx';
import { IntakeFields } from './intake-fields.tsx';
import { OrderFiles } from './order-history.tsx';
import { BillingForm } from './order-invoices.tsx';
import { MilestoneField, RefundedMilestone } from './milestone-list.tsx';
import { AddFiles, holdWhileSending, uploadsOf } from './add-files.tsx';

export interface Adding {
  readonly basePath: string;
  readonly limits: FileLimits;
  readonly waiting: Readonly<Record<'brief' | 'refund', readonly FileView[]>>;
  readonly unfinished: Readonly<Record<'brief' | 'refund', readonly UnfinishedFile[]>>;
}

interface BuyerActionsProps {
  readonly order: OrderView;
  readonly answer: FormAnswer | undefined;
  readonly adding: Adding;
}

/** Shows the actions that the table of transitions allows, which the server checks too. */
export function BuyerActions({ order, answer, adding }: BuyerActionsProps) {
  const may = (name: OrderView['may'][number]) => order.may.includes(name);
  const of = (intent: string) => (answer?.intent === intent ? answer : undefined);
  const current = order.milestones.find(({ isCurrent }) => isCurrent);
  return (
    <KeepTyped answer={answer}>
      {(may('begin') || (order.takesAnswers && order.brief === null)) && (
        <BriefForm order={order} answer={of('brief') ?? of('save-answers')} adding={adding} />
      )}
      {order.takesAnswers && order.brief !== null && (
        <ChangeAnswers order={order} answer={of('edit-answers')} />
      )}
      <BillingForm order={order} answer={of('billing')} />
      {may('complete') && (
        <AcceptDelivery milestone={current?.position} openComments={order.proofs.unansweredCount} />
      )}
      {may('request-revision') && <RevisionForm order={order} answer={of('revise')} />}
      {may('request-refund') && <RefundForm order={order} answer={of('refund')} adding={adding} />}
      {may('withdraw') && (
        <div className="mt-6">
          <ConfirmForm
            label={t('Cancel request')}
            question={t('Cancel this request?')}
            text={t('You can make another request in the same period.')}
            fields={{ intent: 'withdraw' }}
            doLabel={t('Cancel request')}
          />
        </div>
      )}
      {may('cancel') && (
        <details className="mt-6">
          <summary className="link opener">{t('Cancel this order')}</summary>
          <ActionForm className="mt-2">
            <p className="mb-3 text-ink-2">
              {t("You haven't paid anything, so you don't owe anything.")}
            </p>
            <SubmitButton className="button button-line" name="intent" value="cancel">
              {t('Cancel order')}
            </SubmitButton>
          </ActionForm>
        </details>
      )}
    </KeepTyped>
  );
}

interface AcceptDeliveryProps {
  readonly milestone: number | undefined;
  readonly openComments: number;
}

/** An accepted delivery is no longer worked on, so the button asks while comments are open. */
function AcceptDelivery({ milestone, openComments: count }: AcceptDeliveryProps) {
  if (count === 0) return <AcceptForm milestone={milestone} label={t('Accept delivery')} />;
  const said = t(
    '{count, plural, one {You have # open comment.} other {You have # open comments.}}',
    {
      count,
    },
  );
  return (
    <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
      <ConfirmButton
        label={t('Accept delivery')}
        question={t('Accept the delivery as it is?')}
        text={`${said} ${t('{count, plural, one {After you accept, it is no longer worked on.} other {After you accept, they are no longer worked on.}}', { count })}`}
        className="button button-primary"
      >
        <AcceptForm milestone={milestone} label={t('Accept anyway')} isSmall />
      </ConfirmButton>
      <p className="text-[15px] text-ink-2">{said}</p>
    </div>
  );
}

interface AcceptFormProps extends Pick<AcceptDeliveryProps, 'milestone'> {
  readonly label: string;
  readonly isSmall?: boolean;
}

function AcceptForm({ milestone, label, isSmall = false }: AcceptFormProps) {
  return (
    <ActionForm className={isSmall ? undefined : 'mt-6'}>
      <MilestoneField position={milestone} />
      <SubmitButton
        name="intent"
        value="accept"
        className={`button button-primary ${isSmall ? 'button-small' : ''}`}
      >
        {label}
      </SubmitButton>
    </ActionForm>
  );
}

function BriefForm({ order, answer, adding }: BuyerActionsProps) {
  const field = answeredField(answer);
  const form = useRef<HTMLFormElement>(null);
  const saved = useSavedAnswers(form, `${adding.basePath}/answers`);
  const isSaved = order.intake.length > 0;
  const mayBegin = order.may.includes('begin');
  return (
    <section aria-labelledby="brief" className="mt-6 rounded-card bg-surface p-5 ring-1 ring-line">
      <h2 id="brief" className="text-[22px]">
        {t('What we need to start')}
      </h2>
      {!mayBegin && (
        <p className="mt-1 text-[15px] text-ink-2">
          {t(
            'You can answer now or later. Work starts once the order is paid and these answers are here.',
          )}
        </p>
      )}
      <FormWithFiles
        purpose="brief"
        form={form}
        {...(isSaved ? { onInput: saved.onInput, onSend: saved.stop } : {})}
      >
        <IntakeFields
          form={order.intake}
          typed={
            answer && !answer.isDone ? answer.typed : writeTypedAnswers(order.intake, order.answers)
          }
          errorAt={(name) => saved.errors[name] ?? field(name).error}
          {...(mayBegin
            ? { adding: toUpload('brief', adding, answer) }
            : {
                filesText: t('You can add files once the order is paid.'),
              })}
        />
        {(order.intake.length > 0 ? [] : order.questions).map((question, index) => (
          <TextAreaField
            // oxlint-disable-next-line react/no-array-index-key -- questions are never moved
            key={index}
            {...field(`answer-${index}`)}
            label={<bdi>{question}</bdi>}
            rows={3}
          />
        ))}
        <OrderFiles
          label={t('Files in the brief')}
          files={order.briefFiles}
          basePath={adding.basePath}
        />
        {mayBegin && !hasFiles(order.intake) && (
          <OwnFiles
            purpose="brief"
            label={t('Files for this order')}
            adding={adding}
            answer={answer}
          />
        )}
        {isSaved && <SavingState saving={saved.saving} />}
        <div className="flex flex-wrap gap-3">
          {mayBegin && (
            <SubmitButton name="intent" value="brief">
              {t('Send and start')}
            </SubmitButton>
          )}
          {isSaved && (
            <SubmitButton className="button button-line" name="intent" value="save-answers">
              {t('Save answers')}
            </SubmitButton>
          )}
        </div>
      </FormWithFiles>
    </section>
  );
}

function RevisionForm({ order, answer }: Omit<BuyerActionsProps, 'adding'>) {
  const field = answeredField(answer);
  const left = order.revisions - order.revisionsUsed;
  return (
    <details className="mt-4" open={answer !== undefined && !answer.isDone}>
      <summary className="link opener">{t('Request a revision')}</summary>
      <ActionForm className="mt-2 grid gap-4">
        <TextAreaField
          {...field('wish')}
          label={t('What should we change?')}
          hint={describeRevisions(left, order.proofs.openCount)}
          rows={4}
        />
        <div>
          <SubmitButton className="button button-line" name="intent" value="revise">
            {t('Request a revision')}
          </SubmitButton>
        </div>
      </ActionForm>
    </details>
  );
}

function describeRevisions(count: number, comments: number): string {
  return comments === 0
    ? t('{count, plural, one {# revision} other {# revisions}} left.', { count })
    : t(
        '{count, plural, one {# revision} other {# revisions}} left. The request includes {comments, plural, one {the open comment} other {# open comments}}, so this text may be empty.',
        { count, comments },
      );
}

function RefundForm({ order, answer, adding }: BuyerActionsProps) {
  const field = answeredField(answer);
  return (
    <details
      className="mt-4"
      open={(answer !== undefined && !answer.isDone) || adding.waiting.refund.length > 0}
    >
      <summary className="link opener">{t('Request Refund')}</summary>
      <FormWithFiles purpose="refund">
        <RefundedMilestone
          order={order}
          error={field('milestone').error}
          defaultValue={field('milestone').defaultValue}
        />
        <SelectField
          {...field('ground')}
          label={t('What went wrong?')}
          defaultValue={answer?.typed.ground ?? ''}
          options={[
            { value: '', name: t('Choose an option') },
            ...REFUND_REASONS.map(({ id }) => ({ value: id, name: getRefundReasonLabel(id) })),
          ]}
        />
        <TextAreaField
          {...field('explanation')}
          label={t('Explanation')}
          hint={t(
            'Describe what happened and include any evidence. We answer within five business days.',
          )}
          rows={5}
        />
        <OwnFiles
          purpose="refund"
          label={t('Supporting files')}
          adding={adding}
          answer={answer?.isDone ? undefined : answer}
        />
        <div>
          <SubmitButton className="button button-line" name="intent" value="refund">
            {t('Request Refund')}
          </SubmitButton>
        </div>
      </FormWithFiles>
    </details>
  );
}

interface FormWithFilesProps {
  readonly purpose: 'brief' | 'refund';
  readonly children: ReactNode;
  readonly form?: RefObject<HTMLFormElement | null>;
  readonly onInput?: () => void;
  readonly onSend?: () => void;
}

/** Without JavaScript the form sends its files as multipart; otherwise they were uploaded before. */
function FormWithFiles({ purpose, children, form: given, onInput, onSend }: FormWithFilesProps) {
  const own = useRef<HTMLFormElement>(null);
  const form = given ?? own;
  const [hasScripts, setScripts] = useState(false);
  useEffect(() => setScripts(true), []);
  return (
    <ActionForm
      className="mt-4 grid gap-4"
      {...(hasScripts ? {} : { action: `?for=${purpose}`, encType: 'multipart/form-data' })}
      ref={form}
      waitFor={() => uploadsOf(form.current)}
      onInput={onInput}
      onSubmit={(event) => {
        onSend?.();
        holdWhileSending(event);
      }}
    >
      {children}
    </ActionForm>
  );
}

interface OwnFilesProps {
  readonly purpose: 'brief' | 'refund';
  readonly label: string;
  readonly adding: Adding;
  readonly answer: FormAnswer | undefined;
}

function OwnFiles({ purpose, label, adding, answer }: OwnFilesProps) {
  return <AddFiles label={label} {...toUpload(purpose, adding, answer)} />;
}

function toUpload(
  purpose: OwnFilesProps['purpose'],
  { basePath, limits, waiting, unfinished }: Adding,
  answer: FormAnswer | undefined,
) {
  return {
    address: `${basePath}/${purpose}/files`,
    limits,
    waiting: waiting[purpose],
    unfinished: unfinished[purpose],
    answer,
    isPlainForm: true,
  };
}
