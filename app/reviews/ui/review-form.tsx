import { useId, useState } from 'react';
import { FieldError, InlineMessage } from '../../ui/inline-message.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { CaptchaField } from './captcha-field.tsx';
import type { ReviewerIdentity } from '../saved-review.ts';
import {
  MESSAGES,
  REVIEW_MAX_LENGTH,
  type ReviewField,
  type ReviewResult,
  NAME_MAX_LENGTH,
  type ReviewDraft,
} from '../rules.ts';
import { useReviewForm } from './use-review-form.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { t } from '../../i18n/translate.ts';
import { Icon } from '../../ui/icon.tsx';
import './star-input.css';

const STARS = [1, 2, 3, 4, 5];

interface StarInputProps {
  readonly id: string;
  readonly rating: number;
  readonly error: string | undefined;
  readonly onChange: (rating: number) => void;
}

interface ReviewerFieldsProps {
  /** The ids of the fields begin with this id: `${id}-name`. */
  readonly id: string;
  readonly draft: ReviewDraft | undefined;
  readonly errorOf: (field: ReviewField) => string | undefined;
  readonly onChange: (field: ReviewField) => void;
  readonly onEmailLeft: (email: string) => void;
}

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
        {t('Share Your Experience')}
      </h2>
      <ActionForm
        ref={form}
        action={action}
        failure={t(MESSAGES.notSent)}
        waitFor={does.workInProgress}
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
          {t('Your review')}
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
        <SubmitButton className="button button-primary mt-5" busyLabel={t('Submitting...')}>
          {t('Submit review')}
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
            <InlineMessage tone="error">{problem}</InlineMessage>
          </div>
        )}
      </div>
      <div role="status">
        {isThanked && (
          <div className="mt-5">
            <InlineMessage tone="success">{t('Thank you. Your review is live.')}</InlineMessage>
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
          {`${t('You write as')} `}
          <bdi className="font-[650] text-ink">{identity.name}</bdi>.
        </span>
        <button
          type="button"
          className="min-h-11 underline underline-offset-3 hover:text-ink"
          onClick={onAnother}
        >
          {t('Not you?')}
        </button>
      </p>
    </>
  );
}

/** The fields are shown while this browser's identity is unknown. */
function ReviewerFields({
  id,
  draft: reviewDraft,
  errorOf,
  onChange,
  onEmailLeft,
}: ReviewerFieldsProps) {
  const link = (field: ReviewField) => ({
    id: `${id}-${field}`,
    name: field,
    'aria-invalid': errorOf(field) ? true : undefined,
    'aria-describedby': errorOf(field) ? `${id}-${field}-error` : undefined,
    onInput: () => onChange(field),
  });
  return (
    <fieldset className="mt-7">
      <legend>
        <h3 className="text-[22px] leading-tight">{t('Tell Us About You')}</h3>
      </legend>
      <div className="mt-3 grid gap-x-4 gap-y-4 lg:grid-cols-2">
        <div>
          <label className="field-label" htmlFor={`${id}-name`}>
            {t('Name')}
          </label>
          <input
            dir="auto"
            {...link('name')}
            autoComplete="name"
            maxLength={NAME_MAX_LENGTH}
            defaultValue={reviewDraft?.name ?? ''}
            className="field"
          />
          <FieldError id={`${id}-name-error`} message={errorOf('name')} />
        </div>
        <div>
          <label className="field-label" htmlFor={`${id}-email`}>
            {t('Email')}
          </label>
          <input
            dir="auto"
            {...link('email')}
            type="email"
            inputMode="email"
            autoComplete="email"
            defaultValue={reviewDraft?.email ?? ''}
            className="field"
            onBlur={(event) => onEmailLeft(event.currentTarget.value)}
          />
          <FieldError id={`${id}-email-error`} message={errorOf('email')} />
        </div>
      </div>
    </fieldset>
  );
}

/**
 * CSS alone fills the stars according to the checked and the hovered star, so the input works before hydration and
 * without scripts.
 */
function StarInput({ id, rating, error, onChange }: StarInputProps) {
  const [hovered, setHovered] = useState(0);
  const shown = hovered || rating;
  return (
    <fieldset
      className="mt-4"
      aria-describedby={error ? `${id}-error` : undefined}
      aria-invalid={error ? true : undefined}
    >
      <legend className="sr-only">{t('Your rating')}</legend>
      <div className="flex min-h-11 flex-wrap items-center gap-x-3">
        <div className="star-input -ms-2 flex gap-1" onPointerLeave={() => setHovered(0)}>
          {STARS.map((star) => (
            <label
              key={star}
              onPointerEnter={(event) => event.pointerType === 'mouse' && setHovered(star)}
            >
              <input
                id={star === 1 ? id : undefined}
                type="radio"
                name="rating"
                value={star}
                checked={rating === star}
                onChange={() => {
                  setHovered(0);
                  onChange(star);
                }}
                aria-label={t('{count, plural, one {# star} other {# stars}}', { count: star })}
              />
              <Icon name="star" size={28} className="star-empty" />
              <Icon name="star-fill" size={28} className="star-full" />
            </label>
          ))}
        </div>
        <output className="min-w-12 text-[15px] text-ink-2 tabular-nums">
          {shown > 0 && t('{shown} of 5', { shown })}
        </output>
        {rating > 0 && (
          <button
            type="button"
            className="min-h-11 rounded-[9px] px-2 text-sm text-ink-2 underline underline-offset-3 hover:text-ink"
            onClick={() => onChange(0)}
          >
            {t('Clear rating')}
          </button>
        )}
      </div>
      <FieldError id={`${id}-error`} message={error} />
    </fieldset>
  );
}
