import { t } from '../../i18n/translate.ts';
import {
  useEffect,
  useRef,
  useState,
  type Dispatch,
  type RefObject,
  type SetStateAction,
} from 'react';
import { isEmail } from '../../platform/email.ts';
import {
  keepReview,
  readSavedReview,
  reviewIn,
  readIdentity,
  storeIdentity,
  type ReviewerIdentity,
} from '../saved-review.ts';
import {
  MESSAGES,
  checkReview,
  newSubmissionKey,
  readReviewDraft,
  type ReviewField,
  type ReviewResult,
} from '../rules.ts';

interface Problem {
  /** The field is undefined when the message concerns the form as a whole. */
  readonly field: ReviewField | undefined;
  readonly message: string;
}

/** rule 76 sets this value. */
const SUCCESS_SHOWN_MS = 3000;

/** The ids of the fields begin with `id`. */
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

  // The server renders the complete form. Data stored in this browser is known only after hydration.
  useEffect(() => {
    setIdentity(readIdentity());
    setKey(newSubmissionKey());
  }, []);

  const keep = useSavedFields(form, action, rating, setRating);

  useEffect(() => {
    if (!result) return undefined;
    if (!result.ok) {
      setProblem(result);
      // The server has rejected the stored identity, so the fields are shown again.
      if (result.needsCaptcha || isAboutReviewer(result.field)) setIdentity(null);
      if (result.needsCaptcha) {
        // A captcha answer can be used only once, so an answer that reached the server must be replaced.
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
    const reviewDraft = readReviewDraft(values);
    const isUnsolved = identity === null && !values.get('captcha');
    const found = isUnsolved
      ? ({ field: 'captcha', message: t(MESSAGES.captcha) } as const)
      : checkReview(reviewDraft);
    setThanked(false);
    setProblem(found ?? undefined);
    sent.current = { name: reviewDraft.name, email: reviewDraft.email };
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
    workInProgress: () => solving.current,
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

/** The input of an earlier visit fills empty fields. Returns the function that stores the input. */
function useSavedFields(
  form: RefObject<HTMLFormElement | null>,
  action: string,
  rating: number,
  setRating: Dispatch<SetStateAction<number>>,
) {
  useEffect(() => {
    const savedReview = readSavedReview(action);
    for (const name of ['text', 'name', 'email'] as const) {
      const field = form.current?.elements.namedItem(name);
      const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
      if (isText && field.value === '') field.value = savedReview[name];
    }
    setRating((chosen) => chosen || savedReview.rating);
  }, [form, action, setRating]);

  /** The rating is a parameter, because the form does not contain a new rating yet when a star is pressed. */
  return (stars = rating) => keepReview(action, { ...reviewIn(form.current), rating: stars });
}

function useProblem(refused: Problem | undefined) {
  const [problem, setProblem] = useState(refused);

  /** Correcting a field clears its error but not that of another field. */
  function clearError(...fields: ReviewField[]) {
    setProblem((current) =>
      current?.field && fields.includes(current.field) ? undefined : current,
    );
  }

  function checkEmail(email: string) {
    if (problem || email.trim() === '' || isEmail(email.trim())) return;
    setProblem({ field: 'email', message: t(MESSAGES.email) });
  }

  return { problem, setProblem, clearError, checkEmail };
}

/** Stored values may be invalid, because anybody can edit storage. Then the fields are shown for correction. */
function isAboutReviewer(field: ReviewField | undefined): boolean {
  return field === 'name' || field === 'email';
}

function focusField(form: HTMLFormElement | null, id: string, field: ReviewField | undefined) {
  if (!field) return;
  // Waits until the fields have been rendered.
  requestAnimationFrame(() =>
    form?.querySelector<HTMLElement>(`#${CSS.escape(`${id}-${field}`)}`)?.focus(),
  );
}
