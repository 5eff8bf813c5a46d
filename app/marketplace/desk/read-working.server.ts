import type { Database } from '../../platform/db/database.server.ts';
import { layOver, type WorkingCatalogue } from '../drafts/draft.ts';
import { readDrafts } from '../drafts/read-drafts.server.ts';
import type { KnownCatalogue } from '../live-catalogue.server.ts';

/** The catalogue as the team works on it. What is published lies in memory; only drafts are read. */
export async function readWorking({
  db,
  catalogue,
}: KnownCatalogue & { readonly db: Database }): Promise<WorkingCatalogue> {
  return layOver(catalogue.content, await readDrafts(db));
}
