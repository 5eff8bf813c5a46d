import { t } from '../../../i18n/translate.ts';
import { and, eq, sql } from 'drizzle-orm';
import { type ChangeContext, change } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { isSame, type EntryFields, type EntryKey } from '../../protocol/entry.ts';
import { catalogueDrafts } from '../tables.server.ts';
import type { CatalogueDraft } from '../../protocol/draft.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { lockCatalogue } from '../publish/catalogue-lock.server.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';

/** The author of a change is a member of the team or a program with an API key. Colleagues see the `name`. */
export interface Editor {
  /** A program has no account and therefore no id. */
  readonly id: string | null;
  readonly name: string;
  readonly trace: Trace;
}

interface DraftToWrite {
  readonly before: CatalogueDraft | undefined;
  readonly isNew: boolean;
  readonly fields: EntryFields;
}

/** The draft is deleted when no field differs from the published entry. */
export async function writeDraft(
  tx: Database,
  { clock }: Pick<ChangeContext, 'clock'>,
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

/** Deletes a draft. A catalogue entry that was never published disappears with it. */
export async function discardDraft(
  appContext: ChangeContext,
  editor: Editor,
  { kind, id, version }: EntryKey & { readonly version: number },
): Promise<void> {
  await change(appContext, editor.trace, async (tx) => {
    await lockCatalogue(tx);
    if (kind === 'section' || kind === 'group') await refuseWhereUsed(tx, { kind, id });
    const gone = await tx
      .delete(catalogueDrafts)
      .where(
        and(
          eq(catalogueDrafts.kind, kind),
          eq(catalogueDrafts.entryId, id),
          // A newer version holds changes of somebody else that the user has not seen.
          eq(catalogueDrafts.version, version),
        ),
      )
      .returning({ id: catalogueDrafts.entryId });
    if (gone.length === 0) {
      throw new RefusedError(
        409,
        t('This draft has changed meanwhile, or is published. Please look at it again.'),
      );
    }
  });
}

/** A new section or group cannot be discarded while drafts of other entries refer to it. */
async function refuseWhereUsed(tx: Database, { kind, id }: EntryKey): Promise<void> {
  const [catalogueDraft] = await tx
    .select({ isNew: catalogueDrafts.isNew })
    .from(catalogueDrafts)
    .where(and(eq(catalogueDrafts.kind, kind), eq(catalogueDrafts.entryId, id)));
  if (!catalogueDraft?.isNew) return;
  const field = sql.raw(kind === 'section' ? "'section'" : "'area'");
  const { rows } = await tx.execute(sql`
    select 1 from catalogue_drafts where fields ->> ${field} = ${id}
      and (kind <> ${kind} or entry_id <> ${id}) limit 1`);
  if (rows.length > 0) {
    throw new RefusedError(409, t('Other drafts stand in it. Please move or discard them first.'));
  }
}
