import { eq, inArray } from 'drizzle-orm';
import type { Catalogue } from '../../shop/catalogue.ts';
import { pagesShowingRating } from '../../shop/pages-showing-rating.ts';
import type { After } from '../../platform/change/change.server.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { postReview, type PostedReview, type ReviewedService } from './post-review.server.ts';
import type { ReviewDraft } from '../rules.ts';
import { serviceReviews } from './tables.server.ts';

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
  draft: ReviewDraft,
  id: string,
): Promise<PostedReview> {
  const posted = await postReview(tx, clock, service, draft, id);
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
