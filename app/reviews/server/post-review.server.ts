import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { normalizeEmail } from '../../platform/email.ts';
import { RefusedError } from '../../platform/errors.ts';
import { toLine, toText } from '../../platform/shown-text.ts';
import { checkReview, NAME_MAX_LENGTH, REVIEW_MAX_LENGTH, type ReviewDraft } from '../rules.ts';
import { serviceReviews } from './tables.server.ts';
import { eq, inArray } from 'drizzle-orm';
import type { Catalogue } from '../../shop/catalogue.ts';
import { pagesShowingRating } from '../../shop/pages-showing-rating.ts';
import type { After } from '../../platform/change/change.server.ts';

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

/**
 * Stores a review from a completed order, marked 'Verified purchase'. The order replaces captcha and email
 * verification. The id makes the call idempotent. The caller must check that the order is completed and of this
 * service.
 */
export async function postPurchaseReview(
  tx: Database,
  after: After,
  { clock, catalogue }: { readonly clock: Clock; readonly catalogue: Catalogue },
  service: ReviewedService,
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
  after.happened({
    type: 'review.posted',
    log: { subject: id },
    data: {
      reviewId: id,
      service: { section: service.section, slug: service.slug },
      rating: posted.rating,
    },
  });
  for (const path of pagesShowingRating(catalogue, service)) after.changed('page', path);
  return posted;
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
