import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.server.ts';
import { normalizeEmail } from '../platform/email.ts';
import { RefusedError } from '../platform/errors.ts';
import { toLine, toText } from '../platform/shown-text.ts';
import { checkReview, NAME_MAX_LENGTH, REVIEW_MAX_LENGTH, type ReviewDraft } from './rules.ts';
import { serviceReviews } from './tables.server.ts';

export interface ReviewedService {
  readonly section: string;
  readonly slug: string;
}

/** A review that was stored, and where its writer can be reached. */
export interface PostedReview {
  readonly id: string;
  readonly email: string;
  /** Null without stars. */
  readonly rating: number | null;
  /** False where a review of this id is stored already; then nothing was done. */
  readonly isNew: boolean;
}

/**
 * Stores a review of a service that exists; the caller has seen to that and to the captcha. Under
 * an `id` of its own it is stored once, however often and at the same time it is sent. Must run
 * inside a transaction.
 * Throws {@link RefusedError} 400 with the field and the message of SPEC §5.
 */
export async function postReview(
  tx: Database,
  clock: Clock,
  service: ReviewedService,
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
