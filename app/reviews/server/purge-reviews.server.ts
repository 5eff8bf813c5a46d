import { inArray } from 'drizzle-orm';
import type { After } from '../../platform/change/change.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import type { KnownCatalogue } from '../../shop/live-catalogue.server.ts';
import { pagesShowingRating } from '../../shop/pages-showing-rating.ts';
import { moderationLog, serviceReviews } from './tables.server.ts';

/** Deletes reviews that nobody wrote, with their replies, reports and entries of the public moderation log. */
export async function purgeReviews(
  tx: Database,
  after: Pick<After, 'changed'>,
  { catalogue }: KnownCatalogue,
  ids: readonly string[],
): Promise<void> {
  await tx.delete(moderationLog).where(inArray(moderationLog.reviewId, [...ids]));
  const gone = await tx
    .delete(serviceReviews)
    .where(inArray(serviceReviews.id, [...ids]))
    .returning({ section: serviceReviews.section, slug: serviceReviews.serviceSlug });
  const paths = new Set(gone.flatMap((service) => pagesShowingRating(catalogue, service)));
  for (const path of [...paths, '/moderation-log']) after.changed('page', path);
}
