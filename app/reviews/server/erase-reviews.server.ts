import { eq, inArray } from 'drizzle-orm';
import type { KnownCatalogue } from '../../shop/live-catalogue.server.ts';
import { pagesShowingRating } from '../../shop/pages-showing-rating.ts';
import type { After } from '../../platform/change/change.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import type { Erased, Published } from '../../platform/module.ts';
import { sayCounted } from '../../platform/say.ts';
import { moderationLog, reviewConfirmations, serviceReviews } from './tables.server.ts';

export const ANONYMOUS_NAME = 'A former visitor';

/**
 * Deletes the reviews of an email address, or removes name and address from them. In both cases the moderators'
 * notes are deleted, because they may mention the person.
 */
export async function eraseReviews(
  tx: Database,
  after: Pick<After, 'changed'>,
  { catalogue }: KnownCatalogue,
  email: string,
  published: Published,
): Promise<Erased> {
  const theirs = await tx
    .select({
      id: serviceReviews.id,
      section: serviceReviews.section,
      slug: serviceReviews.serviceSlug,
    })
    .from(serviceReviews)
    .where(eq(serviceReviews.email, email))
    .for('update');
  const gone = [
    sayCounted(
      theirs.length,
      published === 'delete'
        ? '{count} review deleted|{count} reviews deleted'
        : '{count} review without name and address|{count} reviews without name and address',
    ),
  ];
  if (theirs.length === 0) return { wasHeld: false, gone };
  const ids = theirs.map(({ id }) => id);
  await tx.update(moderationLog).set({ note: null }).where(inArray(moderationLog.reviewId, ids));
  if (published === 'delete') {
    await tx.delete(serviceReviews).where(inArray(serviceReviews.id, ids));
  } else {
    await tx.delete(reviewConfirmations).where(inArray(reviewConfirmations.reviewId, ids));
    await tx
      .update(serviceReviews)
      .set({ name: ANONYMOUS_NAME, email: null })
      .where(inArray(serviceReviews.id, ids));
  }
  for (const service of theirs) {
    for (const path of pagesShowingRating(catalogue, service)) after.changed('page', path);
  }
  return { wasHeld: true, gone };
}
