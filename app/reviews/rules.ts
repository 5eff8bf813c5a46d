import { EMAIL_MAX_LENGTH, isEmail } from '../platform/email.ts';
import { readText } from '../platform/form.ts';
import { toText } from '../platform/shown-text.ts';
import { formatsNow, t, msg } from '../i18n/translate.ts';

/** The browser checks these rules for reviews (rule 78), and the server checks them again. */

export const NAME_MAX_LENGTH = 80;
export const REVIEW_MAX_LENGTH = 2000;
export const REVIEWS_PER_PAGE = 3;
const RATING_MAX_LENGTH = 1;

export const MESSAGES = {
  captcha: msg('Please complete the CAPTCHA verification'),
  identity: msg('Please enter name & email'),
  email: msg('Please enter a valid email address'),
  nameTooLong: msg('Please use a name of at most 80 characters'),
  empty: msg('Please provide either a rating or review'),
  tooLong: msg('Please keep your review under 2,000 characters'),
  rating: msg('Please choose a rating from 1 to 5 stars'),
  notSaved: msg('Your review could not be saved. Please try again.'),
  notSent: msg('Your review could not be sent. Check your connection and try again.'),
} as const;

/** A rating of 0 means that none was chosen. */
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

/** The function never throws: missing values and values of the wrong type become empty. */
export function readReviewDraft(form: FormData): ReviewDraft {
  const field = (name: string, maxLength: number) => toText(readText(form, name), maxLength);
  return {
    name: field('name', NAME_MAX_LENGTH).replace(/\s+/g, ' '),
    email: field('email', EMAIL_MAX_LENGTH),
    text: field('text', REVIEW_MAX_LENGTH),
    rating: Number(field('rating', RATING_MAX_LENGTH)),
  };
}

/** Returns the first error, in the order of rule 78 after the captcha, or null. */
export function checkReview(review: ReviewDraft): ReviewProblem | null {
  if (review.name === '') return { field: 'name', message: t(MESSAGES.identity) };
  if (review.email === '') return { field: 'email', message: t(MESSAGES.identity) };
  if (review.name.length > NAME_MAX_LENGTH)
    return { field: 'name', message: t(MESSAGES.nameTooLong) };
  if (!isEmail(review.email)) return { field: 'email', message: t(MESSAGES.email) };
  if (!Number.isInteger(review.rating) || review.rating < 0 || review.rating > 5) {
    return { field: 'rating', message: t(MESSAGES.rating) };
  }
  if (review.rating === 0 && review.text === '') {
    return { field: 'rating', message: t(MESSAGES.empty) };
  }
  if (review.text.length > REVIEW_MAX_LENGTH)
    return { field: 'text', message: t(MESSAGES.tooLong) };
  return null;
}

/** The idempotency key lets a review be sent again after a lost response without being stored twice. */
export function newSubmissionKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export const isSubmissionKey = (text: string): boolean => /^[0-9a-f]{32}$/.test(text);

/** A rejected review includes the values as typed. */
export type ReviewResult =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly draft: ReviewDraft;
      readonly message: string;
      /** Undefined when the error does not concern a single field. */
      readonly field: ReviewField | undefined;
      /** The browser has no cookie of an earlier captcha. */
      readonly needsCaptcha: boolean;
    };

/** Examples are '1 review' and '7 reviews'. */
export function reviewCountText(count: number): string {
  return t('{count, plural, one {{shown} review} other {{shown} reviews}}', {
    count,
    shown: count.toLocaleString(formatsNow()),
  });
}
