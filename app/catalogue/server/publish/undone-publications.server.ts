import { desc, gt } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { cataloguePublications } from '../tables.server.ts';

/** An undo that was itself undone does not count. */
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
