import { and, eq } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { isUuid } from '../../../platform/fields.ts';
import type { EntryFields, EntryKey } from '../../protocol/entry.ts';
import {
  catalogueDrafts,
  catalogueGroups,
  catalogueSections,
  catalogueTexts,
  services,
} from '../tables.server.ts';
import type { Draft } from '../../protocol/draft.ts';

const DRAFT = {
  kind: catalogueDrafts.kind,
  id: catalogueDrafts.entryId,
  isNew: catalogueDrafts.isNew,
  fields: catalogueDrafts.fields,
  version: catalogueDrafts.version,
  editedByName: catalogueDrafts.editedByName,
  editedAt: catalogueDrafts.editedAt,
};

export async function readDrafts(db: Database): Promise<Draft[]> {
  const drafts = await db.select(DRAFT).from(catalogueDrafts);
  return drafts.sort((one, other) => other.editedAt.getTime() - one.editedAt.getTime());
}

export async function readDraft(db: Database, { kind, id }: EntryKey): Promise<Draft | undefined> {
  const [draft] = await db
    .select(DRAFT)
    .from(catalogueDrafts)
    .where(and(eq(catalogueDrafts.kind, kind), eq(catalogueDrafts.entryId, id)));
  return draft;
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
