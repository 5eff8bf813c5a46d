import { EMAIL_MAX_LENGTH, isEmail } from '../platform/email.ts';
import { readText } from '../platform/form.ts';
import { inGroups } from '../platform/in-groups.ts';
import { toText } from '../platform/shown-text.ts';
import { formatsNow, sayCounted } from '../platform/say.ts';

/** What a review must be (SPEC §5), checked in the browser and again on the server. */

export const NAME_MAX_LENGTH = 80;
export const REVIEW_MAX_LENGTH = 2000;
export const REVIEWS_PER_PAGE = 3;
/** A number of stars is one digit. */
const RATING_MAX_LENGTH = 1;

export const MESSAGES = {
  captcha: 'Please complete the CAPTCHA verification',
  identity: 'Please enter name & email',
  email: 'Please enter a valid email address',
  nameTooLong: `Please use a name of at most ${NAME_MAX_LENGTH} characters`,
  empty: 'Please provide either a rating or review',
  tooLong: `Please keep your review under ${inGroups(REVIEW_MAX_LENGTH)} characters`,
  rating: 'Please choose a rating from 1 to 5 stars',
  notSaved: 'Your review could not be saved. Please try again.',
  notSent: 'Your review could not be sent. Check your connection and try again.',
} as const;

/** The form's values as typed; a rating of 0 means none was chosen. */
export interface ReviewDraft {
  readonly name: string;
  readonly email: string;
  readonly text: string;
  readonly rating: number;
}

export type ReviewField = keyof ReviewDraft | 'captcha';

export interface ReviewProblem {
  readonly field: ReviewField;
  readonly message: string;
}

/** Reads the form; throws nothing: what is missing or of the wrong type becomes empty. */
export function readReviewDraft(form: FormData): ReviewDraft {
  const field = (name: string, maxLength: number) => toText(readText(form, name), maxLength);
  return {
    name: field('name', NAME_MAX_LENGTH).replace(/\s+/g, ' '),
    email: field('email', EMAIL_MAX_LENGTH),
    text: field('text', REVIEW_MAX_LENGTH),
    rating: Number(field('rating', RATING_MAX_LENGTH)),
  };
}

/** The first thing that is wrong, in the order of SPEC §5 after the captcha; null when nothing is. */
export function checkReview(review: ReviewDraft): ReviewProblem | null {
  if (review.name === '') return { field: 'name', message: MESSAGES.identity };
  if (review.email === '') return { field: 'email', message: MESSAGES.identity };
  if (review.name.length > NAME_MAX_LENGTH) return { field: 'name', message: MESSAGES.nameTooLong };
  if (!isEmail(review.email)) return { field: 'email', message: MESSAGES.email };
  if (!Number.isInteger(review.rating) || review.rating < 0 || review.rating > 5) {
    return { field: 'rating', message: MESSAGES.rating };
  }
  if (review.rating === 0 && review.text === '') {
    return { field: 'rating', message: MESSAGES.empty };
  }
  if (review.text.length > REVIEW_MAX_LENGTH) return { field: 'text', message: MESSAGES.tooLong };
  return null;
}

/** Names one review that is being written, so that sending it again after a lost answer posts it once. */
export function newSubmissionKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export const isSubmissionKey = (text: string): boolean => /^[0-9a-f]{32}$/.test(text);

/** What becomes of a review that was sent. A refused one comes back as it was typed. */
export type ReviewResult =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly draft: ReviewDraft;
      readonly message: string;
      /** Undefined where no single field is to blame. */
      readonly field: ReviewField | undefined;
      /** True while the server does not know this browser. */
      readonly needsCaptcha: boolean;
    };

/** '1 review', '7 reviews'. */
export function reviewCountText(count: number): string {
  return sayCounted(count, '{count} review|{count} reviews', {
    count: count.toLocaleString(formatsNow()),
  });
}
