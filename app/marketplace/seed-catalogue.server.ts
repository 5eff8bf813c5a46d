import { inTransaction } from '../platform/change/in-transaction.server.ts';
import type { Database } from '../platform/db/database.server.ts';
import type { TextEntry } from './content/content.ts';
import { BASE_LANGUAGE, parsePieceId, pieceId } from './content/pieces.ts';
import { readFirstCatalogue } from './first-catalogue.server.ts';
import { lockCatalogue } from './publish/catalogue-lock.server.ts';
import { readRevision } from './read-catalogue.server.ts';
import {
  catalogueGroups,
  cataloguePublications,
  catalogueSections,
  catalogueTexts,
  serviceAddresses,
  services,
} from './tables.server.ts';

/**
 * Puts the first catalogue into a database that has none: a new one, or one of the time when it was
 * part of the program. Its addresses are those under which reviews and chats were kept all along.
 */
export async function seedCatalogue(db: Database): Promise<void> {
  const first = readFirstCatalogue();
  await seedTexts(db, first.texts);
  if ((await readRevision(db)) > 0) return;
  await inTransaction(db, async (tx) => {
    // Of several processes that start at once, one does it.
    await lockCatalogue(tx);
    if ((await readRevision(tx)) > 0) return;
    await tx
      .insert(cataloguePublications)
      .values({ revision: 1, at: new Date(), note: 'What an installation begins with' });
    await tx.insert(catalogueSections).values([...first.sections]);
    await tx.insert(catalogueGroups).values([...first.groups]);
    await tx.insert(serviceAddresses).values([...first.addresses]);
    await tx.insert(services).values([...first.services]);
  });
}

/** Words that a release brings along are added; what there is stays as its operator made it. */
async function seedTexts(db: Database, texts: readonly TextEntry[]): Promise<void> {
  const rows = await db
    .select({ id: catalogueTexts.id, fields: catalogueTexts.fields })
    .from(catalogueTexts);
  const known = new Map(rows.map(({ id, fields }) => [id, fields]));
  const written = new Map(texts.map((text) => [text.id, text]));
  const missing = texts.filter(({ id }) => {
    if (known.has(id)) return false;
    const key = parsePieceId(id);
    // A topic is chosen by its operator, once there are any.
    if (known.size === 0 || key?.kind !== 'topic') return true;
    // But one of ours that is still called as we called it gets the translation it came without.
    const source = pieceId({ ...key, language: BASE_LANGUAGE });
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
