import { hash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import type { ReviewedService } from './post-review.server.ts';
import { isSubmissionKey } from '../rules.ts';
import { serviceReviews } from './tables.server.ts';

/**
 * The id is derived from the idempotency key of the browser, so that a review sent twice is stored once. The id is
 * public and must not reveal the key. Returns undefined for an invalid key.
 */
export function reviewIdOf(key: string, { section, slug }: ReviewedService): string | undefined {
  if (!isSubmissionKey(key)) return undefined;
  const digest = hash('sha256', `review ${key} ${section}/${slug}`, 'buffer');
  // The result is a UUID of version 8 (RFC 9562), whose content is defined by the application.
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x80;
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80;
  const hex = digest.toString('hex', 0, 16);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export async function isStored(db: Database, id: string): Promise<boolean> {
  return (await db.$count(serviceReviews, eq(serviceReviews.id, id))) > 0;
}
