import { msg, english } from '../../i18n/translate.ts';
import { inTransaction } from '../../platform/change/in-transaction.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import type { TextEntry } from '../protocol/content.ts';
import { BASE_LANGUAGE, parseContentBlockId, contentBlockId } from '../protocol/content-blocks.ts';
import { readFirstCatalogue } from './first-catalogue.server.ts';
import { lockCatalogue } from './publish/catalogue-lock.server.ts';
import { readRevision } from '../../shop/read-catalogue.server.ts';
import {
  catalogueGroups,
  cataloguePublications,
  catalogueSections,
  catalogueTexts,
  serviceAddresses,
  services,
} from './tables.server.ts';

/**
 * The database may be new, or from the time when the catalogue was part of the code. The addresses are those under
 * which reviews and chats have always been stored.
 */
export async function seedCatalogue(db: Database): Promise<void> {
  const first = readFirstCatalogue();
  await seedTexts(db, first.texts);
  if ((await readRevision(db)) > 0) return;
  await inTransaction(db, async (tx) => {
    // If several processes start at once, only the first one inserts.
    await lockCatalogue(tx);
    if ((await readRevision(tx)) > 0) return;
    await tx.insert(cataloguePublications).values({
      revision: 1,
      at: new Date(),
      note: english(msg('What an installation begins with')),
    });
    await tx.insert(catalogueSections).values([...first.sections]);
    await tx.insert(catalogueGroups).values([...first.groups]);
    await tx.insert(serviceAddresses).values([...first.addresses]);
    await tx.insert(services).values([...first.services]);
  });
}

/** Texts that are new in this release are added. Existing texts stay as the operator made them. */
async function seedTexts(db: Database, texts: readonly TextEntry[]): Promise<void> {
  const rows = await db
    .select({ id: catalogueTexts.id, fields: catalogueTexts.fields })
    .from(catalogueTexts);
  const known = new Map(rows.map(({ id, fields }) => [id, fields]));
  const written = new Map(texts.map((text) => [text.id, text]));
  const missing = texts.filter(({ id }) => {
    if (known.has(id)) return false;
    const key = parseContentBlockId(id);
    // Topics are seeded only once, because the operator may have removed some.
    if (known.size === 0 || key?.kind !== 'topic') return true;
    // A seeded topic that still has its original name gets the translation that an older release lacked.
    const source = contentBlockId({ ...key, language: BASE_LANGUAGE });
    return key.language !== BASE_LANGUAGE && known.get(source)?.name === written.get(source)?.name;
  });
  if (missing.length === 0) return;
  await inTransaction(db, async (tx) => {
    await tx
      .insert(catalogueTexts)
      .values(missing.map(({ id, ...fields }) => ({ id, fields })))
      .onConflictDoNothing();
  });
}
