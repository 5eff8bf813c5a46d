import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.server.ts';
import { normalizeEmail } from '../platform/email.ts';
import { RefusedError } from '../platform/errors.ts';
import { toLine, toText } from '../platform/shown-text.ts';
import { recordEvent } from '../webhooks/record-event.server.ts';
import { checkReview, NAME_MAX_LENGTH, type ReviewDraft } from './rules.ts';
import { serviceReviews } from './tables.server.ts';

export interface ReviewedService {
  readonly section: string;
  readonly slug: string;
}

/** A review that was stored, and where its writer can be reached. */
export interface PostedReview {
  readonly id: string;
  readonly email: string;
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
): Promise<PostedReview> {
  const problem = checkReview(review);
  if (problem) throw new RefusedError(400, problem.message, problem.field);
  const email = normalizeEmail(review.email);
  const now = clock.now();
  const rating = review.rating === 0 ? null : review.rating;
  return db.transaction(async (tx) => {
    const [posted] = await tx
      .insert(serviceReviews)
      .values({
        section: service.section,
        serviceSlug: service.slug,
        name: toLine(review.name, NAME_MAX_LENGTH),
        email,
        text: review.text === '' ? null : toText(review.text),
        rating,
        createdAt: now,
      })
      .returning({ id: serviceReviews.id });
    if (!posted) throw new Error('The review was not inserted');
    await recordEvent(tx, now, {
      type: 'review.posted',
      data: {
        reviewId: posted.id,
        service: { section: service.section, slug: service.slug },
        rating,
      },
    });
    return { id: posted.id, email };
  });
}
