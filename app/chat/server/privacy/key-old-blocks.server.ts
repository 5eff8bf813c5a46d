import { eq, notLike } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { KEYED, subjectOfHash } from '../../../accounts/server/audit/address-subject.server.ts';
import { visitorBlocks } from '../tables.server.ts';

/**
 * Migrates blocks with unkeyed address hashes to keyed hashes, so that they keep working. Idempotent and safe
 * to run concurrently.
 */
export async function keyOldBlocks(db: Database): Promise<void> {
  const old = await db
    .select({ id: visitorBlocks.id, addressHash: visitorBlocks.addressHash })
    .from(visitorBlocks)
    .where(notLike(visitorBlocks.addressHash, `${KEYED}%`));
  for (const { id, addressHash } of old) {
    // oxlint-disable-next-line no-await-in-loop -- once in an installation's life, a row at a time
    const subject = await subjectOfHash(db, addressHash);
    // oxlint-disable-next-line no-await-in-loop -- the same
    await db.update(visitorBlocks).set({ addressHash: subject }).where(eq(visitorBlocks.id, id));
  }
}
