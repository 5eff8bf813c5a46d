import { useId } from 'react';
import { FieldError } from '../../ui/field-error.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { InlineMessage } from '../../ui/inline-message.tsx';
import { CaptchaField } from './captcha-field.tsx';
import type { ReviewerIdentity } from '../reviewer-identity.ts';
import { ReviewerFields } from './reviewer-fields.tsx';
import { MESSAGES, REVIEW_MAX_LENGTH, type ReviewField, type ReviewResult } from '../rules.ts';
import { StarInput } from './star-input.tsx';
import { useReviewForm } from './use-review-form.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { say, sayAny } from '../../platform/say.ts';

interface ReviewFormProps {
  readonly action: string;
  readonly result: ReviewResult | undefined;
}

/** Fields keep what was typed, whatever the server responds. */
export function ReviewForm({ action, result }: ReviewFormProps) {
  const id = useId();
  const refused = result && !result.ok ? result : undefined;
  const { form, identity, rating, problem, isThanked, captchaRound, key, ...does } = useReviewForm(
    id,
    action,
    result,
  );
  const errorOf = (field: ReviewField) => (problem?.field === field ? problem.message : undefined);
  return (
    <section
      aria-labelledby={`${id}-title`}
      className="mt-12 rounded-panel bg-surface p-5 ring-1 ring-line md:p-8"
    >
      <h2 id={`${id}-title`} className="text-[22px] md:text-2xl">
        {say('Share Your Experience')}
      </h2>
      <ActionForm
        ref={form}
        action={action}
        failure={MESSAGES.notSent}
        waitFor={does.workUnderWay}
        onSubmit={does.check}
        onInput={does.keep}
        preventScrollReset
      >
        <StarInput
          id={`${id}-rating`}
          rating={rating}
          error={errorOf('rating')}
          onChange={does.rate}
        />
        <label className="field-label mt-3" htmlFor={`${id}-text`}>
          {say('Your review')}
        </label>
        <textarea
          dir="auto"
          id={`${id}-text`}
          name="text"
          rows={4}
          maxLength={REVIEW_MAX_LENGTH}
          defaultValue={refused?.draft.text ?? ''}
          className="field block min-h-28 resize-y"
          aria-invalid={errorOf('text') ? true : undefined}
          aria-describedby={errorOf('text') ? `${id}-text-error` : undefined}
          onInput={() => does.clearError('text', 'rating')}
        />
        <FieldError id={`${id}-text-error`} message={errorOf('text')} />
        <input type="hidden" name="key" value={key} />
        {identity ? (
          <WritesAs identity={identity} onAnother={does.forgetIdentity} />
        ) : (
          <>
            <ReviewerFields
              id={id}
              draft={refused?.draft}
              errorOf={errorOf}
              onChange={does.clearError}
              onEmailLeft={does.checkEmail}
            />
            <CaptchaField
              key={captchaRound}
              id={`${id}-captcha`}
              error={errorOf('captcha')}
              onSolved={() => does.clearError('captcha')}
              onSolving={does.waitFor}
            />
          </>
        )}
        <Outcome problem={problem?.field ? undefined : problem?.message} isThanked={isThanked} />
        <SubmitButton className="button button-primary mt-5" busyLabel={say('Submitting...')}>
          {say('Submit review')}
        </SubmitButton>
      </ActionForm>
    </section>
  );
}

interface OutcomeProps {
  readonly problem: string | undefined;
  readonly isThanked: boolean;
}

/** The elements are always in the page, because screen readers announce only changes of an existing live region. */
function Outcome({ problem, isThanked }: OutcomeProps) {
  return (
    <>
      <div role="alert">
        {problem !== undefined && (
          <div className="mt-5">
            <InlineMessage tone="error">{sayAny(problem)}</InlineMessage>
          </div>
        )}
      </div>
      <div role="status">
        {isThanked && (
          <div className="mt-5">
            <InlineMessage tone="success">{say('Thank you. Your review is live.')}</InlineMessage>
          </div>
        )}
      </div>
    </>
  );
}

interface WritesAsProps {
  readonly identity: ReviewerIdentity;
  readonly onAnother: () => void;
}

/** The fields for name and email are hidden when this browser has stored both. */
function WritesAs({ identity, onAnother }: WritesAsProps) {
  return (
    <>
      <input type="hidden" name="name" value={identity.name} />
      <input type="hidden" name="email" value={identity.email} />
      <p className="mt-3 flex flex-wrap items-center gap-x-2 text-sm text-ink-2">
        <span>
          {`${say('You write as')} `}
          <bdi className="font-[650] text-ink">{identity.name}</bdi>.
        </span>
        <button
          type="button"
          className="min-h-11 underline underline-offset-3 hover:text-ink"
          onClick={onAnother}
        >
          {say('Not you?')}
        </button>
      </p>
    </>
  );
}
