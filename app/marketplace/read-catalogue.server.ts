import { max } from 'drizzle-orm';
import type { Database } from '../platform/db/database.server.ts';
import type { CatalogueContent } from './catalogue.ts';
import {
  catalogueGroups,
  cataloguePublications,
  catalogueSections,
  catalogueTexts,
  serviceAddresses,
  services,
} from './tables.server.ts';

/** Publications follow one another by hand: to be overtaken twice is chance, ten times a fault. */
const MAX_TRIES = 10;

/** The newest publication's; 0 before the first. */
export async function readRevision(db: Database): Promise<number> {
  const [row] = await db
    .select({ revision: max(cataloguePublications.revision) })
    .from(cataloguePublications);
  return row?.revision ?? 0;
}

/**
 * The whole of what is published. Only publications change it, each in one commit: what was read
 * between two readings of the same revision is that revision's, whole.
 */
export async function readCatalogueContent(db: Database): Promise<CatalogueContent> {
  let revision = await readRevision(db);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const content = await readTables(db);
    const now = await readRevision(db);
    if (now === revision) return { revision, ...content };
    revision = now;
  }
  throw new Error('The catalogue is published faster than it can be read');
}

/** What the tables hold; whole where nobody publishes meanwhile, as under the lock of a publication. */
export async function readTables(db: Database): Promise<Omit<CatalogueContent, 'revision'>> {
  return {
    sections: await db.select().from(catalogueSections),
    groups: await db.select().from(catalogueGroups),
    services: await db.select().from(services),
    addresses: await db.select().from(serviceAddresses),
    texts: (await db.select().from(catalogueTexts)).map(({ id, fields }) => ({ ...fields, id })),
  };
}
