import { and, asc, inArray, isNotNull, lt } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import { reviewConfirmations, serviceReviews } from './tables.server.ts';

export const EMAILS_EXPIRED_AT_ONCE = 500;

/** The reviews stay. Rows that another process has locked are skipped. Returns the number of reviews. */
export async function expireReviewEmails(tx: Database, before: Date): Promise<number> {
  const claimed = await tx
    .select({ id: serviceReviews.id })
    .from(serviceReviews)
    .where(isOld(before))
    .orderBy(asc(serviceReviews.createdAt))
    .limit(EMAILS_EXPIRED_AT_ONCE)
    .for('update', { skipLocked: true });
  if (claimed.length === 0) return 0;
  const ids = claimed.map(({ id }) => id);
  await tx.update(serviceReviews).set({ email: null }).where(inArray(serviceReviews.id, ids));
  await tx.delete(reviewConfirmations).where(inArray(reviewConfirmations.reviewId, ids));
  return ids.length;
}

export function countExpiredReviewEmails(db: Database, before: Date): Promise<number> {
  return db.$count(serviceReviews, isOld(before));
}

function isOld(before: Date) {
  return and(lt(serviceReviews.createdAt, before), isNotNull(serviceReviews.email));
}
