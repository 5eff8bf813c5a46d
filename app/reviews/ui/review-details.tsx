import { t } from '../../i18n/translate.ts';
import type { ReactNode } from 'react';
import {
  MODERATION_REASONS,
  NEVER_FOR_RATINGS,
  NOTE_MAX_LENGTH,
  REPLY_MAX_LENGTH,
} from '../moderation-reasons.ts';
import type { ModeratedReview } from '../server/read-moderation.server.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { FormButton, HiddenFields } from '../../ui/form/form-button.tsx';
import { TextAreaField, SelectField } from '../../ui/form/field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { answeredField, fieldErrors, type FormAnswer } from '../../ui/form/form-answer.ts';

export type ReviewOnList = ModeratedReview & {
  readonly service: { readonly title: string; readonly path: string };
};

interface RowProps {
  readonly review: ReviewOnList;
  /** The error concerns a field of this review's forms. */
  readonly answer: FormAnswer | undefined;
}

/** The text, the reports and the reply of a review, with the forms, which open without scripts. */
export function ReviewDetails({ review, answer }: RowProps) {
  return (
    <div data-testid="moderated-review" className="grid gap-4">
      <p dir="auto" className="[overflow-wrap:anywhere] whitespace-pre-wrap">
        {review.text ?? <span className="text-ink-3">{t('A rating without text')}</span>}
      </p>
      {review.hidden && (
        <p className="rounded-field bg-amber-tint px-4 py-3 text-[15px] text-amber">
          <strong className="font-[650]">{t(MODERATION_REASONS[review.hidden.reason].name)}</strong>
          {' · '}
          <DateTime at={review.hidden.at} />
          {review.hidden.note !== null && (
            <span dir="auto" className="block [overflow-wrap:anywhere]">
              {review.hidden.note}
            </span>
          )}
        </p>
      )}
      {review.reports.length > 0 && <Reports review={review} />}
      {review.reply && (
        <div className="rounded-field bg-sunken px-4 py-3 text-[15px]">
          <p className="font-[650]">
            {t('Our reply')}{' '}
            <span className="font-normal text-ink-3">
              <DateTime at={review.reply.updatedAt} />
            </span>
          </p>
          <p dir="auto" className="mt-1 [overflow-wrap:anywhere] whitespace-pre-wrap text-ink-2">
            {review.reply.text}
          </p>
        </div>
      )}
      <Decisions review={review} answer={answer} />
    </div>
  );
}

function Decisions({ review, answer }: RowProps) {
  return (
    <div className="flex flex-wrap items-start gap-2.5">
      {review.hidden ? (
        <PlainForm
          review={review}
          intent="show"
          button={t('Show again')}
          label={t('Show again: review by {name}', { name: review.name })}
        />
      ) : (
        <Disclosure
          label={t('Hide…')}
          accessibleLabel={t('Hide… the review by {name}', { name: review.name })}
          isOpen={answer?.typed.intent === 'hide'}
        >
          <HideForm review={review} answer={answer} />
        </Disclosure>
      )}
      {review.reportCount > 0 && !review.hidden && (
        <PlainForm
          review={review}
          intent="dismiss"
          button={t('Keep review, dismiss reports')}
          label={t('Keep review, dismiss reports: review by {name}', { name: review.name })}
        />
      )}
      <Disclosure
        label={review.reply ? t('Edit reply…') : t('Reply…')}
        accessibleLabel={
          review.reply
            ? t('Edit reply… the review by {name}', { name: review.name })
            : t('Reply… the review by {name}', { name: review.name })
        }
        isOpen={answer?.field === 'reply'}
      >
        <ReplyForm review={review} answer={answer} />
      </Disclosure>
    </div>
  );
}

function Reports({ review }: { review: ModeratedReview }) {
  return (
    <div className="rounded-field bg-error-tint px-4 py-3 text-[15px]">
      <p className="font-[650] text-error">
        {t('{count, plural, one {# report} other {# reports}}', { count: review.reportCount })}
      </p>
      <ul className="mt-1 grid gap-1">
        {review.reports.map(({ reason, text, createdAt }) => (
          <li key={`${createdAt} ${reason}`} className="[overflow-wrap:anywhere]">
            {t(MODERATION_REASONS[reason].name)}
            {text !== null && (
              <>
                : <bdi>{text}</bdi>
              </>
            )}{' '}
            <span className="text-[14px] text-ink-2">
              <DateTime at={createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface DisclosureProps {
  readonly label: string;
  /** Screen readers hear the author's name. The name contains the label. */
  readonly accessibleLabel: string;
  readonly isOpen: boolean;
  readonly children: ReactNode;
}

function Disclosure({ label, accessibleLabel, isOpen, children }: DisclosureProps) {
  return (
    <details open={isOpen} className="group open:w-full">
      <summary
        aria-label={accessibleLabel}
        className="button button-line button-small inline-flex w-fit cursor-pointer list-none [&::-webkit-details-marker]:hidden"
      >
        {label}
      </summary>
      {children}
    </details>
  );
}

interface FormProps {
  readonly review: ModeratedReview;
  readonly answer: FormAnswer | undefined;
}

const FORM = 'mt-3 grid max-w-[640px] gap-4 rounded-card bg-sunken p-4';

function HideForm({ review, answer }: FormProps) {
  const field = answeredField(answer);
  return (
    <ActionForm className={FORM}>
      <HiddenFields fields={fieldsOf(review, 'hide')} />
      <p className="text-[14.5px] text-ink-2">{t(NEVER_FOR_RATINGS)}</p>
      <SelectField
        label={t('Published reason')}
        {...field('reason')}
        required
        defaultValue={answer?.typed.reason ?? ''}
        options={[
          { value: '', name: t('Select a reason') },
          ...Object.entries(MODERATION_REASONS).map(([value, { name }]) => ({
            value,
            name: t(name),
          })),
        ]}
      />
      <TextAreaField
        rows={4}
        required
        label={t('Which part of the review is the reason')}
        hint={t('Visible only to the team. The public log shows just the reason.')}
        {...field('note')}
        maxLength={NOTE_MAX_LENGTH}
      />
      <div>
        <SubmitButton className="button button-danger button-small">
          {t('Hide review')}
        </SubmitButton>
      </div>
    </ActionForm>
  );
}

function ReplyForm({ review, answer }: FormProps) {
  return (
    <div className={FORM}>
      <ActionForm className="grid gap-4">
        <HiddenFields fields={fieldsOf(review, 'reply')} />
        <TextAreaField
          rows={4}
          required
          label={t('Public reply')}
          hint={t("Shown publicly under the review. Don't include anything private.")}
          name="reply"
          maxLength={REPLY_MAX_LENGTH}
          defaultValue={answer?.typed.reply || review.reply?.text}
          error={fieldErrors(answer)('reply')}
        />
        <div>
          <SubmitButton className="button button-primary button-small">
            {review.reply ? t('Save reply') : t('Publish reply')}
          </SubmitButton>
        </div>
      </ActionForm>
      {review.reply && (
        <PlainForm
          review={review}
          intent="delete-reply"
          button={t('Delete reply')}
          label={t('Delete reply: review by {name}', { name: review.name })}
        />
      )}
    </div>
  );
}

function PlainForm(props: {
  review: ModeratedReview;
  intent: string;
  button: string;
  label: string;
}) {
  const { review, intent, button, label } = props;
  return (
    <FormButton fields={fieldsOf(review, intent)} preventScrollReset={false} aria-label={label}>
      {button}
    </FormButton>
  );
}

const fieldsOf = ({ id, reply }: ModeratedReview, intent: string) => ({
  intent,
  id,
  seen: reply?.updatedAt ?? '',
});
