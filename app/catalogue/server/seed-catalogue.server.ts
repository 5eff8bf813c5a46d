import { eq, sql } from 'drizzle-orm';
import { inTransaction } from '../../platform/change/in-transaction.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import type { TextEntry } from '../protocol/content.ts';
import { parseContentBlockId, contentBlockId } from '../protocol/content-blocks.ts';
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
import { type Language, SOURCE_LANGUAGE, TRANSLATED_LANGUAGES } from '../../platform/languages.ts';
import type { EntryFields } from '../protocol/entry.ts';
import {
  nameText,
  type EntryTranslation,
  type EntryTranslations,
} from '../protocol/translations.ts';
import { catalogueMessage } from '../stored-messages.ts';

/**
 * The database may be new, or from the time when the catalogue was part of the code. The addresses are those under
 * which reviews and chats have always been stored.
 */
export async function seedCatalogue(db: Database): Promise<void> {
  const first = readFirstCatalogue();
  await seedTexts(db, first.texts);
  if ((await readRevision(db)) > 0) {
    await seedTranslations(db, first);
    return;
  }
  await inTransaction(db, async (tx) => {
    // If several processes start at once, only the first one inserts.
    await lockCatalogue(tx);
    if ((await readRevision(tx)) > 0) return;
    await tx.insert(cataloguePublications).values({
      revision: 1,
      at: new Date(),
      note: '',
      noteMessage: catalogueMessage('catalogue.first'),
    });
    await tx.insert(catalogueSections).values([...first.sections]);
    await tx.insert(catalogueGroups).values([...first.groups]);
    await tx.insert(serviceAddresses).values([...first.addresses]);
    await tx.insert(services).values([...first.services]);
  });
}

/**
 * A language that is new in this release gets the translations of the initial catalogue, if no entry has a text in it
 * yet. Texts whose source the operator has changed since are left out.
 */
async function seedTranslations(db: Database, first: FirstCatalogue): Promise<void> {
  if ((await readNewLanguages(db)).length === 0) return;
  await inTransaction(db, async (tx) => {
    await lockCatalogue(tx);
    const languages = await readNewLanguages(tx);
    for (const { table, entries } of TRANSLATED_TABLES) {
      const current = new Map((await tx.select().from(table)).map((row) => [row.id, row]));
      for (const shipped of entries(first)) {
        const row = current.get(shipped.id);
        if (!row) continue;
        const added = languages.flatMap((language) => {
          const translation = currentTexts(shipped.translations?.[language], row);
          return translation ? [[language, translation] as const] : [];
        });
        if (added.length === 0) continue;
        await tx
          .update(table)
          .set({ translations: { ...row.translations, ...Object.fromEntries(added) } })
          .where(eq(table.id, row.id));
      }
    }
  });
}

type FirstCatalogue = ReturnType<typeof readFirstCatalogue>;

interface TranslatedEntry {
  readonly id: string;
  readonly translations?: EntryTranslations | undefined;
}

interface TranslatedTable {
  readonly table: typeof catalogueSections | typeof catalogueGroups | typeof services;
  readonly entries: (first: FirstCatalogue) => readonly TranslatedEntry[];
}

const TRANSLATED_TABLES: readonly TranslatedTable[] = [
  { table: catalogueSections, entries: ({ sections }) => sections },
  { table: catalogueGroups, entries: ({ groups }) => groups },
  { table: services, entries: (first) => first.services },
];

async function readNewLanguages(db: Database): Promise<Language[]> {
  // The search ends at the first entry with a text: a start must not read all texts of a large catalogue.
  const isNew = TRANSLATED_LANGUAGES.map(
    (language) => sql`not exists (select from (
      select translations from ${catalogueSections} union all
      select translations from ${catalogueGroups} union all
      select translations from ${services}
    ) as entries where jsonb_exists(translations, ${language}))`,
  );
  const { rows } = await db.execute<{ answers: boolean[] }>(
    sql`select array[${sql.join(isNew, sql`, `)}] as answers`,
  );
  return TRANSLATED_LANGUAGES.filter((_, index) => rows[0]?.answers[index]);
}

/** Returns the texts whose source is still that of the initial catalogue, or undefined if there are none. */
function currentTexts(
  translation: EntryTranslation | undefined,
  row: EntryFields,
): EntryTranslation | undefined {
  const names = Object.keys(translation?.texts ?? {}).filter(
    (name) => translation?.of[name] === nameText(String(row[name])),
  );
  if (!translation || names.length === 0) return undefined;
  const pick = (texts: EntryTranslation['texts']) =>
    Object.fromEntries(names.map((name) => [name, texts[name] ?? '']));
  return { texts: pick(translation.texts), of: pick(translation.of) };
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
    const source = contentBlockId({ ...key, language: SOURCE_LANGUAGE });
    return (
      key.language !== SOURCE_LANGUAGE && known.get(source)?.name === written.get(source)?.name
    );
  });
  if (missing.length === 0) return;
  await inTransaction(db, async (tx) => {
    await tx
      .insert(catalogueTexts)
      .values(missing.map(({ id, ...fields }) => ({ id, fields })))
      .onConflictDoNothing();
  });
}
