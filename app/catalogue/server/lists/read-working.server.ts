import type { Database } from '../../../platform/db/database.server.ts';
import { layOver, type WorkingCatalogue } from '../../protocol/draft.ts';
import { readDrafts } from '../drafts/read-drafts.server.ts';
import type { KnownCatalogue } from '../../../shop/live-catalogue.server.ts';

/**
 * Returns the catalogue with drafts applied. The published part comes from memory; only drafts are read from the
 * database.
 */
export async function readWorking({
  db,
  catalogue,
}: KnownCatalogue & { readonly db: Database }): Promise<WorkingCatalogue> {
  return layOver(catalogue.content, await readDrafts(db));
}
