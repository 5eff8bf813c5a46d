import { and, eq, sql } from 'drizzle-orm';
import { change, type ChangeHost } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { EntryKey } from '../../protocol/entry.ts';
import { lockCatalogue } from '../publish/catalogue-lock.server.ts';
import { catalogueDrafts } from '../tables.server.ts';
import type { Editor } from './editor.ts';

/** Deletes a draft. A catalogue entry that was never published disappears with it. */
export async function discardDraft(
  host: ChangeHost,
  editor: Editor,
  { kind, id, version }: EntryKey & { readonly version: number },
): Promise<void> {
  await change(host, editor.trace, async (tx) => {
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
        'This draft has changed meanwhile, or is published. Please look at it again.',
      );
    }
  });
}

/** A new section or group cannot be discarded while drafts of other entries refer to it. */
async function refuseWhereUsed(tx: Database, { kind, id }: EntryKey): Promise<void> {
  const [draft] = await tx
    .select({ isNew: catalogueDrafts.isNew })
    .from(catalogueDrafts)
    .where(and(eq(catalogueDrafts.kind, kind), eq(catalogueDrafts.entryId, id)));
  if (!draft?.isNew) return;
  const field = sql.raw(kind === 'section' ? "'section'" : "'area'");
  const { rows } = await tx.execute(sql`
    select 1 from catalogue_drafts where fields ->> ${field} = ${id}
      and (kind <> ${kind} or entry_id <> ${id}) limit 1`);
  if (rows.length > 0) {
    throw new RefusedError(409, 'Other drafts stand in it. Please move or discard them first.');
  }
}
