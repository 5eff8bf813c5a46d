import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.server.ts';
import { normalizeEmail } from '../platform/email.ts';
import { RefusedError } from '../platform/errors.ts';
import { checkReview, type ReviewDraft } from './rules.ts';
import { serviceReviews } from './tables.server.ts';

export interface ReviewedService {
  readonly section: string;
  readonly slug: string;
}

/**
 * Stores a review of a service that exists; the caller has seen to that and to the captcha.
 * Throws {@link RefusedError} 400 with the field and the message of SPEC §5.
 */
export async function postReview(
  db: Database,
  clock: Clock,
  service: ReviewedService,
  review: ReviewDraft,
): Promise<void> {
  const problem = checkReview(review);
  if (problem) throw new RefusedError(400, problem.message, problem.field);
  await db.insert(serviceReviews).values({
    section: service.section,
    serviceSlug: service.slug,
    name: review.name,
    email: normalizeEmail(review.email),
    text: review.text === '' ? null : review.text,
    rating: review.rating === 0 ? null : review.rating,
    createdAt: clock.now(),
  });
}
