import { and, eq } from 'drizzle-orm';
import type { ChangeHost } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { isSame, type EntryFields, type EntryKey } from '../../protocol/entry.ts';
import { catalogueDrafts } from '../tables.server.ts';
import type { Draft } from '../../protocol/draft.ts';
import type { Editor } from './editor.ts';

interface DraftToWrite {
  readonly before: Draft | undefined;
  readonly isNew: boolean;
  readonly fields: EntryFields;
}

/** The draft is deleted when no field differs from the published entry. */
export async function writeDraft(
  tx: Database,
  { clock }: Pick<ChangeHost, 'clock'>,
  editor: Editor,
  { kind, id }: EntryKey,
  { before, isNew, fields }: DraftToWrite,
): Promise<void> {
  if (before && isSame(before.fields, fields)) return;
  if (Object.keys(fields).length === 0) {
    await tx
      .delete(catalogueDrafts)
      .where(and(eq(catalogueDrafts.kind, kind), eq(catalogueDrafts.entryId, id)));
    return;
  }
  const row = {
    isNew,
    fields,
    version: (before?.version ?? 0) + 1,
    editedById: editor.id,
    editedByName: editor.name,
    editedAt: clock.now(),
  };
  await tx
    .insert(catalogueDrafts)
    .values({ kind, entryId: id, ...row })
    .onConflictDoUpdate({ target: [catalogueDrafts.kind, catalogueDrafts.entryId], set: row });
}
