import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { normalizeEmail } from '../../platform/email.ts';
import { RefusedError } from '../../platform/errors.ts';
import { toLine, toText } from '../../platform/shown-text.ts';
import { checkReview, NAME_MAX_LENGTH, REVIEW_MAX_LENGTH, type ReviewDraft } from '../rules.ts';
import { serviceReviews } from './tables.server.ts';

export interface ReviewedService {
  readonly section: string;
  readonly slug: string;
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
