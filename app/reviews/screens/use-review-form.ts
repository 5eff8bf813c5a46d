import {
  useEffect,
  useRef,
  useState,
  type Dispatch,
  type RefObject,
  type SetStateAction,
} from 'react';
import { isEmail } from '../../platform/email.ts';
import { keepReview, readKeptReview, reviewIn } from '../kept-review.ts';
import { readIdentity, storeIdentity, type ReviewerIdentity } from '../reviewer-identity.ts';
import {
  MESSAGES,
  checkReview,
  newSubmissionKey,
  readReviewDraft,
  type ReviewField,
  type ReviewResult,
} from '../rules.ts';

interface Problem {
  /** Undefined where the message belongs to the form as a whole. */
  readonly field: ReviewField | undefined;
  readonly message: string;
}

/** SPEC §9. */
const SUCCESS_SHOWN_MS = 3000;

/**
 * A review while it is written: what this browser remembers of its writer and of an earlier visit,
 * what is wrong with it, and what became of it. `id` begins the ids of its fields.
 */
export function useReviewForm(id: string, action: string, result: ReviewResult | undefined) {
  const form = useRef<HTMLFormElement>(null);
  const sent = useRef<ReviewerIdentity | null>(null);
  const refused = result && !result.ok ? result : undefined;
  const [identity, setIdentity] = useState<ReviewerIdentity | null>(null);
  const [rating, setRating] = useState(refused?.draft.rating ?? 0);
  const { problem, setProblem, clearError, checkEmail } = useProblem(refused);
  const [isThanked, setThanked] = useState(result?.ok ?? false);
  const [captchaRound, setCaptchaRound] = useState(0);
  const [key, setKey] = useState('');
  const solving = useRef<Promise<void>>(undefined);

  // The server renders the whole form; what this browser remembers is known only here.
  useEffect(() => {
    setIdentity(readIdentity());
    setKey(newSubmissionKey());
  }, []);

  const keep = useKeptFields(form, action, rating, setRating);

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
  }, [result, id, action, setProblem]);

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

  return {
    form,
    identity,
    rating,
    problem,
    isThanked,
    captchaRound,
    key,
    workUnderWay: () => solving.current,
    waitFor: (work: Promise<void> | undefined) => {
      solving.current = work;
    },
    check,
    clearError,
    keep: () => keep(),
    rate: (stars: number) => {
      setRating(stars);
      keep(stars);
      clearError('rating');
    },
    forgetIdentity: () => setIdentity(null),
    checkEmail,
  };
}

/** Lays what was typed on an earlier visit into empty fields; answers with what keeps them. */
function useKeptFields(
  form: RefObject<HTMLFormElement | null>,
  action: string,
  rating: number,
  setRating: Dispatch<SetStateAction<number>>,
) {
  useEffect(() => {
    const kept = readKeptReview(action);
    for (const name of ['text', 'name', 'email'] as const) {
      const field = form.current?.elements.namedItem(name);
      const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
      if (isText && field.value === '') field.value = kept[name];
    }
    setRating((chosen) => chosen || kept.rating);
  }, [form, action, setRating]);

  /** Stars are named, since the form does not know them yet when they are pressed. */
  return (stars = rating) => keepReview(action, { ...reviewIn(form.current), rating: stars });
}

/** What is wrong with the review, until it is corrected. */
function useProblem(refused: Problem | undefined) {
  const [problem, setProblem] = useState(refused);

  /** Correcting a field takes its error away; another field's error stays. */
  function clearError(...fields: ReviewField[]) {
    setProblem((current) =>
      current?.field && fields.includes(current.field) ? undefined : current,
    );
  }

  function checkEmail(email: string) {
    if (problem || email.trim() === '' || isEmail(email.trim())) return;
    setProblem({ field: 'email', message: MESSAGES.email });
  }

  return { problem, setProblem, clearError, checkEmail };
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
