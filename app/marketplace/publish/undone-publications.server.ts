import { desc, gt } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import { cataloguePublications } from '../tables.server.ts';

/**
 * Of the publications after this one those that were taken back, each with the one that did it. Whoever took one back
 * and was taken back in turn did nothing.
 */
export async function readUndone(
  db: Database,
  after: number,
): Promise<ReadonlyMap<number, number>> {
  const { revision, undoes } = cataloguePublications;
  const later = await db
    .select({ revision, undoes })
    .from(cataloguePublications)
    .where(gt(revision, after))
    .orderBy(desc(revision));
  const undone = new Map<number, number>();
  for (const each of later) {
    if (each.undoes !== null && !undone.has(each.revision)) undone.set(each.undoes, each.revision);
  }
  return undone;
}
