import { Link } from 'react-router';
import { MODERATION_REASONS, REPORT_TEXT_MAX_LENGTH } from '../moderation-reasons.ts';
import { FieldError } from '../../ui/inline-message.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { Stars } from '../../ui/stars.tsx';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { fieldErrors, type FormAnswer } from '../../ui/form/form-answer.ts';
import { t } from '../../i18n/translate.ts';

interface ReportReviewProps {
  readonly review: {
    readonly name: string;
    readonly rating: number | null;
    readonly text: string | null;
  };
  readonly service: { readonly title: string; readonly path: string };
  readonly answer: FormAnswer | undefined;
}

export function ReportReview({ review, service, answer }: ReportReviewProps) {
  return (
    <>
      <p className="mt-5 text-[17px] text-ink-2">
        {t(
          'Somebody of our team reads every report. Nobody else learns that you reported, and the decision appears without names in the',
        )}{' '}
        <Link to="/moderation-log" className="link">
          {t('moderation log')}
        </Link>
        .
      </p>
      <figure className="mt-7 rounded-card bg-sunken px-5 py-4">
        <figcaption className="flex flex-wrap items-center gap-x-3 text-[15px]">
          <bdi className="font-[650] [overflow-wrap:anywhere]">{review.name}</bdi>
          {review.rating !== null && <Stars rating={review.rating} />}
          <span className="text-ink-2">
            {`${t('about')} `}
            <bdi>{service.title}</bdi>
          </span>
        </figcaption>
        {review.text !== null && (
          <blockquote
            dir="auto"
            className="mt-2 [overflow-wrap:anywhere] whitespace-pre-wrap text-ink-2"
          >
            {review.text}
          </blockquote>
        )}
      </figure>
      {answer?.isDone ? (
        <div className="mt-7 grid justify-items-start gap-5">
          <Notice kind="success">{answer.message}</Notice>
          <Link to={service.path} className="button button-line">
            {`${t('Back to')} `}
            <bdi>{service.title}</bdi>
          </Link>
        </div>
      ) : (
        <ReportForm back={service.path} answer={answer} />
      )}
    </>
  );
}

interface ReportFormProps {
  readonly back: string;
  readonly answer: FormAnswer | undefined;
}

function ReportForm({ back, answer }: ReportFormProps) {
  const errorAt = fieldErrors(answer);
  return (
    <ActionForm className="mt-8 grid gap-6">
      <AnswerNotice answer={answer} />
      <fieldset
        role="radiogroup"
        tabIndex={-1}
        aria-invalid={errorAt('reason') ? true : undefined}
        aria-describedby={errorAt('reason') ? 'reason-error' : undefined}
      >
        <legend className="text-[15px] font-semibold">{t('What is wrong with it?')}</legend>
        {Object.entries(MODERATION_REASONS).map(([id, { name, meaning }]) => (
          <label key={id} className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
            <input
              type="radio"
              name="reason"
              value={id}
              defaultChecked={answer?.typed.reason === id}
              className="mt-0.5 size-5 shrink-0 accent-primary"
            />
            <span className="font-semibold">
              {t(name)}
              <span className="block text-[14.5px] font-normal text-ink-2">{t(meaning)}</span>
            </span>
          </label>
        ))}
        <FieldError id="reason-error" message={errorAt('reason')} />
      </fieldset>
      <div>
        <label className="field-label" htmlFor="report-text">
          {t('Anything we should know (optional)')}
        </label>
        <textarea
          dir="auto"
          id="report-text"
          name="text"
          rows={4}
          maxLength={REPORT_TEXT_MAX_LENGTH}
          defaultValue={answer?.typed.text}
          aria-invalid={errorAt('text') ? true : undefined}
          aria-describedby={errorAt('text') ? 'report-text-error' : undefined}
          className="field block min-h-28 resize-y"
        />
        <FieldError id="report-text-error" message={errorAt('text')} />
      </div>
      <div className="flex flex-wrap gap-3">
        <SubmitButton>{t('Report review')}</SubmitButton>
        <Link to={back} className="button button-line">
          {t('Cancel')}
        </Link>
      </div>
    </ActionForm>
  );
}
