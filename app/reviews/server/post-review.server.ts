import type { Clock } from '../../platform/clock.ts';
import { type Database, isDatabaseAway } from '../../platform/db/database.server.ts';
import { normalizeEmail } from '../../platform/email.ts';
import { RefusedError } from '../../platform/errors.ts';
import { toLine, toText } from '../../platform/shown-text.ts';
import {
  checkReview,
  NAME_MAX_LENGTH,
  REVIEW_MAX_LENGTH,
  type ReviewDraft,
  MESSAGES,
  readReviewDraft,
  type ReviewField,
  type ReviewResult,
  isSubmissionKey,
} from '../rules.ts';
import { serviceReviews } from './tables.server.ts';
import { eq, inArray } from 'drizzle-orm';
import type { Catalogue } from '../../shop/catalogue.ts';
import type { Address } from '../../shop/service.ts';
import { pagesShowingRating } from '../../shop/pages-showing-rating.ts';
import { type After, change, type ChangeContext } from '../../platform/change/change.server.ts';
import { t } from '../../i18n/translate.ts';
import type { KnownCatalogue } from '../../shop/live-catalogue.server.ts';
import type { Captcha } from '../../platform/captcha.server.ts';
import type { Trace } from '../../platform/change/audit.server.ts';
import { readText } from '../../platform/form.ts';
import type { Mail } from '../../platform/email/mail.ts';
import type { Settings } from '../../platform/settings.server.ts';
import { confirmationMail, issueConfirmation } from './confirm-review.server.ts';
import { hash } from 'node:crypto';

export interface ReviewDesk extends ChangeContext, KnownCatalogue {
  readonly captcha: Captcha;
  readonly mail: Mail;
  readonly settings: Pick<Settings, 'origin' | 'brandName'>;
}

export interface SentReview {
  readonly trace: Trace;
  readonly form: FormData;
  /** A signed cookie decides (rule 80). */
  readonly isKnown: boolean;
  /** The function throws {@link RefusedError} when the rate limit is exceeded. */
  readonly takeFromLimit: () => Promise<unknown>;
}

export interface TakenReview {
  readonly status: number;
  readonly result: ReviewResult;
  /** A review that was rejected or had been stored before is undefined. */
  readonly posted: PostedReview | undefined;
}

/**
 * The checks have the order of rule 78. The author gets an email with a link to confirm the review. Errors are
 * returned as results, so that the form keeps the input.
 */
export async function takeReview(
  desk: ReviewDesk,
  service: Address & { readonly title: string },
  { form, isKnown, takeFromLimit, trace }: SentReview,
): Promise<TakenReview> {
  const { clock, captcha, log, mail, settings } = desk;
  const reviewDraft = readReviewDraft(form);
  const answer = readText(form, 'captcha');
  const id = reviewIdOf(readText(form, 'key'), service);
  // The draft's text is cut off when it is far too long, so the form gets the text as typed.
  const typed = { ...reviewDraft, text: readText(form, 'text') };
  const refuse = (status: number, message: string, field?: ReviewField) => ({
    status,
    result: { ok: false, draft: typed, message, field, needsCaptcha: !isKnown } as const,
    posted: undefined,
  });
  const storedAlready = { status: 200, result: { ok: true } as const, posted: undefined };

  try {
    await takeFromLimit();
    // This is a retry after a lost response: the review is stored already, and its captcha has been used up.
    if (id !== undefined && (await isStored(desk.db, id))) return storedAlready;
    if (!isKnown && answer === '') {
      return refuse(400, t(MESSAGES.captcha), 'captcha');
    }
    // The check runs before the captcha is used up, so that a typing mistake does not require a new one.
    const problem = checkReview(reviewDraft);
    if (problem) return refuse(400, problem.message, problem.field);
    if (!isKnown && !(await captcha.verify(answer))) {
      return refuse(400, t(MESSAGES.captcha), 'captcha');
    }
    const posted = await change(desk, trace, async (tx, after) => {
      const stored = await postReview(tx, clock, service, reviewDraft, id);
      if (stored.isNew) {
        announceReview(after, desk.catalogue, service, stored);
        const token = await issueConfirmation(tx, clock, stored.id);
        mail.send(after, confirmationMail(settings, stored.email, service.title, token));
      }
      return stored;
    });
    return posted.isNew ? { status: 200, result: { ok: true }, posted } : storedAlready;
  } catch (error) {
    if (error instanceof RefusedError) return refuse(error.status, error.message);
    log.error({ err: error, service }, 'Could not save a review');
    return refuse(isDatabaseAway(error) ? 503 : 500, t(MESSAGES.notSaved));
  }
}

/**
 * The id is derived from the idempotency key of the browser, so that a review sent twice is stored once. The id is
 * public and must not reveal the key. Returns undefined for an invalid key.
 */
function reviewIdOf(key: string, { section, slug }: Address): string | undefined {
  if (!isSubmissionKey(key)) return undefined;
  const digest = hash('sha256', `review ${key} ${section}/${slug}`, 'buffer');
  // The result is a UUID of version 8 (RFC 9562), whose content is defined by the application.
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x80;
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80;
  const hex = digest.toString('hex', 0, 16);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

async function isStored(db: Database, id: string): Promise<boolean> {
  return (await db.$count(serviceReviews, eq(serviceReviews.id, id))) > 0;
}

export interface PostedReview {
  readonly id: string;
  readonly email: string;
  readonly rating: number | null;
  /** False means that a review with this id existed already and nothing was done. */
  readonly isNew: boolean;
}

/**
 * The caller must check the service and the captcha, and open the transaction. With an `id`, the call is
 * idempotent, even for concurrent calls. Throws {@link RefusedError} 400 with the field and the message of rule 78.
 */
export async function postReview(
  tx: Database,
  clock: Clock,
  service: Address,
  review: ReviewDraft,
  id?: string,
): Promise<PostedReview> {
  const problem = checkReview(review);
  if (problem) throw new RefusedError(400, problem.message, problem.field);
  const email = normalizeEmail(review.email);
  const rating = review.rating === 0 ? null : review.rating;
  const [posted] = await tx
    .insert(serviceReviews)
    .values({
      ...(id === undefined ? {} : { id }),
      section: service.section,
      serviceSlug: service.slug,
      name: toLine(review.name, NAME_MAX_LENGTH),
      email,
      text: toText(review.text, REVIEW_MAX_LENGTH) || null,
      rating,
      createdAt: clock.now(),
    })
    .onConflictDoNothing({ target: serviceReviews.id })
    .returning({ id: serviceReviews.id });
  if (!posted) {
    if (id === undefined) throw new Error('The review was not inserted');
    return { id, email, rating, isNew: false };
  }
  return { id: posted.id, email, rating, isNew: true };
}

/**
 * Stores a review from a completed order, marked 'Verified purchase'. The order replaces captcha and email
 * verification. The id makes the call idempotent. The caller must check that the order is completed and of this
 * service.
 */
export async function postPurchaseReview(
  tx: Database,
  after: After,
  { clock, catalogue }: { readonly clock: Clock; readonly catalogue: Catalogue },
  service: Address,
  reviewDraft: ReviewDraft,
  id: string,
): Promise<PostedReview> {
  const posted = await postReview(tx, clock, service, reviewDraft, id);
  if (!posted.isNew) return posted;
  const now = clock.now();
  await tx
    .update(serviceReviews)
    .set({ verifiedAt: now, purchasedAt: now })
    .where(eq(serviceReviews.id, id));
  announceReview(after, catalogue, service, posted);
  return posted;
}

function announceReview(
  after: After,
  catalogue: Catalogue,
  { section, slug }: Address,
  { id, rating }: PostedReview,
): void {
  after.happened({
    type: 'review.posted',
    log: { subject: id },
    data: { reviewId: id, service: { section, slug }, rating },
  });
  for (const path of pagesShowingRating(catalogue, { section, slug })) after.changed('page', path);
}

export async function readPostedReviews(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: serviceReviews.id })
    .from(serviceReviews)
    .where(inArray(serviceReviews.id, [...ids]));
  return new Set(rows.map(({ id }) => id));
}
