import { hash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '../platform/db/database.server.ts';
import type { ReviewedService } from './post-review.server.ts';
import { isSubmissionKey } from './rules.ts';
import { serviceReviews } from './tables.server.ts';

/**
 * The id of a review that a browser sends under a key of its own: the same key makes the same id,
 * so that a review sent twice is one row. Ids are public, and tell nothing of the key. Undefined
 * without a key.
 */
export function reviewIdOf(key: string, { section, slug }: ReviewedService): string | undefined {
  if (!isSubmissionKey(key)) return undefined;
  const digest = hash('sha256', `review ${key} ${section}/${slug}`, 'buffer');
  // A UUID of version 8: what its bits mean is up to whoever makes it (RFC 9562).
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x80;
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80;
  const hex = digest.toString('hex', 0, 16);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Whether the review of this id is stored: it was sent before. */
export async function isStored(db: Database, id: string): Promise<boolean> {
  return (await db.$count(serviceReviews, eq(serviceReviews.id, id))) > 0;
}
