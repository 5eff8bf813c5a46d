import { eq, inArray } from 'drizzle-orm';
import { pagesShowingRating } from '../marketplace/pages-showing-rating.ts';
import type { After } from '../platform/change/change.server.ts';
import type { Database } from '../platform/db/database.server.ts';
import { moderationLog, reviewConfirmations, serviceReviews } from './tables.server.ts';

/** What becomes of the reviews of somebody who is erased. */
export type ReviewErasure = 'delete' | 'anonymise';

/** The name an anonymised review carries. */
export const ANONYMOUS_NAME = 'A former visitor';

/**
 * Deletes the reviews of an address, or takes name and address off them. Either way the
 * moderators' notes about them go: they may speak of the person. Returns how many there were.
 */
export async function eraseReviews(
  tx: Database,
  email: string,
  choice: ReviewErasure,
  after: Pick<After, 'changed'>,
): Promise<number> {
  const theirs = await tx
    .select({
      id: serviceReviews.id,
      section: serviceReviews.section,
      slug: serviceReviews.serviceSlug,
    })
    .from(serviceReviews)
    .where(eq(serviceReviews.email, email))
    .for('update');
  if (theirs.length === 0) return 0;
  const ids = theirs.map(({ id }) => id);
  await tx.update(moderationLog).set({ note: null }).where(inArray(moderationLog.reviewId, ids));
  if (choice === 'delete') {
    await tx.delete(serviceReviews).where(inArray(serviceReviews.id, ids));
  } else {
    await tx.delete(reviewConfirmations).where(inArray(reviewConfirmations.reviewId, ids));
    await tx
      .update(serviceReviews)
      .set({ name: ANONYMOUS_NAME, email: null })
      .where(inArray(serviceReviews.id, ids));
  }
  for (const service of theirs) {
    for (const path of pagesShowingRating(service)) after.changed('page', path);
  }
  return theirs.length;
}
