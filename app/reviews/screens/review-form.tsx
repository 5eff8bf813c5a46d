import { useEffect, useId, useRef, useState } from 'react';
import { isEmail } from '../../platform/email.ts';
import { readText } from '../../platform/form.ts';
import { FieldError } from '../../ui/field-error.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { InlineMessage } from '../../ui/inline-message.tsx';
import { CaptchaField } from './captcha-field.tsx';
import { keepReview, readKeptReview } from '../kept-review.ts';
import { readIdentity, storeIdentity, type ReviewerIdentity } from '../reviewer-identity.ts';
import { ReviewerFields } from './reviewer-fields.tsx';
import type { ReviewResult } from '../review-result.ts';
import {
  checkReview,
  MESSAGES,
  readReviewDraft,
  REVIEW_MAX_LENGTH,
  type ReviewField,
} from '../rules.ts';
import { StarInput } from './star-input.tsx';
import { newSubmissionKey } from '../submission-key.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';

interface ReviewFormProps {
  /** Where the review is posted: the service's page. */
  readonly action: string;
  readonly result: ReviewResult | undefined;
}

interface Problem {
  /** Undefined where the message belongs to the form as a whole. */
  readonly field: ReviewField | undefined;
  readonly message: string;
}

/** SPEC §9. */
const SUCCESS_SHOWN_MS = 3000;

/** 'Share Your Experience'. Fields keep what was typed, whatever the server says. */
export function ReviewForm({ action, result }: ReviewFormProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const sent = useRef<ReviewerIdentity | null>(null);
  const refused = result && !result.ok ? result : undefined;
  const [identity, setIdentity] = useState<ReviewerIdentity | null>(null);
  const [rating, setRating] = useState(refused?.draft.rating ?? 0);
  const [problem, setProblem] = useState<Problem | undefined>(refused);
  const [isThanked, setThanked] = useState(result?.ok ?? false);
  const [captchaRound, setCaptchaRound] = useState(0);
  const [key, setKey] = useState('');

  // The server renders the whole form; what this browser remembers is known only here.
  useEffect(() => {
    setIdentity(readIdentity());
    setKey(newSubmissionKey());
  }, []);

  useEffect(() => {
    const kept = readKeptReview(action);
    for (const name of ['text', 'name', 'email'] as const) {
      const field = form.current?.elements.namedItem(name);
      const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
      if (isText && field.value === '') field.value = kept[name];
    }
    setRating((chosen) => chosen || kept.rating);
  }, [action]);

  /** Stars are named, since the form does not know them yet when they are pressed. */
  function keep(stars = rating) {
    const typed = new FormData(form.current ?? undefined);
    const [text, name, email] = ['text', 'name', 'email'].map((field) => readText(typed, field));
    keepReview(action, { rating: stars, text: text ?? '', name: name ?? '', email: email ?? '' });
  }

  useEffect(() => {
    if (!result) return undefined;
    if (!result.ok) {
      setProblem(result);
      // The server does not know this browser after all, or not by this name: ask again.
      if (result.needsCaptcha || isAboutReviewer(result.field)) setIdentity(null);
      if (result.needsCaptcha) {
        // An answer counts once, so one that reached the server is of no further use.
        if (result.field === 'captcha' || result.field === undefined) {
          setCaptchaRound((round) => round + 1);
        }
      }
      focusField(form.current, id, result.field);
      return undefined;
    }
    if (sent.current) {
      storeIdentity(sent.current);
      setIdentity(sent.current);
    }
    form.current?.reset();
    keepReview(action, { rating: 0, text: '', name: '', email: '' });
    setKey(newSubmissionKey());
    setRating(0);
    setProblem(undefined);
    setThanked(true);
    const timer = setTimeout(() => setThanked(false), SUCCESS_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [result, id, action]);

  function check(event: React.SubmitEvent<HTMLFormElement>) {
    const values = new FormData(event.currentTarget);
    const draft = readReviewDraft(values);
    const isUnsolved = identity === null && !values.get('captcha');
    const found = isUnsolved
      ? ({ field: 'captcha', message: MESSAGES.captcha } as const)
      : checkReview(draft);
    setThanked(false);
    setProblem(found ?? undefined);
    sent.current = { name: draft.name, email: draft.email };
    if (!found) return;
    event.preventDefault();
    if (isAboutReviewer(found.field)) setIdentity(null);
    focusField(event.currentTarget, id, found.field);
  }

  const errorOf = (field: ReviewField) => (problem?.field === field ? problem.message : undefined);

  /** Correcting a field takes its error away; another field's error stays. */
  function clearError(...fields: ReviewField[]) {
    setProblem((current) =>
      current?.field && fields.includes(current.field) ? undefined : current,
    );
  }

  return (
    <section
      aria-labelledby={`${id}-title`}
      className="mt-12 rounded-panel bg-surface p-5 ring-1 ring-line md:p-8"
    >
      <h2 id={`${id}-title`} className="text-[22px] md:text-2xl">
        Share Your Experience
      </h2>
      <ActionForm
        ref={form}
        action={action}
        failure={MESSAGES.notSent}
        onSubmit={check}
        onInput={() => keep()}
        preventScrollReset
      >
        <StarInput
          id={`${id}-rating`}
          rating={rating}
          error={errorOf('rating')}
          onChange={(stars) => {
            setRating(stars);
            keep(stars);
            clearError('rating');
          }}
        />
        <label className="field-label mt-3" htmlFor={`${id}-text`}>
          Your review
        </label>
        <textarea
          id={`${id}-text`}
          name="text"
          rows={4}
          maxLength={REVIEW_MAX_LENGTH}
          defaultValue={refused?.draft.text ?? ''}
          className="field block min-h-28 resize-y"
          aria-invalid={errorOf('text') ? true : undefined}
          aria-describedby={errorOf('text') ? `${id}-text-error` : undefined}
          onInput={() => clearError('text', 'rating')}
        />
        <FieldError id={`${id}-text-error`} message={errorOf('text')} />
        <input type="hidden" name="key" value={key} />
        {identity ? (
          <>
            <input type="hidden" name="name" value={identity.name} />
            <input type="hidden" name="email" value={identity.email} />
            <p className="mt-3 flex flex-wrap items-center gap-x-2 text-sm text-ink-2">
              <span>
                You write as <bdi className="font-[650] text-ink">{identity.name}</bdi>.
              </span>
              <button
                type="button"
                className="min-h-11 underline underline-offset-3 hover:text-ink"
                onClick={() => setIdentity(null)}
              >
                Not you?
              </button>
            </p>
          </>
        ) : (
          <>
            <ReviewerFields
              id={id}
              draft={refused?.draft}
              errorOf={errorOf}
              onChange={clearError}
              onEmailLeft={(email) => {
                if (problem || email.trim() === '' || isEmail(email.trim())) return;
                setProblem({ field: 'email', message: MESSAGES.email });
              }}
            />
            <CaptchaField
              key={captchaRound}
              id={`${id}-captcha`}
              error={errorOf('captcha')}
              onSolved={() => clearError('captcha')}
            />
          </>
        )}
        <div role="alert">
          {problem && problem.field === undefined && (
            <div className="mt-5">
              <InlineMessage tone="error">{problem.message}</InlineMessage>
            </div>
          )}
        </div>
        <div role="status">
          {isThanked && (
            <div className="mt-5">
              <InlineMessage tone="success">Thank you. Your review is live.</InlineMessage>
            </div>
          )}
        </div>
        <SubmitButton className="button button-primary mt-5" busyLabel="Submitting...">
          Submit review
        </SubmitButton>
      </ActionForm>
    </section>
  );
}

/** What is stored may have been written by anybody; then the fields come back to be corrected. */
function isAboutReviewer(field: ReviewField | undefined): boolean {
  return field === 'name' || field === 'email';
}

function focusField(form: HTMLFormElement | null, id: string, field: ReviewField | undefined) {
  if (!field) return;
  // After the fields that belong to the answer are in the page.
  requestAnimationFrame(() =>
    form?.querySelector<HTMLElement>(`#${CSS.escape(`${id}-${field}`)}`)?.focus(),
  );
}
