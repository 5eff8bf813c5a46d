import { and, eq } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { isUuid } from '../../../platform/fields.ts';
import { type EntryFields, type EntryKey, sortedJson } from '../../protocol/entry.ts';
import {
  catalogueDrafts,
  catalogueGroups,
  catalogueSections,
  catalogueTexts,
  services,
} from '../tables.server.ts';
import { type CatalogueDraft, layOver, type WorkingCatalogue } from '../../protocol/draft.ts';
import { hash } from 'node:crypto';
import type { KnownCatalogue } from '../../../shop/live-catalogue.server.ts';

const DRAFT_COLUMNS = {
  kind: catalogueDrafts.kind,
  id: catalogueDrafts.entryId,
  isNew: catalogueDrafts.isNew,
  fields: catalogueDrafts.fields,
  version: catalogueDrafts.version,
  editedByName: catalogueDrafts.editedByName,
  editedAt: catalogueDrafts.editedAt,
};

export async function readDrafts(db: Database): Promise<CatalogueDraft[]> {
  const drafts = await db.select(DRAFT_COLUMNS).from(catalogueDrafts);
  return drafts.sort((one, other) => other.editedAt.getTime() - one.editedAt.getTime());
}

export async function readDraft(
  db: Database,
  { kind, id }: EntryKey,
): Promise<CatalogueDraft | undefined> {
  const [catalogueDraft] = await db
    .select(DRAFT_COLUMNS)
    .from(catalogueDrafts)
    .where(and(eq(catalogueDrafts.kind, kind), eq(catalogueDrafts.entryId, id)));
  return catalogueDraft;
}

export async function readPublished(
  db: Database,
  { kind, id }: EntryKey,
): Promise<EntryFields | undefined> {
  if (kind === 'service') {
    if (!isUuid(id)) return undefined;
    const [row] = await db.select().from(services).where(eq(services.id, id));
    return row && { ...row };
  }
  if (kind === 'text') {
    const [row] = await db.select().from(catalogueTexts).where(eq(catalogueTexts.id, id));
    return row && { ...row.fields, id };
  }
  const table = kind === 'section' ? catalogueSections : catalogueGroups;
  const [row] = await db.select().from(table).where(eq(table.id, id));
  return row && { ...row };
}

/**
 * Returns a digest per field, so that a form can state what it showed without repeating the values. If two people
 * change the same field, the second one is told about the first one's change.
 */
export function digestsOf(fields: EntryFields): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, digestOf(value)]));
}

export function digestOf(value: unknown): string {
  return hash('sha256', sortedJson(value), 'base64url').slice(0, 12);
}

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
