import { useEffect, useId, useRef, useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { CaptchaField } from './captcha-field.tsx';
import { readIdentity, storeIdentity, type ReviewerIdentity } from './reviewer-identity.ts';
import {
  checkReview,
  MESSAGES,
  readReviewDraft,
  REVIEW_MAX_LENGTH,
  type ReviewDraft,
} from './rules.ts';

/** What the server says about a review that was sent. */
export type ReviewResult =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly draft: ReviewDraft;
      readonly message: string;
      readonly field: string | undefined;
      readonly needsCaptcha: boolean;
    };

/** SPEC §9. */
const SUCCESS_SHOWN_MS = 3000;

/** 'Share Your Experience', and 'Tell Us About You' while this browser's identity is unknown. */
export function ReviewForm({ result }: { result: ReviewResult | undefined }) {
  const navigation = useNavigation();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [identity, setIdentity] = useState<ReviewerIdentity | null>(null);
  const [problem, setProblem] = useState<{ field: string | undefined; message: string } | null>(
    null,
  );
  const [isThanked, setThanked] = useState(false);
  const sent = useRef<ReviewerIdentity | null>(null);
  const isSending = navigation.state !== 'idle' && navigation.formMethod === 'POST';

  // The server renders the whole form; what this browser remembers is known only here.
  useEffect(() => setIdentity(readIdentity()), []);

  useEffect(() => {
    if (!result) return undefined;
    if (!result.ok) {
      setProblem({ field: result.field, message: result.message });
      // The server does not know this browser after all: ask everything again.
      if (result.needsCaptcha) setIdentity(null);
      return undefined;
    }
    if (sent.current) {
      storeIdentity(sent.current);
      setIdentity(sent.current);
    }
    form.current?.reset();
    setProblem(null);
    setThanked(true);
    const timer = setTimeout(() => setThanked(false), SUCCESS_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [result]);

  function check(event: React.SubmitEvent<HTMLFormElement>) {
    const values = new FormData(event.currentTarget);
    const draft = readReviewDraft(values);
    sent.current = { name: draft.name, email: draft.email };
    const isUnsolved = identity === null && !values.get('captcha');
    const found = isUnsolved ? { field: 'captcha', message: MESSAGES.captcha } : checkReview(draft);
    setProblem(found);
    if (!found) return;
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem(found.field);
    if (field instanceof HTMLElement) field.focus();
  }

  const draft = result && !result.ok ? result.draft : undefined;
  const invalid = (field: string) =>
    problem?.field === field
      ? ({ 'aria-invalid': true, 'aria-describedby': `${id}-problem` } as const)
      : {};

  return (
    <section className="mt-12 max-w-[800px] rounded-panel bg-surface p-8 ring-1 ring-line">
      <h2 className="text-[26px]">Share Your Experience</h2>
      <Form ref={form} method="post" onSubmit={check} noValidate preventScrollReset>
        <fieldset className="mt-4">
          <legend className="font-semibold">Your rating</legend>
          <div className="flex gap-3">
            {[1, 2, 3, 4, 5].map((stars) => (
              <label key={stars} className="inline-flex min-h-11 items-center gap-1">
                <input
                  type="radio"
                  name="rating"
                  value={stars}
                  defaultChecked={draft?.rating === stars}
                />
                {stars}
              </label>
            ))}
          </div>
        </fieldset>
        <label className="mt-4 block font-semibold" htmlFor={`${id}-text`}>
          Your review
        </label>
        <textarea
          id={`${id}-text`}
          name="text"
          rows={4}
          maxLength={REVIEW_MAX_LENGTH}
          defaultValue={draft?.text}
          className="field mt-2"
          {...invalid('text')}
        />
        {identity ? (
          <>
            <input type="hidden" name="name" value={identity.name} />
            <input type="hidden" name="email" value={identity.email} />
          </>
        ) : (
          <>
            <h3 className="mt-6 text-[20px]">Tell Us About You</h3>
            <div className="mt-3 grid gap-4 md:grid-cols-2">
              <label className="font-semibold">
                Name
                <input
                  name="name"
                  autoComplete="name"
                  defaultValue={draft?.name}
                  className="field mt-2 font-normal"
                  {...invalid('name')}
                />
              </label>
              <label className="font-semibold">
                Email
                <input
                  name="email"
                  type="email"
                  autoComplete="email"
                  defaultValue={draft?.email}
                  className="field mt-2 font-normal"
                  {...invalid('email')}
                />
              </label>
            </div>
            <CaptchaField isInvalid={problem?.field === 'captcha'} />
          </>
        )}
        {problem && (
          <p id={`${id}-problem`} role="alert" className="mt-4 font-semibold text-error">
            {problem.message}
          </p>
        )}
        <p role="status" className={isThanked ? 'mt-4 font-semibold text-success' : 'sr-only'}>
          {isThanked ? 'Thank you. Your review is live.' : ''}
        </p>
        <button type="submit" className="button button-primary mt-6" disabled={isSending}>
          {isSending ? 'Submitting...' : 'Submit review'}
        </button>
      </Form>
    </section>
  );
}
